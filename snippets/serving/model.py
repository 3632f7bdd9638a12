"""The forward pass of a Llama-style decoder, over a batch of requests of any lengths."""

from __future__ import annotations

from functools import partial

import torch
from torch import Tensor

from .attention import attend
from .batch import Batch
from .config import Dtype, ModelConfig
from .kv_cache import KVCache
from .layers import Layer, attention_out, fp32, nbytes, qkv, rms_norm, swiglu
from .linear import ACTIVATIONS, linear
from .probe import Probe
from .rope import Rope
from .weights import Weights


class Model:
    """Weights and the order in which they are used."""

    def __init__(self, config: ModelConfig, weights: Weights, dtype: Dtype = "fp32") -> None:
        self.config = config
        self.activations = ACTIVATIONS[dtype]
        form = partial(linear, dtype=dtype)
        self._embedding = weights.embedding.to(self.activations)  # (vocab, d_model)
        self._layers = [Layer.by(form, layer) for layer in weights.layers]
        self._norm = fp32(weights.norm)  # (d_model,)
        self._head = linear(weights.head, dtype)  # d_model → vocab
        self._rope = Rope(config, self.activations)
        self._read = self._bytes_of_matmuls()

    @torch.inference_mode()
    def forward(self, batch: Batch, cache: KVCache, probe: Probe) -> Tensor:
        """Run the new tokens through all layers, adding their keys and values to ``cache``.

        Returns:
            (requests, vocab): logits after the last token of each part that is the last of its
            request's; a piece from the middle of a prompt has none.
        """
        config = self.config
        x = self._embedding[batch.tokens]  # (n, d_model)
        row_nbytes = self._embedding[0].nbytes
        probe.mark("embed", lambda: [len(part.tokens) * row_nbytes for part in batch.parts])
        turn = self._rope.at(batch.positions)
        heads = qkv(x, self._layers[0], config, turn)  # 3 × (n, heads, head_dim)
        for i, layer in enumerate(self._layers):
            self._mark_matmul(i, batch, probe)
            attended = attend(heads, i, batch, cache)  # (n, d_model)
            probe.mark("kv_cache", lambda: _bytes_of_cache(batch, cache))
            x = attention_out(x, attended, layer)  # (n, d_model)
            x = swiglu(x, layer, config)  # (n, d_model)
            if i + 1 < config.n_layers:
                heads = qkv(x, self._layers[i + 1], config, turn)  # 3 × (n, heads, head_dim)
        logits = self.logits(x[batch.ends])  # (requests, vocab)
        self._mark_matmul(config.n_layers, batch, probe)
        return logits

    @torch.inference_mode()
    def logits(self, x: Tensor) -> Tensor:
        """Logits (requests, vocab) after the last tokens ``x`` (requests, d_model)."""
        if not len(x):
            return x.new_empty(0, self.config.vocab)  # only pieces of prompts in this step
        return self._head(rms_norm(x, self._norm, self.config.norm_eps))  # (requests, vocab)

    def _mark_matmul(self, i: int, batch: Batch, probe: Probe) -> None:
        # A batch reads the weights once, whoever is in it.
        probe.mark("matmul", lambda: [self._read[i]] * len(batch.parts))

    def _bytes_of_matmuls(self) -> list[int]:
        """Weight bytes read between two visits to the cache; ``n_layers + 1`` numbers."""
        entering = [layer.nbytes_before for layer in self._layers]
        entering.append(nbytes(self._norm) + self._head.nbytes)
        leaving = [0] + [layer.nbytes_after for layer in self._layers]
        return [a + b for a, b in zip(leaving, entering, strict=True)]


def _bytes_of_cache(batch: Batch, cache: KVCache) -> list[int]:
    """Bytes each request wrote to (new tokens) and read from (all) the cache of one layer."""
    return [(len(part.tokens) + part.end) * cache.token_nbytes for part in batch.parts]
