"""A figure: one value with its unit, its claim type and what it came from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from statistics import median

from pydantic import BaseModel, ConfigDict, FiniteFloat, model_validator

MIN_SAMPLES = 6
"""Below six samples no pair of them encloses the median with 95 % confidence."""


DURATIONS = frozenset({"s", "ms", "µs", "μs", "us", "ns", "min", "h", "초", "분", "시간"})
"""Units of which a negative value is a mistake: nothing ends before it begins."""


def is_duration(unit: str) -> bool:
    """Whether values of this unit are times, such as ``ms`` or ``ms/token``."""
    return unit.partition("/")[0].strip() in DURATIONS


class ClaimType(StrEnum):
    """How a figure was come by (chapter 01, 증거 읽기)."""

    MEASURED = "measured"
    VENDOR_REPORTED = "vendor-reported"
    CALCULATED = "calculated"
    INFERRED = "inferred"


class Figure(BaseModel):
    """One value.

    Attributes:
        id: ``chNN.name``.
        label: What it is, in Korean; filled in from the experiment's declaration.
        unit: Unit of ``value``, as it stands on the page.
        claim_type: Set by the constructor functions below, never by an author.
        value: The median of the samples, or the exact value.
        low: Lower end of the median's 95 % interval; ``None`` for an exact value.
        high: Upper end.
        samples: What was observed, in order; empty for an exact value.
        formula: How a calculated value follows from ``inputs``.
        inputs: Ids or names of what a calculated value rests on.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    label: str = ""
    unit: str
    claim_type: ClaimType
    value: FiniteFloat
    low: FiniteFloat | None = None
    high: FiniteFloat | None = None
    samples: tuple[FiniteFloat, ...] = ()
    formula: str | None = None
    inputs: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _interval_encloses_value(self) -> Figure:
        if (self.low is None) != (self.high is None):
            raise ValueError("an interval has two ends")
        if (
            self.low is not None
            and self.high is not None
            and not self.low <= self.value <= self.high
        ):
            raise ValueError("the interval does not enclose the value")
        return self

    @model_validator(mode="after")
    def _no_time_runs_backwards(self) -> Figure:
        if is_duration(self.unit) and min((self.value, *self.samples)) < 0:
            raise ValueError(f"{self.id}: a negative time")
        return self

    @property
    def exact(self) -> bool:
        """Whether the value has no spread: a count, or arithmetic on exact inputs."""
        return self.low is None


def measured(id: str, unit: str, samples: Sequence[float]) -> Figure:  # noqa: A002
    """A figure observed several times: the median with its 95 % interval.

    Raises:
        ValueError: With fewer than ``MIN_SAMPLES`` samples.
    """
    low, high = median_interval(samples)
    return Figure(
        id=id,
        unit=unit,
        claim_type=ClaimType.MEASURED,
        value=median(samples),
        low=low,
        high=high,
        samples=tuple(samples),
    )


def counted(id: str, unit: str, value: float) -> Figure:  # noqa: A002
    """A figure that a run gives exactly: a count, or bytes."""
    return Figure(id=id, unit=unit, claim_type=ClaimType.MEASURED, value=value)


def calculated(id: str, unit: str, value: float, formula: str, inputs: Sequence[str]) -> Figure:  # noqa: A002
    """A figure that arithmetic gives from exact inputs.

    Raises:
        ValueError: Without inputs; nothing can be calculated from nothing.
    """
    if not inputs:
        raise ValueError(f"{id}: a calculated figure names its inputs")
    return Figure(
        id=id,
        unit=unit,
        claim_type=ClaimType.CALCULATED,
        value=value,
        formula=formula,
        inputs=tuple(inputs),
    )


def median_interval(samples: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the median, from order statistics; no shape is assumed.

    The pair (k-th smallest, k-th largest) misses the median with probability
    ``2 * P(Binomial(n, 1/2) < k)``; the largest ``k`` with at most 5 % is taken.

    Raises:
        ValueError: With fewer than ``MIN_SAMPLES`` samples.
    """
    n = len(samples)
    if n < MIN_SAMPLES:
        raise ValueError(f"{n} samples give no 95 % interval; at least {MIN_SAMPLES} are needed")
    ordered = sorted(samples)
    k, missed = 0, 0.0
    while True:
        missed += 2 * math.comb(n, k) / 2**n
        if missed > 0.05:
            break
        k += 1
    return ordered[k - 1], ordered[n - k]
