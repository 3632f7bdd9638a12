"""A step in which every request decodes, compiled as a whole by torch's inductor.

One token of a small model is a few hundred tiny operations, and starting one costs Python and
torch more than the operation itself. Compiled, neighbouring ones become one loop in C++. It pays
for few rows; a prompt is bound by its matrix products, so it does not come here, and neither
does a request that is traced, because one loop has no stops to mark. The first step
takes many seconds and a C++ compiler. The weights are there twice, once as ``Model`` has them.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch._inductor import config as inductor
from torch.nn import functional as F  # noqa: N812  its usual name

from .attention import one_each
from .batch import Batch
from .config import ModelConfig
from .kv_cache import KVCache
from .layers import Layer, attention_out, fp32, qkv, rms_norm, swiglu
from .linear import Linear
from .rope import Rope
from .weights import Weights


class _Dense(nn.Module):
    """A matrix that the compiler sees, so that it can lay it out for its kernels."""

    def __init__(self, weight: Tensor) -> None:
        super().__init__()
        self.weight = nn.Parameter(weight, requires_grad=False)  # (n_out, n_in)
        self.nbytes = weight.nbytes

    def forward(self, x: Tensor) -> Tensor:
        return F.linear(x, self.weight)  # (n, n_out)


class _Step(nn.Module):
    """The same pass as ``Model.forward``, of the same pieces, without marks."""

    def __init__(self, config: ModelConfig, weights: Weights, dtype: torch.dtype) -> None:
        super().__init__()
        self._config = config
        self._embedding = nn.Parameter(weights.embedding.to(dtype), requires_grad=False)
        self._head = _Dense(weights.head.to(dtype))
        self._norm = fp32(weights.norm)
        self._matrices = nn.ModuleList()

        def dense(weight: Tensor) -> Linear:
            self._matrices.append(_Dense(weight.to(dtype)))
            return self._matrices[-1]

        self._layers = [Layer.by(dense, layer) for layer in weights.layers]

    def forward(  # noqa: PLR0913, PLR0917  the compiler sees tensors, not nouns
        self,
        tokens: Tensor,  # (n,)
        turn: tuple[Tensor, Tensor],  # (n, 1, head_dim) each
        places: Tensor,  # (n,), where the new keys and values go
        read: Tensor,  # (n, length), where all keys and values of each request are
        mask: Tensor,  # (n, 1, 1, length)
        keys: list[Tensor],  # (places, kv_heads, head_dim), one a layer
        values: list[Tensor],
    ) -> Tensor:
        config = self._config
        x = self._embedding[tokens]  # (n, d_model)
        for layer, k_memory, v_memory in zip(self._layers, keys, values, strict=True):
            q, k, v = qkv(x, layer, config, turn)  # (n, heads, head_dim) each
            k_memory[places] = k  # (places, kv_heads, head_dim)
            v_memory[places] = v
            seen = (memory[read].transpose(1, 2) for memory in (k_memory, v_memory))
            found = one_each(q, *seen, mask)  # (n, n_heads, head_dim)
            x = attention_out(x, found.flatten(1), layer)  # (n, d_model)
            x = swiglu(x, layer, config)  # (n, d_model)
        return self._head(rms_norm(x, self._norm, config.norm_eps))  # (n, vocab)


class CompiledDecode:
    """Decodes batches of one token a request."""

    def __init__(self, config: ModelConfig, weights: Weights, dtype: torch.dtype) -> None:
        self._rope = Rope(config, dtype)
        self._step = torch.compile(_Step(config, weights, dtype).eval())

    def takes(self, batch: Batch) -> bool:
        """Whether every request in the batch has one new token."""
        return len(batch.tokens) == len(batch.parts) == len(batch.ends)

    @torch.inference_mode()
    def logits(self, batch: Batch, cache: KVCache) -> Tensor:
        """Logits (requests, vocab) after the new token of each request."""
        length = max(part.end for part in batch.parts)
        read = [cache.places(part.table, 0, part.end) for part in batch.parts]
        places = torch.tensor([one + [one[0]] * (length - len(one)) for one in read])  # (n, length)
        ends = torch.tensor([part.end for part in batch.parts])  # (n,)
        mask = (torch.arange(length) < ends[:, None])[:, None, None]  # (n, 1, 1, length)
        for tensor, dim in ((places, 1), (mask, 3)):
            torch._dynamo.mark_dynamic(tensor, dim)  # else it would be compiled for each length
        turn = self._rope.at(batch.positions)
        with inductor.patch(freezing=True, cpp_wrapper=True):  # weights as constants
            return self._step(
                batch.tokens, turn, batch.places, places, mask, cache.keys, cache.values
            )
