"""Which request has which blocks of the KV cache, and which blocks can be used again.

A full block is known by a digest of all tokens up to its end, so two requests that begin alike
can share it. A block that nobody holds keeps its content until it is needed for another.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator, Sequence


def digests(tokens: Sequence[int], block_size: int, after: bytes = b"") -> Iterator[bytes]:
    """A digest for each full block of ``tokens``, each made of the one before: a hash chain.

    Keys and values depend on all tokens before, so equal blocks are alike only if everything
    before them is equal too.

    Args:
        tokens: Token ids.
        block_size: Tokens in a block.
        after: Digest of the block before the first.
    """
    for start in range(0, len(tokens) - block_size + 1, block_size):
        block = ",".join(map(str, tokens[start : start + block_size]))
        after = hashlib.sha256(after + block.encode()).digest()
        yield after


class BlockPool:
    """Blocks, how many requests hold each, and what the full ones contain."""

    def __init__(self, blocks: int) -> None:
        self._held = [0] * blocks
        # Free blocks, the next to be taken first: blank ones, then the one unused for longest.
        self._free: OrderedDict[int, None] = OrderedDict.fromkeys(range(blocks))
        self._known: dict[bytes, int] = {}
        self._digest: dict[int, bytes] = {}

    @property
    def free(self) -> int:
        """Blocks that nobody holds, with content or without."""
        return len(self._free)

    def holders(self, block: int) -> int:
        """How many requests hold ``block``."""
        return self._held[block]

    def take(self, n: int) -> list[int]:
        """Take ``n`` free blocks; what they contained is forgotten.

        Raises:
            ValueError: When fewer are free.
        """
        if n > self.free:
            raise ValueError(f"{n} blocks are wanted, {self.free} are free")
        taken = [self._free.popitem(last=False)[0] for _ in range(n)]
        for block in taken:
            self._held[block] = 1
            if block in self._digest:
                del self._known[self._digest.pop(block)]
        return taken

    def share(self, wanted: Iterator[bytes]) -> list[int]:
        """Take part in blocks that begin a request, as many in a row as are known."""
        shared: list[int] = []
        for digest in wanted:
            block = self._known.get(digest)
            if block is None:
                break
            self._free.pop(block, None)
            self._held[block] += 1
            shared.append(block)
        return shared

    def publish(self, block: int, digest: bytes) -> None:
        """Let others share a block that is full from now on; the first of equal ones counts."""
        if digest not in self._known and block not in self._digest:
            self._known[digest] = block
            self._digest[block] = digest

    def give_back(self, table: Sequence[int]) -> None:
        """Let go of a request's blocks; those that nobody else holds are free.

        The last goes first: the beginning of a request is what another is likely to share.
        """
        for block in reversed(table):
            self._held[block] -= 1
            if self._held[block] == 0:
                self._free[block] = None
                self._free.move_to_end(block, last=block in self._digest)
