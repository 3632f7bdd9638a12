"""The engine that serves in this guide, as its worker uses it."""

from __future__ import annotations

import torch

from ..serving.batch import Batch, Part
from ..serving.config import Dtype
from ..serving.engine import Engine as Serving
from ..serving.linear import backend
from ..serving.messages import WorkerSetup
from ..serving.probe import NoProbe
from .case import ROWS, Prompts
from .engine import Engine


class Ours(Engine):
    """Batches of one slot a request, as the scheduler would make them."""

    def __init__(self, model: str, dtype: Dtype, threads: int, compiled: bool = False) -> None:
        torch.set_num_threads(threads)
        setup = WorkerSetup(model, ROWS, threads, dtype=dtype, compiled=compiled)
        self._engine = Serving(setup)
        self._probe = NoProbe()
        self._context = self._length = 0
        self.about = backend(dtype) + (_compiled(dtype) if compiled else "")

    def fill(self, prompts: Prompts) -> torch.Tensor:
        """See ``Engine``."""
        self._context = self._length = len(prompts[0])
        return self._logits([Part(tokens, 0, (slot,)) for slot, tokens in enumerate(prompts)])

    def rewind(self) -> None:
        """What lies behind a request's tokens is overwritten: nothing has to be cleared."""
        self._length = self._context

    def step(self, tokens: list[int]) -> torch.Tensor:
        """See ``Engine``."""
        parts = [Part([token], self._length, (slot,)) for slot, token in enumerate(tokens)]
        self._length += 1
        return self._logits(parts)

    def _logits(self, parts: list[Part]) -> torch.Tensor:
        batch = Batch.of(parts, self._engine.cache)
        return self._engine.logits(batch, self._probe)  # (rows, vocab)


def _compiled(dtype: Dtype) -> str:
    what = "decode 한 행은" if dtype == "int8" else "모든 스텝을"
    return f", {what} 컴파일함(한 행의 곱은 우리 C++ 루프)"
