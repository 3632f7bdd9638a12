"""Gives sequences the blocks that their tokens need, and lets them share what is the same."""

from __future__ import annotations

from .blocks import BlockPool, digests
from .limits import Limits
from .sequence import Sequence


class BlockManager:
    """Keeps the block tables of all sequences."""

    def __init__(self, limits: Limits) -> None:
        self._size = limits.block_size
        self._sharing = limits.prefix_caching
        self.pool = BlockPool(limits.blocks)

    def admit(self, sequence: Sequence) -> bool:
        """Give a sequence blocks for all its tokens, shared ones as far as they are known.

        Returns:
            Whether there were enough; if not, it has got none.
        """
        # Not for the last token: at least one has to be computed, or nothing could come out.
        known = list(digests(sequence.tokens[:-1], self._size)) if self._sharing else []
        table = self.pool.share(known)
        fresh = self._missing(sequence) - len(table)
        if fresh > self.pool.free:
            self.pool.give_back(table)
            return False
        sequence.digests = known[: len(table)]
        sequence.computed = len(table) * self._size
        sequence.prefill_len = len(sequence.tokens)
        sequence.table = table + self.pool.take(fresh)
        return True

    def grow(self, sequence: Sequence) -> bool:
        """Give a running sequence the block that its last token needs, if it needs one.

        Returns:
            Whether it has what it needs.
        """
        missing = self._missing(sequence)
        if missing > self.pool.free:
            return False
        sequence.table += self.pool.take(missing)
        return True

    def publish(self, sequence: Sequence) -> None:
        """Let others share the blocks that have become full."""
        if not self._sharing:
            return
        known = sequence.digests
        new = sequence.tokens[len(known) * self._size : sequence.computed]
        for digest in digests(new, self._size, after=known[-1] if known else b""):
            self.pool.publish(sequence.table[len(known)], digest)
            known.append(digest)

    def release(self, sequence: Sequence) -> None:
        """Take back all blocks; full ones keep their content as long as nobody needs them."""
        self.pool.give_back(sequence.table)
        sequence.table, sequence.digests = [], []

    def _missing(self, sequence: Sequence) -> int:
        """Blocks that the tokens of a sequence need beyond those it has."""
        return -(-len(sequence.tokens) // self._size) - len(sequence.table)
