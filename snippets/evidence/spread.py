"""Statistics of spread: no clock, no machine, only numbers."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from statistics import mean, median, quantiles, stdev

from .figure import MIN_SAMPLES, median_interval

FLAG_AT, WITHHOLD_AT = 0.10, 0.25
"""IQR ÷ median at which a figure is flagged, and withheld (the thresholds of torch's Timer)."""

MIN_PROCESSES = 3
STUDENT_T = {3: 4.303, 4: 3.182, 5: 2.776}
"""97.5 % points of Student's t, by number of processes. With six, order statistics do."""


class Steadiness(StrEnum):
    """How far samples scatter."""

    STEADY = "steady"
    FLAGGED = "flagged"
    WITHHELD = "withheld"


def iqr(samples: Sequence[float]) -> float:
    """Interquartile range."""
    first, _, third = quantiles(samples, n=4, method="inclusive")
    return third - first


def relative_iqr(samples: Sequence[float]) -> float:
    """Interquartile range over median; infinite when the median is zero but not all is."""
    width, middle = iqr(samples), median(samples)
    if not width:
        return 0.0
    return abs(width / middle) if middle else float("inf")


def steadiness(samples: Sequence[float]) -> Steadiness:
    """Whether samples are steady enough to be a figure."""
    scatter = relative_iqr(samples)
    if scatter > WITHHOLD_AT:
        return Steadiness.WITHHELD
    return Steadiness.FLAGGED if scatter > FLAG_AT else Steadiness.STEADY


def percentile(samples: Sequence[float], p: float) -> tuple[str, float]:
    """The value at ``p`` (0.5 to below 1) with its name, such as ``("p99", 8.1)``.

    A percentile needs ``10 / (1 - p)`` samples: with fewer, at most a handful lie beyond it and
    it is their luck. The largest value is named then, as what it is.
    """
    if not 0.5 <= p < 1:
        raise ValueError(f"{p} is no upper percentile")
    ordered = sorted(samples)
    if len(ordered) * (1 - p) < 10 - 1e-9:
        return "최댓값", ordered[-1]
    rank = min(len(ordered) - 1, int(p * len(ordered)))
    return f"p{100 * p:g}", ordered[rank]


def clustered(groups: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Median and 95 % interval of samples that come from several fresh processes.

    Processes differ (page placement, alignment), so samples of one are not independent. The
    interval stands on one value a process, its median: Student's t on three to five of them,
    order statistics on six or more; and it is never narrower than that of the pooled samples.
    There is no test first whether processes differ: with three of them such a test sees too
    little (tests/measuring/test_spread.py: pooling covers the truth 65 to 90 % of the time, a
    test first 86 to 98 %, this 94 to 99 %).

    Raises:
        ValueError: With fewer than three processes.
    """
    k = len(groups)
    if k < MIN_PROCESSES:
        raise ValueError(f"{k} processes give no interval; at least {MIN_PROCESSES} are needed")
    medians = [median(group) for group in groups]
    low, high = median_interval(medians) if k >= MIN_SAMPLES else _student(medians)
    pooled = [sample for group in groups for sample in group]
    if len(pooled) >= MIN_SAMPLES:
        inner = median_interval(pooled)
        low, high = min(low, inner[0]), max(high, inner[1])
    return median(medians), low, high


def _student(values: Sequence[float]) -> tuple[float, float]:
    half = STUDENT_T[len(values)] * stdev(values) / len(values) ** 0.5
    return mean(values) - half, mean(values) + half
