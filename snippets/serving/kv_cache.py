"""The KV cache: keys and values of every token seen, so that none is computed twice."""

from __future__ import annotations

import torch
from torch import Tensor

from .config import ModelConfig


class KVCache:
    """Memory for ``slots`` requests of up to ``context_len`` tokens each, taken once.

    A slot belongs to one request from ``claim`` to ``free``. Its content is not wiped in
    between: the length alone says what is valid.
    """

    def __init__(self, config: ModelConfig, slots: int) -> None:
        shape = (
            config.n_layers,
            slots,
            config.n_kv_heads,
            config.context_len,
            config.head_dim,
        )
        # Written, not just reserved: a page that is touched for the first time in the middle
        # of a request would be charged to that request.
        self._k = torch.empty(shape).fill_(0.0)  # (layers, slots, kv_heads, context, head_dim)
        self._v = torch.empty(shape).fill_(0.0)  # (layers, slots, kv_heads, context, head_dim)
        tokens = config.n_layers * slots * config.context_len
        self.token_nbytes = self.nbytes // tokens  # K and V of one token in one layer
        self._lengths = [[0] * slots for _ in range(config.n_layers)]
        self._claimed: set[int] = set()

    @property
    def nbytes(self) -> int:
        """Bytes reserved, used or not."""
        return self._k.nbytes + self._v.nbytes

    def length(self, slot: int) -> int:
        """Tokens that are in the cache, in every layer, for the request in ``slot``."""
        return self._lengths[-1][slot]

    def claim(self, slot: int) -> None:
        """Give ``slot`` to a new request.

        Raises:
            ValueError: When another request still has it.
        """
        if slot in self._claimed:
            raise ValueError(f"slot {slot} is in use")
        self._claimed.add(slot)
        for lengths in self._lengths:
            lengths[slot] = 0

    def free(self, slot: int) -> None:
        """Take ``slot`` back; freeing a free slot does nothing."""
        self._claimed.discard(slot)

    def append(self, layer: int, slot: int, k: Tensor, v: Tensor) -> None:
        """Store keys and values (n, kv_heads, head_dim) behind those already there.

        Raises:
            ValueError: When the slot would hold more than ``context_len`` tokens.
        """
        start = self._lengths[layer][slot]
        end = start + len(k)
        if end > self._k.shape[3]:
            raise ValueError(f"slot {slot} holds at most {self._k.shape[3]} tokens, not {end}")
        self._k[layer, slot, :, start:end] = k.transpose(0, 1)  # (kv_heads, n, head_dim)
        self._v[layer, slot, :, start:end] = v.transpose(0, 1)  # (kv_heads, n, head_dim)
        self._lengths[layer][slot] = end

    def read(self, layer: int, slot: int) -> tuple[Tensor, Tensor]:
        """All keys and values of the request in ``slot``: views, nothing is copied."""
        end = self._lengths[layer][slot]
        return self._k[layer, slot, :, :end], self._v[layer, slot, :, :end]  # (kv_heads, end, hd)
