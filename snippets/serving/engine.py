"""What the worker computes with: a model, its KV cache, and perhaps a compiled decode step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import Tensor

from .batch import Batch
from .config import Dtype, ModelConfig
from .kv_cache import ContiguousKVCache, KVCache, PagedKVCache
from .messages import WorkerSetup
from .model import Model
from .parameters import parameters
from .probe import NoProbe, Probe
from .weights import Weights

if TYPE_CHECKING:
    from .compiled import CompiledDecode
    from .compiled_prompt import CompiledPrompt


class Engine:
    """Computes batches, each the fastest way that there is for it."""

    def __init__(self, setup: WorkerSetup) -> None:
        """Load the weights and take the memory."""
        config, weights = parameters(setup)
        self._model = Model(config, weights, setup.dtype)
        self._decode: CompiledDecode | None = None
        self._prompts: CompiledPrompt | None = None
        if setup.compiled:
            self._compile(config, weights, setup.dtype)
        dtype = self._model.activations
        self.cache: KVCache = (
            ContiguousKVCache(config, setup.max_batch, dtype)
            if setup.kv_blocks is None
            else PagedKVCache(config, setup.kv_blocks, dtype=dtype)
        )

    def _compile(self, config: ModelConfig, weights: Weights, dtype: Dtype) -> None:
        from .compiled import CompiledDecode  # noqa: PLC0415  loads the compiler: seconds
        from .compiled_prompt import CompiledPrompt  # noqa: PLC0415  likewise

        self._decode = CompiledDecode(config, weights, dtype)
        if dtype != "int8":  # integer products of many rows cannot be compiled
            self._prompts = CompiledPrompt(config, weights, dtype)

    def logits(self, batch: Batch, probe: Probe) -> Tensor:
        """Logits (requests, vocab) of those parts of the batch that are the last of a request.

        A batch that somebody traces is never compiled: one loop has no stops to mark.
        """
        traced = not isinstance(probe, NoProbe)
        if not traced and self._decode and self._decode.takes(batch):
            return self._decode.logits(batch, self.cache)
        if not traced and self._prompts and self._prompts.takes(batch):
            x = self._prompts.hidden(batch, self.cache)  # (n, d_model)
            return self._model.logits(x[batch.ends])  # (requests, vocab)
        return self._model.forward(batch, self.cache, probe)  # (requests, vocab)
