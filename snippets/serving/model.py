"""The forward pass of a Llama-style decoder, over a batch of requests of any lengths."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812  its usual name

from .config import ModelConfig
from .kv_cache import KVCache
from .layers import attention_out, qkv, rms_norm, swiglu
from .probe import Probe
from .rope import Rope
from .weights import LayerWeights, Weights


@dataclass(frozen=True)
class Part:
    """The rows of a batch that belong to one request."""

    slot: int
    rows: slice

    @property
    def n(self) -> int:
        """How many new tokens it has."""
        return int(self.rows.stop - self.rows.start)


@dataclass(frozen=True)
class Batch:
    """New tokens of several requests, one after another, without padding.

    A prefill has one request and many rows; a decode has many requests, one row each.
    """

    tokens: Tensor  # (n,) int64
    positions: Tensor  # (n,) int64
    parts: tuple[Part, ...]

    @classmethod
    def of(cls, new: dict[int, list[int]], cache: KVCache) -> Batch:
        """Put together the new token ids of each slot."""
        parts: list[Part] = []
        tokens: list[int] = []
        positions: list[int] = []
        for slot, ids in new.items():
            parts.append(Part(slot, slice(len(tokens), len(tokens) + len(ids))))
            positions += range(cache.length(slot), cache.length(slot) + len(ids))
            tokens += ids
        return cls(torch.tensor(tokens), torch.tensor(positions), tuple(parts))


class Model:
    """Weights and the order in which they are used."""

    def __init__(self, config: ModelConfig, weights: Weights) -> None:
        self.config = config
        self.weights = weights
        self._rope = Rope(config)
        self._read = _bytes_of_matmuls(weights)

    @torch.inference_mode()
    def forward(self, batch: Batch, cache: KVCache, probe: Probe) -> Tensor:
        """Run the new tokens through all layers, adding their keys and values to ``cache``.

        Returns:
            (requests, vocab): logits after the last token of each request.
        """
        w, config = self.weights, self.config
        x = w.embedding[batch.tokens]  # (n, d_model)
        probe.mark("embed", lambda: [part.n * w.embedding[0].nbytes for part in batch.parts])
        turn = self._rope.at(batch.positions)
        heads = qkv(x, w.layers[0], config, turn)  # 3 × (n, heads, head_dim)
        for i, layer in enumerate(w.layers):
            self._mark_matmul(i, batch, probe)
            attended = _attend(heads, i, batch, cache)  # (n, d_model)
            probe.mark("kv_cache", lambda: _bytes_of_cache(batch, cache))
            x = attention_out(x, attended, layer)  # (n, d_model)
            x = swiglu(x, layer, config)  # (n, d_model)
            if i + 1 < config.n_layers:
                heads = qkv(x, w.layers[i + 1], config, turn)  # 3 × (n, heads, head_dim)
        # Only the last token of each request predicts something new.
        last = x[[part.rows.stop - 1 for part in batch.parts]]  # (requests, d_model)
        logits = F.linear(rms_norm(last, w.norm, config.norm_eps), w.head)  # (requests, vocab)
        self._mark_matmul(config.n_layers, batch, probe)
        return logits

    def _mark_matmul(self, i: int, batch: Batch, probe: Probe) -> None:
        # A batch reads the weights once, whoever is in it.
        probe.mark("matmul", lambda: [self._read[i]] * len(batch.parts))


def _attend(
    heads: tuple[Tensor, Tensor, Tensor], layer: int, batch: Batch, cache: KVCache
) -> Tensor:
    """Attention of each request over its own cache, new tokens included; (n, d_model)."""
    q, k, v = heads  # (n, heads, head_dim) each
    out = torch.empty_like(q)  # (n, n_heads, head_dim)
    for part in batch.parts:
        cache.append(layer, part.slot, k[part.rows], v[part.rows])
        keys, values = cache.read(layer, part.slot)  # (kv_heads, length, head_dim) each
        queries = q[part.rows].transpose(0, 1)  # (n_heads, rows, head_dim)
        found = F.scaled_dot_product_attention(
            queries.unsqueeze(0),
            keys.unsqueeze(0),
            values.unsqueeze(0),
            attn_mask=_causal(queries.shape[1], keys.shape[1]),
            enable_gqa=True,
        )  # (1, n_heads, rows, head_dim)
        out[part.rows] = found[0].transpose(0, 1)  # (rows, n_heads, head_dim)
    return out.flatten(1)  # (n, d_model)


def _causal(rows: int, length: int) -> Tensor | None:
    """Which of ``length`` cached tokens each of the last ``rows`` tokens may look at."""
    if rows == 1:
        return None  # the newest token sees everything
    return torch.ones(rows, length, dtype=torch.bool).tril(length - rows)  # (rows, length)


def _bytes_of_cache(batch: Batch, cache: KVCache) -> list[int]:
    """Bytes each request wrote to (new tokens) and read from (all) the cache of one layer."""
    return [(part.n + cache.length(part.slot)) * cache.token_nbytes for part in batch.parts]


def _bytes_of_matmuls(weights: Weights) -> list[int]:
    """Weight bytes read between two visits to the cache; ``n_layers + 1`` numbers."""

    def before(layer: LayerWeights) -> int:
        return _nbytes(layer.attn_norm, layer.q, layer.k, layer.v)

    def after(layer: LayerWeights) -> int:
        return _nbytes(layer.o, layer.mlp_norm, layer.gate, layer.up, layer.down)

    entering = [before(layer) for layer in weights.layers] + [_nbytes(weights.norm, weights.head)]
    leaving = [0] + [after(layer) for layer in weights.layers]
    return [a + b for a, b in zip(leaving, entering, strict=True)]


def _nbytes(*tensors: Tensor | None) -> int:
    return sum(tensor.nbytes for tensor in tensors if tensor is not None)
