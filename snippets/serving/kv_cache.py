"""The KV cache: keys and values of every token seen, so that none is computed twice.

Memory is cut into blocks. A request has a *block table*, the numbers of its blocks in order, so
its token at position p lies in block ``table[p // block_size]``. With one block as long as the
context a request's tokens lie side by side (contiguous); with short blocks they may lie anywhere
(paged), and no memory is set aside for tokens that may never come.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import torch
from torch import Tensor

from .config import BLOCK_SIZE, ModelConfig

Table = Sequence[int]  # numbers of a request's blocks, in the order of its tokens
Choice = slice | Tensor  # which blocks to read, in the form that a cache reads them by


class KVCache(Protocol):
    """What attention needs of a cache. Who owns which block is decided elsewhere.

    Of several requests, ``length`` is that of the longest; behind a shorter one's end lies noise.
    """

    block_size: int
    nbytes: int
    token_nbytes: int
    keys: list[Tensor]  # (places, kv_heads, head_dim), one a layer
    values: list[Tensor]  # likewise

    def places(self, table: Table, start: int, end: int) -> list[int]:
        """Where the tokens at positions ``start … end - 1`` of a request lie."""

    def all_places(self, tables: Sequence[Table], length: int) -> Tensor:
        """Where the first ``length`` tokens of several requests lie, (requests, length)."""

    def append(self, layer: int, places: Tensor, k: Tensor, v: Tensor) -> None:
        """Store keys and values (n, kv_heads, head_dim) at ``places`` (n,)."""

    def choose(self, tables: Sequence[Table], length: int) -> Choice:
        """Work out, once for all layers, how to read these requests up to ``length`` tokens."""

    def read(self, layer: int, choice: Choice, length: int) -> tuple[Tensor, Tensor]:
        """Their keys and values, (requests, kv_heads, length, head_dim) each."""


def _written(shape: tuple[int, ...], dtype: torch.dtype) -> Tensor:
    """Memory that has been touched already.

    A page that is touched for the first time in the middle of a request would be charged to it.
    """
    return torch.empty(shape, dtype=dtype).fill_(0.0)  # (places, kv_heads, head_dim)


def _even(tables: Sequence[Table], n: int) -> Tensor:
    """Block tables (requests, n), long ones cut and short ones filled up with any block."""
    return torch.tensor([[*table[:n], *[0] * (n - len(table))] for table in tables])


class _Blocks:
    """The memory of both kinds of cache, taken once and written token by token."""

    def __init__(
        self, config: ModelConfig, blocks: int, block_size: int, dtype: torch.dtype
    ) -> None:
        self.block_size = block_size
        shape = (blocks * block_size, config.n_kv_heads, config.head_dim)
        self.keys = [_written(shape, dtype) for _ in range(config.n_layers)]
        self.values = [_written(shape, dtype) for _ in range(config.n_layers)]
        # (places, kv_heads, head_dim) each
        self.token_nbytes = 2 * self.keys[0][0].nbytes  # K and V of one token in one layer
        self.nbytes = config.n_layers * blocks * block_size * self.token_nbytes

    def places(self, table: Table, start: int, end: int) -> list[int]:
        """Where the tokens at positions ``start … end - 1`` of a request lie.

        Raises:
            ValueError: When its blocks cannot hold that many.
        """
        size = self.block_size
        if end > len(table) * size:
            raise ValueError(f"the request's blocks hold {len(table) * size} tokens, not {end}")
        return [table[at // size] * size + at % size for at in range(start, end)]

    def all_places(self, tables: Sequence[Table], length: int) -> Tensor:
        """See ``KVCache``."""
        blocks = _even(tables, -(-length // self.block_size))  # (requests, blocks)
        inside = torch.arange(self.block_size)  # (block_size,)
        places = blocks[..., None] * self.block_size + inside  # (requests, blocks, block_size)
        return places.flatten(1)[:, :length]  # (requests, length)

    def append(self, layer: int, places: Tensor, k: Tensor, v: Tensor) -> None:
        """See ``KVCache``."""
        self.keys[layer].index_copy_(0, places, k)  # (places, kv_heads, head_dim)
        self.values[layer].index_copy_(0, places, v)  # (places, kv_heads, head_dim)

    def _in_blocks(self, layer: int) -> tuple[Tensor, Tensor]:
        """The memory of a layer, (blocks, block_size, kv_heads, head_dim) each."""
        shape = (-1, self.block_size, *self.keys[layer].shape[1:])
        return self.keys[layer].view(shape), self.values[layer].view(shape)


class ContiguousKVCache(_Blocks):
    """One block a request, as long as the context. Neighbours are read without a copy."""

    def __init__(self, config: ModelConfig, slots: int, dtype: torch.dtype = torch.float32) -> None:
        super().__init__(config, slots, config.context_len, dtype)

    def choose(self, tables: Sequence[Table], length: int) -> Choice:  # noqa: ARG002
        """A slice of memory where requests lie next to each other in order, else a list."""
        slots = [table[0] for table in tables]
        beside = slots == list(range(slots[0], slots[0] + len(slots)))
        return slice(slots[0], slots[0] + len(slots)) if beside else torch.tensor(slots)

    def read(self, layer: int, choice: Choice, length: int) -> tuple[Tensor, Tensor]:
        """See ``KVCache``."""
        k, v = (rows[:, :length][choice] for rows in self._in_blocks(layer))
        return k.transpose(1, 2), v.transpose(1, 2)  # (requests, kv_heads, length, head_dim) each


class PagedKVCache(_Blocks):
    """Short blocks anywhere in memory, copied together to be read."""

    def __init__(
        self,
        config: ModelConfig,
        blocks: int,
        block_size: int = BLOCK_SIZE,
        dtype: torch.dtype = torch.float32,
    ) -> None:
        super().__init__(config, blocks, block_size, dtype)

    def choose(self, tables: Sequence[Table], length: int) -> Choice:
        """The block tables cut to ``length`` tokens, short ones filled up with any block."""
        return _even(tables, -(-length // self.block_size))

    def read(self, layer: int, choice: Choice, length: int) -> tuple[Tensor, Tensor]:
        """See ``KVCache``."""
        k, v = (self._gather(blocks, choice, length) for blocks in self._in_blocks(layer))
        return k, v  # (requests, kv_heads, length, head_dim) each

    def _gather(self, blocks: Tensor, tables: Tensor, length: int) -> Tensor:
        found = blocks.index_select(0, tables.flatten())  # (requests · n, size, kv_heads, hd)
        rows = found.view(len(tables), -1, *blocks.shape[2:])  # (requests, n · size, kv_heads, hd)
        return rows[:, :length].transpose(1, 2)  # (requests, kv_heads, length, head_dim)
