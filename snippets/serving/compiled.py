"""A step in which every request decodes, compiled as a whole by torch's inductor.

One token of a small model is a few hundred tiny operations, and starting one costs Python and
torch more than the operation itself. Compiled, neighbouring ones become one loop in C++. A
request that is traced does not come here, because one loop has no stops to mark. The first step
takes many seconds and a C++ compiler. The weights are there once more beside those of ``Model``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import torch
from torch import Tensor
from torch._inductor import config as inductor

from . import row_product
from .attention import one_each
from .batch import Batch
from .config import Dtype, ModelConfig
from .dense import few_rows
from .kv_cache import KVCache
from .layers import fp32, rms_norm
from .linear import ACTIVATIONS
from .rope import Rope
from .trunk import Trunk
from .weights import Weights


class _Step(Trunk):
    """The whole pass, attention included."""

    def __init__(self, config: ModelConfig, weights: Weights, dtype: Dtype) -> None:
        form = partial(few_rows, dtype=dtype)
        super().__init__(config, weights, ACTIVATIONS[dtype], form)
        self._norm = fp32(weights.norm)
        self._head = form(weights.head)

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
        def attend(layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
            keys[layer][places] = k  # (places, kv_heads, head_dim)
            values[layer][places] = v
            seen = (memory[layer][read].transpose(1, 2) for memory in (keys, values))
            return one_each(q, *seen, mask).flatten(1)  # (n, d_model)

        x = self.hidden(tokens, turn, attend)  # (n, d_model)
        return self._head(rms_norm(x, self._norm, self._config.norm_eps))  # (n, vocab)


class CompiledDecode:
    """Decodes batches of one token a request."""

    def __init__(self, config: ModelConfig, weights: Weights, dtype: Dtype) -> None:
        row_product.load()
        self._alone = dtype == "int8"  # integer products of many rows cannot be compiled
        self._rope = Rope(config, ACTIVATIONS[dtype])
        step = _Step(config, weights, dtype).eval()
        self._step = torch.compile(step, options={"cpp_wrapper": True})

    def takes(self, batch: Batch) -> bool:
        """Whether every request in the batch has one new token, and there are not too many."""
        rows = len(batch.tokens)
        return rows == len(batch.parts) == len(batch.ends) and (rows == 1 or not self._alone)

    @torch.inference_mode()
    def logits(self, batch: Batch, cache: KVCache) -> Tensor:
        """Logits (requests, vocab) after the new token of each request."""
        length = max(part.end for part in batch.parts)
        read = cache.all_places([part.table for part in batch.parts], length)  # (n, length)
        ends = torch.tensor([part.end for part in batch.parts])  # (n,)
        mask = (torch.arange(length) < ends[:, None])[:, None, None]  # (n, 1, 1, length)
        given = (batch.tokens, self._rope.at(batch.positions), batch.places, read, mask)
        _of_any_size(given)
        # For several rows the weights become constants, laid out in advance for such products.
        with inductor.patch(freezing=len(batch.tokens) > 1):
            return self._step(*given, cache.keys, cache.values)  # (n, vocab)


def _of_any_size(given: tuple[Tensor | tuple[Tensor, ...], ...]) -> None:
    """Say that the lengths differ from step to step, and the rows if there are several.

    Without that, the first step of every new size would wait for the compiler.
    """
    *by_row, read, mask = _flat(given)
    torch._dynamo.mark_dynamic(read, 1)
    torch._dynamo.mark_dynamic(mask, 3)
    if len(mask) > 1:
        for tensor in (*by_row, read, mask):
            torch._dynamo.mark_dynamic(tensor, 0)


def _flat(given: tuple[Tensor | tuple[Tensor, ...], ...]) -> Iterator[Tensor]:
    for one in given:
        yield from (one,) if isinstance(one, Tensor) else one
