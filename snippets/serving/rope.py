"""Rotary position embedding: a token's position turns its queries and keys by an angle."""

from __future__ import annotations

import torch
from torch import Tensor

from .config import ModelConfig


class Rope:
    """Cosines and sines for every position, worked out once, in fp32, and kept in ``dtype``."""

    def __init__(self, config: ModelConfig, dtype: torch.dtype = torch.float32) -> None:
        half = torch.arange(0, config.head_dim, 2) / config.head_dim  # (head_dim/2,)
        frequency = config.rope_theta**-half  # (head_dim/2,)
        position = torch.arange(config.context_len)  # (context_len,)
        angle = torch.outer(position, frequency)  # (context_len, head_dim/2)
        cos, sin = angle.cos(), angle.sin()  # (context_len, head_dim/2) each
        self._cos = torch.cat([cos, cos], dim=-1).to(dtype)  # (context_len, head_dim)
        self._sin = torch.cat([-sin, sin], dim=-1).to(dtype)  # (context_len, head_dim)

    def at(self, positions: Tensor) -> tuple[Tensor, Tensor]:
        """Cosines and signed sines for these positions, ready to multiply with any head.

        Args:
            positions: (n,) int64.
        """
        return self._cos[positions].unsqueeze(1), self._sin[positions].unsqueeze(1)  # (n, 1, hd)


def rotate(x: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
    """Turn each head of ``x`` (n, heads, head_dim) by its token's angle.

    Element i is paired with element i + head_dim/2, the layout of Hugging Face's Llama; the
    original Llama code pairs neighbours. The two differ only in the order of the weights' rows.
    """
    cos, sin = turn  # (n, 1, head_dim) each; the first half of the sines is negative
    partner = x.roll(x.shape[-1] // 2, dims=-1)  # (n, heads, head_dim)
    return x * cos + partner * sin  # (n, heads, head_dim)
