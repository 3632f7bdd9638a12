"""What the worker computes with: a model, its KV cache, and perhaps a compiled decode step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import Tensor

from .batch import Batch
from .kv_cache import ContiguousKVCache, KVCache, PagedKVCache
from .messages import WorkerSetup
from .model import Model
from .parameters import parameters
from .probe import NoProbe, Probe

if TYPE_CHECKING:
    from .compiled import CompiledDecode


class Engine:
    """Computes batches, each the fastest way that there is for it."""

    def __init__(self, setup: WorkerSetup) -> None:
        """Load the weights and take the memory.

        Raises:
            ValueError: When int8 weights are to be compiled: their products cannot be.
        """
        if setup.compiled and setup.dtype == "int8":
            raise ValueError("integer products cannot be compiled; take fp32 or bf16")
        config, weights = parameters(setup)
        self._model = Model(config, weights, setup.dtype)
        self._compiled: CompiledDecode | None = None
        if setup.compiled:
            from .compiled import CompiledDecode  # noqa: PLC0415  loads the compiler: seconds

            self._compiled = CompiledDecode(config, weights, self._model.activations)
        dtype = self._model.activations
        self.cache: KVCache = (
            ContiguousKVCache(config, setup.max_batch, dtype)
            if setup.kv_blocks is None
            else PagedKVCache(config, setup.kv_blocks, dtype=dtype)
        )

    def logits(self, batch: Batch, probe: Probe) -> Tensor:
        """Logits (requests, vocab) of those parts of the batch that are the last of a request.

        A batch that somebody traces is never compiled: one loop has no stops to mark.
        """
        traced = not isinstance(probe, NoProbe)
        if self._compiled and not traced and self._compiled.takes(batch):
            return self._compiled.logits(batch, self.cache)
        return self._model.forward(batch, self.cache, probe)
