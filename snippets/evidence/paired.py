"""A comparison: subjects timed in turn in one process, and what may be said of their ratio.

Absolute times drift by tens of percent between runs; ratios of rounds taken side by side drift
by a few. How few is measured in the same run: the baseline is timed a second time under another
name. A ratio that does not rise above that *A/A floor* is no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

from .figure import MIN_SAMPLES, ClaimType, Figure, median_interval
from .guard import Guard, Guarded
from .passes import Pass, passes
from .sampling import ROUNDS
from .withheld import Withheld, machine_busy, too_few, unresolved

MIN_FLOOR = 0.02
"""An A/A ratio may be steady by luck; over 25 pairs its 95 % error was 1.6 to 2.8 %."""

WIDEST = 0.10
"""An interval around 1 that is wider than this says nothing."""

AGAIN = "baseline again"


class Outcome(StrEnum):
    """What a ratio shows. That nothing differs is never shown, only that no difference is."""

    DIFFERENCE = "difference"
    NO_DIFFERENCE_SHOWN = "no difference shown"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Comparison:
    """The time of a subject over that of the baseline.

    Attributes:
        ratios: One a round.
        value: Their median; below 1 is faster than the baseline.
        low: Lower end of its 95 % interval, which is never narrower than the floor.
        high: Upper end.
        floor: Relative A/A floor of the run.
        reason: Why it is undecided, in Korean; empty otherwise.
    """

    ratios: tuple[float, ...]
    value: float
    low: float
    high: float
    floor: float
    outcome: Outcome
    reason: str = ""

    @property
    def resolution(self) -> float:
        """The smallest relative difference that this run could have shown."""
        return max(self.high / self.value, self.value / self.low) - 1

    @property
    def text(self) -> str:
        """The outcome in words."""
        if self.outcome is Outcome.UNDECIDED:
            return f"판정불가 — {self.reason}"
        if self.outcome is Outcome.NO_DIFFERENCE_SHOWN:
            return f"차이 없음 ({100 * self.resolution:.0f}%보다 작은 차이는 가려내지 못합니다)"
        return "더 느림" if self.value > 1 else "더 빠름"

    def figure(self, id: str, unit: str = "배") -> Figure | Withheld:  # noqa: A002
        """The ratio as a figure."""
        if self.outcome is Outcome.UNDECIDED:
            return Withheld(id=id, unit=unit, reason=self.reason)
        return Figure(
            id=id,
            unit=unit,
            claim_type=ClaimType.MEASURED,
            value=self.value,
            low=self.low,
            high=self.high,
            samples=self.ratios,
        )


def compare(
    subjects: Mapping[str, Callable[[], float]],
    rounds: int = ROUNDS,
    seed: int = 0,
    guard: Guard = Guard(),  # noqa: B008  frozen
) -> dict[str, Comparison]:
    """Compare every subject with the first, which is the baseline.

    Args:
        subjects: Name → what runs it once and returns seconds (see ``stopwatch``).
        rounds: How many rounds; each lasts at least ``guard.ROUND_S``.
        seed: Of the order of the subjects, which is shuffled in every pass.
        guard: Takes the rounds.
    """
    baseline = next(iter(subjects))
    taken = in_turn(subjects, rounds, seed, guard)
    floor = floor_of(ratios(taken, AGAIN, baseline))
    return {
        name: judge(ratios(taken, name, baseline), floor, taken)
        for name in subjects
        if name != baseline
    }


def in_turn(
    subjects: Mapping[str, Callable[[], float]], rounds: int, seed: int, guard: Guard
) -> Guarded[Pass]:
    """Take guarded passes through all subjects, and once more through the first as ``AGAIN``.

    Arguments are those of ``compare``, which is all that most comparisons need.
    """
    turns = {**subjects, AGAIN: next(iter(subjects.values()))}
    return passes(turns, rounds, guard, seed)


def ratios(taken: Guarded[Pass], subject: str, baseline: str) -> tuple[float, ...]:
    """One ratio a clean round: median time over median time."""
    pairs = zip(taken.column(subject).kept, taken.column(baseline).kept, strict=True)
    return tuple(median(one) / median(other) for one, other in pairs)


def floor_of(same: Sequence[float]) -> float:
    """How far the ratio of a subject with itself strays: the far end of its 95 % interval."""
    if len(same) < MIN_SAMPLES:
        return MIN_FLOOR
    low, high = median_interval(same)
    return max(MIN_FLOOR, high - 1, 1 / low - 1)


def judge(found: Sequence[float], floor: float, taken: Guarded[Pass]) -> Comparison:
    """What these ratios show, given how the run went."""
    if not taken.clean:
        return _undecided(found, floor, machine_busy(len(taken.kept), taken.rounds))
    if len(found) < MIN_SAMPLES:
        return _undecided(found, floor, too_few(len(found), MIN_SAMPLES))
    value = median(found)
    low, high = median_interval(found)
    # One rule for page, verdict and claims: an interval as wide as the floor at least.
    low, high = min(low, value / (1 + floor)), max(high, value * (1 + floor))
    outcome = Outcome.NO_DIFFERENCE_SHOWN if low <= 1 <= high else Outcome.DIFFERENCE
    shown = Comparison(tuple(found), value, low, high, floor, outcome)
    if outcome is Outcome.NO_DIFFERENCE_SHOWN and shown.resolution > WIDEST:
        return _undecided(found, floor, unresolved(shown.resolution))
    return shown


def _undecided(found: Sequence[float], floor: float, reason: str) -> Comparison:
    value = median(found) if found else 1.0
    ends = (min(found), max(found)) if found else (1.0, 1.0)
    return Comparison(tuple(found), value, *ends, floor, Outcome.UNDECIDED, reason)
