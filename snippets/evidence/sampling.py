"""From guarded samples to a figure, or to the reason why there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

from .figure import MIN_SAMPLES, ClaimType, Figure, median_interval
from .guard import Guard, Guarded
from .spread import MIN_PROCESSES, Steadiness, clustered, iqr, relative_iqr, steadiness
from .withheld import Withheld, machine_busy, too_few, unsteady

ROUNDS = 12
"""Half of them, which may be lost, still leave the six that an interval needs."""

Value = Figure | Withheld


def steady(
    take: Callable[[], float],
    rounds: int = ROUNDS,
    warmup: int = 2,
    guard: Guard = Guard(),  # noqa: B008  frozen
) -> Guarded[float]:
    """Take guarded rounds of one subject; ``take`` runs it once and returns a value."""
    for _ in range(warmup):
        take()
    return guard.rounds(take, rounds)


def observed(
    id: str,  # noqa: A002
    unit: str,
    taken: Guarded[float],
    scale: float = 1.0,
    negligible: float = 0.0,
) -> Value:
    """The figure that one guarded run gives.

    Samples within a round share what the machine did then, so a round counts once, by its
    median. Otherwise a thousand quick calls would give an interval without width.

    Args:
        id: Declared id.
        unit: Declared unit.
        taken: The rounds.
        scale: Factor from what was taken to ``unit``.
        negligible: Scatter (IQR, in ``unit``) that does not matter however small the median is:
            a share of 0.2 % that scatters by a tenth of a point is known well enough.
    """
    medians = [scale * median(round_) for round_ in taken.kept]
    reason = _reason([taken], MIN_SAMPLES, len(medians)) or _scatter(medians, negligible)
    if reason:
        return Withheld(id=id, unit=unit, reason=reason)
    return _figure(id, unit, median(medians), median_interval(medians), medians)


def over_processes(
    id: str,  # noqa: A002
    unit: str,
    runs: Sequence[Guarded[float]],
    scale: float = 1.0,
    negligible: float = 0.0,
) -> Value:
    """The figure that several fresh processes give, their differences included.

    Arguments are those of ``observed``.
    """
    clean = [run for run in runs if run.clean]
    groups = [[scale * median(round_) for round_ in run.kept] for run in clean]
    pooled = [one for group in groups for one in group]
    reason = _reason(runs, MIN_PROCESSES, len(clean)) or _scatter(pooled, negligible)
    if reason:
        return Withheld(id=id, unit=unit, reason=reason)
    value, low, high = clustered(groups)
    if min(pooled) >= 0:  # no time is below zero; Student's t does not know that
        low = max(low, 0.0)
    return _figure(id, unit, value, (low, high), pooled)


def _reason(runs: Sequence[Guarded[float]], needed: int, found: int) -> str:
    """Why these runs give no figure; empty when they do."""
    kept, asked = sum(len(run.kept) for run in runs), sum(run.rounds for run in runs)
    if 2 * kept < asked or not any(run.clean for run in runs):
        return machine_busy(kept, asked)
    return too_few(found, needed) if found < needed else ""


def _scatter(medians: Sequence[float], negligible: float) -> str:
    """As in torch's Timer, a block of calls is one value, and the blocks must not scatter."""
    scatters = steadiness(medians) is Steadiness.WITHHELD and iqr(medians) > negligible
    return unsteady(relative_iqr(medians)) if scatters else ""


def _figure(
    id: str,  # noqa: A002
    unit: str,
    value: float,
    interval: tuple[float, float],
    samples: Sequence[float],
) -> Figure:
    low, high = interval
    return Figure(
        id=id,
        unit=unit,
        claim_type=ClaimType.MEASURED,
        value=value,
        low=low,
        high=high,
        samples=tuple(samples),
    )
