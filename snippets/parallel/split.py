"""A model cut for tensor parallelism: every rank has a part of every layer (Megatron-LM).

A matrix that reads the stream is cut by its outputs: each rank makes some of the heads, or some
of the inner columns of the FFN, and needs nobody for it. A matrix that writes to the stream is
cut by its inputs: each rank makes a summand of every output, so that ranks add up twice a layer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812  its usual name

from ..serving.attention import attend
from ..serving.batch import Batch
from ..serving.config import ModelConfig
from ..serving.kv_cache import KVCache
from ..serving.layers import Layer, qkv, rms_norm
from ..serving.linear import linear
from ..serving.rope import Rope
from ..serving.weights import LayerWeights, Weights, fuse

Reduce = Callable[[Tensor], int]
"""Replaces a summand (n, d_model) by the sum over ranks; the bytes that this rank sent for it."""

Note = Callable[[str, int, int], None]
"""Notes that a stop has ended: its name, its layer, the bytes it moved."""


@dataclass(frozen=True)
class Share(ModelConfig):
    """Dimensions of what one of ``ranks`` computes: some of the heads, each as wide as before."""

    ranks: int = 1

    @property
    def head_dim(self) -> int:
        """Width of one head."""
        return self.d_model // (self.n_heads * self.ranks)


def share_of(config: ModelConfig, ranks: int) -> Share:
    """The dimensions of one rank's part.

    Raises:
        ValueError: When heads or FFN cannot be shared out evenly.
    """
    cut = {name: getattr(config, name) for name in ("n_heads", "n_kv_heads", "d_ffn")}
    if odd := [name for name, size in cut.items() if size % ranks]:
        raise ValueError(f"{', '.join(odd)} cannot be shared by {ranks}")
    parts = {name: size // ranks for name, size in cut.items()}
    return Share(**{**vars(config), **parts}, ranks=ranks)


def cut(layer: LayerWeights, config: ModelConfig, rank: int, ranks: int) -> LayerWeights:
    """The part of a layer that one rank keeps; the norms are small, and every rank has them."""

    def by_output(matrix: Tensor) -> Tensor:
        return matrix.chunk(ranks)[rank]  # (out/ranks, in)

    def by_input(matrix: Tensor) -> Tensor:
        return matrix.chunk(ranks, dim=1)[rank].contiguous()  # (out, in/ranks)

    q, k, v = layer.qkv.split([config.d_model, config.kv_dim, config.kv_dim])  # (out, d_model) each
    gate, up = layer.gate_up.chunk(2)  # (d_ffn, d_model) each
    return fuse(
        attn_norm=layer.attn_norm,
        q=by_output(q),
        k=by_output(k),
        v=by_output(v),
        o=by_input(layer.o),
        mlp_norm=layer.mlp_norm,
        gate=by_output(gate),
        up=by_output(up),
        down=by_input(layer.down),
    )


class SplitModel:
    """One rank's part of a model, in fp32."""

    def __init__(self, config: ModelConfig, weights: Weights, rank: int, ranks: int) -> None:
        self.share = share_of(config, ranks)
        self._embedding = weights.embedding  # (vocab, d_model), whole on every rank
        form = partial(linear, dtype="fp32")
        parts = [cut(layer, config, rank, ranks) for layer in weights.layers]
        self._layers = [Layer.by(form, part) for part in parts]
        self._rope = Rope(self.share)
        self.nbytes = sum(one.nbytes for layer in self._layers for one in layer.matrices)

    @torch.inference_mode()
    def hidden(
        self, batch: Batch, cache: KVCache, reduce: Reduce, note: Note = lambda *_: None
    ) -> Tensor:
        """What the last layer makes of the new tokens, the same on every rank: (n, d_model)."""
        x = self._embedding[batch.tokens]  # (n, d_model)
        turn = self._rope.at(batch.positions)
        for i, layer in enumerate(self._layers):
            heads = qkv(x, layer, self.share, turn)  # 3 × (n, heads/ranks, head_dim)
            part = layer.o(attend(heads, i, batch, cache))  # (n, d_model): a summand
            note("attention", i, layer.nbytes_before + layer.o.nbytes)
            note("attention_sum", i, reduce(part))
            x = x + part  # (n, d_model)
            part = self._feed_forward(x, layer)  # (n, d_model): a summand
            note("ffn", i, layer.nbytes_after - layer.o.nbytes)
            note("ffn_sum", i, reduce(part))
            x = x + part  # (n, d_model)
        return x

    def _feed_forward(self, x: Tensor, layer: Layer) -> Tensor:
        h = rms_norm(x, layer.mlp_norm, self.share.norm_eps)  # (n, d_model)
        gate, up = layer.gate_up(h).chunk(2, dim=-1)  # (n, d_ffn/ranks) each
        return layer.down(F.silu(gate) * up)  # (n, d_model)
