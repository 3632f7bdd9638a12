"""Limits of this machine: bytes read and operations a second, measured as everything else is.

A figure above the roof is no achievement but a fault: the compiler dropped the work, the data
sat in a cache, or bytes were counted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median

import torch

from .display import quantity
from .figure import Figure, counted
from .guard import Guard, Guarded
from .sampling import ROUNDS, Value, observed
from .stopwatch import stopwatch
from .withheld import Withheld, above_roof

TOLERANCE = 1.1
"""Least factor by which a value must exceed a limit: the roof is itself a measurement."""

MIB = 2**20
READ_MIB = 256
"""Far beyond every cache this guest can use; measured, the reading rate is flat from 200 MiB.
The roof of reading therefore holds for working sets of at least that size."""

WHOLE = counted("whole", "%", 100)
"""All that a roof allows."""

SIZE = 2048
"""Matrix order at which the rate has levelled off, with bf16 tiles too."""


@dataclass(frozen=True)
class Kernel:
    """Something that does a known amount of work.

    Attributes:
        unit: Of the rate; ``work`` of it is done in a call.
    """

    unit: str
    work: float
    run: Callable[[], object]


def kernels(read_mib: int = READ_MIB, size: int = SIZE) -> dict[str, Kernel]:
    """The roofs by name: ``read``, ``matmul_fp32`` and, where torch has it, ``matmul_bf16``."""
    large = torch.rand(read_mib * MIB // 4)  # (67108864,)
    square = torch.rand(size, size)  # (n, n)
    half = square.bfloat16()  # (n, n)
    gflop = 2 * size**3 / 1e9
    # A dot product of a vector with itself reads it once and was the fastest reader of eight.
    found = {
        "read": Kernel("GB/s", large.nbytes / 1e9, lambda: torch.dot(large, large)),
        "matmul_fp32": Kernel("GFLOP/s", gflop, lambda: square @ square),
    }
    try:
        torch.mm(half[:1], half)
    except RuntimeError:
        return found  # no bf16 product on this machine
    return found | {"matmul_bf16": Kernel("GFLOP/s", gflop, lambda: half @ half)}


def limits(
    threads: int = 1,
    guard: Guard = Guard(),  # noqa: B008  frozen
    of: Mapping[str, Kernel] | None = None,
) -> dict[str, Value]:
    """Measure the roofs in turn; the ids are ``roof.read`` and so on.

    A roof that could not be measured comes back withheld, and then nothing stands under it.
    """
    work = kernels() if of is None else of
    taken = rates(work, threads, guard, ROUNDS)
    return {name: observed(f"roof.{name}", work[name].unit, taken[name]) for name in work}


def rates(
    work: Mapping[str, Kernel], threads: int, guard: Guard, rounds: int
) -> dict[str, Guarded[float]]:
    """Guarded rates of several kernels that take turns within a round."""
    takes = {name: stopwatch(kernel.run, threads) for name, kernel in work.items()}

    def one_pass() -> dict[str, float]:
        return {name: work[name].work / take() for name, take in takes.items()}

    one_pass()  # warm-up
    taken = guard.rounds(one_pass, rounds)
    return {name: taken.column(name) for name in work}


def typical(taken: Guarded[float]) -> float:
    """Median rate, of all rounds when none was clean: for comparing machines, not for a page."""
    rounds = taken.kept or taken.thrown
    return median(median(round_) for round_ in rounds)


def roof(limit: Figure) -> float:
    """The value above which nothing is believed.

    The limit's upper end, and once more as far above it as that end is above the median.
    """
    high = limit.value if limit.high is None else limit.high
    return high * max(high / limit.value, TOLERANCE)


def above_roofline(value: float, limit: Figure | Withheld) -> bool:
    """Whether a value cannot be; without a limit nothing can be said against it."""
    return isinstance(limit, Figure) and value > roof(limit)


def under(figure: Figure, limit: Figure | Withheld) -> Value:
    """The figure, or why it is withheld: its value is above the roof, or there is no roof."""
    if isinstance(limit, Withheld):
        reason = f"기계의 한계를 재지 못했습니다: {limit.reason}"
    elif figure.unit != limit.unit:
        raise ValueError(f"{figure.id} is in {figure.unit}, its limit in {limit.unit}")
    elif above_roofline(figure.value, limit):
        reason = above_roof(quantity(figure.value, figure.unit), quantity(roof(limit), limit.unit))
    else:
        return figure
    return Withheld(id=figure.id, label=figure.label, unit=figure.unit, reason=reason)


def share_of_roof(found: Value) -> Value:
    """A share of a roof, in percent, or why it is withheld."""
    return under(found, WHOLE) if isinstance(found, Figure) else found


def below_roof(rate: Value, share: Value) -> tuple[Value, Value]:
    """A share of a roof and its rate: above the roof there is a fault, and neither may stand."""
    checked = share_of_roof(share)
    if isinstance(checked, Figure):
        return checked, rate
    return checked, Withheld(id=rate.id, unit=rate.unit, reason=checked.reason)
