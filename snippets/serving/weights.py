"""Weights: named tensors of one float dtype, filled with seeded noise or from a checkpoint.

Whoever loads a checkpoint builds each layer with ``fuse`` and puts the layers into ``Weights``;
``Model(config, weights, dtype)`` then brings the matrices into the form it computes with. The
tensors may be of any float dtype (all of one), and nothing here looks at their values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from .config import ModelConfig


@dataclass(frozen=True)
class LayerWeights:
    """Weights of one decoder layer; a matrix is (out, in), as ``F.linear`` takes it.

    Matrices that read the same input lie in one tensor: one large product is faster than
    three small ones, and the result is the same.
    """

    attn_norm: Tensor | None  # (d_model,)
    qkv: Tensor  # (d_model + 2 kv_dim, d_model)
    o: Tensor  # (d_model, d_model)
    mlp_norm: Tensor | None  # (d_model,)
    gate_up: Tensor  # (2 d_ffn, d_model)
    down: Tensor  # (d_model, d_ffn)


def fuse(  # noqa: PLR0913  a layer has this many tensors
    *,
    attn_norm: Tensor | None,
    q: Tensor,
    k: Tensor,
    v: Tensor,
    o: Tensor,
    mlp_norm: Tensor | None,
    gate: Tensor,
    up: Tensor,
    down: Tensor,
) -> LayerWeights:
    """Make a layer of its separate matrices, as a checkpoint has them.

    Args:
        attn_norm: (d_model,), or ``None`` for a gain of 1 everywhere.
        q: (d_model, d_model), rows in the order of Hugging Face's Llama (see ``rope.py``).
        k: (kv_dim, d_model), likewise.
        v: (kv_dim, d_model).
        o: (d_model, d_model).
        mlp_norm: (d_model,) or ``None``.
        gate: (d_ffn, d_model).
        up: (d_ffn, d_model).
        down: (d_model, d_ffn).
    """
    qkv = torch.cat([q, k, v])  # (d_model + 2 kv_dim, d_model)
    gate_up = torch.cat([gate, up])  # (2 d_ffn, d_model)
    return LayerWeights(attn_norm, qkv, o, mlp_norm, gate_up, down)


@dataclass(frozen=True)
class Weights:
    """All weights of a model. With a tied head, ``head`` is ``embedding`` itself."""

    embedding: Tensor  # (vocab, d_model)
    layers: tuple[LayerWeights, ...]
    norm: Tensor | None  # (d_model,)
    head: Tensor  # (vocab, d_model)

    def tensors(self) -> Iterator[Tensor]:
        """Every stored tensor once, so a tied head is not counted twice."""
        yield self.embedding
        for layer in self.layers:
            yield from (tensor for tensor in vars(layer).values() if tensor is not None)
        if self.norm is not None:
            yield self.norm
        if self.head is not self.embedding:
            yield self.head


def random_weights(config: ModelConfig, seed: int = 0) -> Weights:
    """Draw fp32 weights for ``config``; the same seed gives the same weights.

    A matrix that reads n inputs gets variance 1/n, so that activations neither die out nor
    grow from layer to layer. Text made with such weights means nothing; time and bytes do.
    """
    generator = torch.Generator().manual_seed(seed)
    d, kv, ffn = config.d_model, config.kv_dim, config.d_ffn

    def matrix(n_out: int, n_in: int) -> Tensor:
        return torch.randn(n_out, n_in, generator=generator).div_(n_in**0.5)  # (n_out, n_in)

    def gain() -> Tensor | None:
        return torch.ones(d) if config.norm_gain else None  # (d_model,)

    embedding = matrix(config.vocab, d)  # (vocab, d_model)
    layers = tuple(
        fuse(
            attn_norm=gain(),
            q=matrix(d, d),
            k=matrix(kv, d),
            v=matrix(kv, d),
            o=matrix(d, d),
            mlp_norm=gain(),
            gate=matrix(ffn, d),
            up=matrix(ffn, d),
            down=matrix(d, ffn),
        )
        for _ in range(config.n_layers)
    )
    head = embedding if config.tied else matrix(config.vocab, d)  # (vocab, d_model)
    return Weights(embedding, layers, gain(), head)
