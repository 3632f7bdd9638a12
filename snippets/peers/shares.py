"""How much of what the machine can do an engine uses, both measured in the same pass."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median

from ..evidence.guard import Guarded
from ..evidence.paired import Pass
from ..evidence.roofline import Kernel, kernels, share_of_roof
from ..evidence.sampling import Value, observed
from ..evidence.stopwatch import Take, stopwatch
from ..serving.config import ModelConfig
from .case import PREFILL, THREADS

READ, MATMUL = "read", "matmul_bf16"
"""Names of ``evidence.roofline``."""

CALLS = 8
"""One call takes 10 ms; a sample is the median of this many."""


def roofs() -> dict[str, tuple[Kernel, Take]]:
    """What reads and what multiplies as fast as it can: the kernel, and a sample of it.

    Raises:
        KeyError: Where there is no bf16 product.
    """
    found = kernels()
    return {name: (found[name], _median(found[name].run)) for name in (READ, MATMUL)}


def _median(run: Callable[[], object]) -> Take:
    take = stopwatch(run, THREADS)
    return lambda: median(take() for _ in range(CALLS))


def rate(id: str, kernel: Kernel, seconds: Guarded[float]) -> Value:  # noqa: A002
    """What the machine can do."""
    return observed(id, kernel.unit, seconds.of(lambda one: kernel.work / one))


def share(  # noqa: PLR0913, PLR0917  two things with their work and their time
    id: str,  # noqa: A002
    taken: Guarded[Pass],
    subject: str,
    work: float,
    roof: str,
    kernel: Kernel,
) -> Value:
    """Percent of a roof: ``work`` (in the kernel's unit) a call, over what is possible."""
    found = observed(id, "%", taken.of(partial(_percent, subject, work, roof, kernel.work)))
    return share_of_roof(found)


def _percent(subject: str, work: float, roof: str, possible: float, turn: Pass) -> float:
    return 100 * (work / turn[subject]) / (possible / turn[roof])


def decode_gb(config: ModelConfig, bits: float) -> float:
    """Least that a step reads: every weight once. Keys and values come on top."""
    return config.parameters * bits / 8 / 1e9


def prefill_gflop(config: ModelConfig) -> float:
    """Multiplications and additions with weights; those of attention come on top.

    The embedding is looked up, and the head sees the last token alone.
    """
    table = config.vocab * config.d_model
    tables = table if config.tied else 2 * table
    return 2 * ((config.parameters - tables) * PREFILL.context + table) / 1e9
