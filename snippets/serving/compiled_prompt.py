"""Prompts, compiled except for their attention, which differs from batch to batch."""

from __future__ import annotations

from contextvars import ContextVar
from functools import partial

import torch
from torch import Tensor

from .attention import attend
from .batch import Batch
from .config import Dtype, ModelConfig
from .dense import many_rows
from .kv_cache import KVCache
from .linear import ACTIVATIONS
from .rope import Rope
from .trunk import Trunk
from .weights import Weights

_now: ContextVar[tuple[Batch, KVCache]] = ContextVar("batch and cache")
"""What is computed at the moment: the compiler passes tensors only."""


@torch.library.custom_op("serving::attend", mutates_args=())
def _attend(layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Attention as one step that the compiler does not look into."""
    return attend((q, k, v), layer, *_now.get()).contiguous()  # (n, d_model)


@_attend.register_fake
def _(layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:  # noqa: ARG001  its shape alone
    return q.new_empty(q.shape[0], q.shape[1] * q.shape[2])  # (n, d_model)


class _Layers(Trunk):
    def forward(self, tokens: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
        return self.hidden(tokens, turn, _attend)  # (n, d_model)


class CompiledPrompt:
    """Computes batches in which somebody has several new tokens."""

    def __init__(self, config: ModelConfig, weights: Weights, dtype: Dtype) -> None:
        activations = ACTIVATIONS[dtype]
        self._rope = Rope(config, activations)
        layers = _Layers(config, weights, activations, partial(many_rows, dtype=dtype)).eval()
        self._layers = torch.compile(layers, dynamic=True, options={"cpp_wrapper": True})

    def takes(self, batch: Batch) -> bool:
        """Whether there are several new tokens: one alone would have to be compiled apart."""
        return len(batch.tokens) > 1

    @torch.inference_mode()
    def hidden(self, batch: Batch, cache: KVCache) -> Tensor:
        """What the last layer makes of all new tokens: (n, d_model)."""
        now = _now.set((batch, cache))
        try:
            return self._layers(batch.tokens, self._rope.at(batch.positions))  # (n, d_model)
        finally:
            _now.reset(now)
