from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median

import pytest

from snippets.evidence.figure import median_interval
from snippets.evidence.spread import Steadiness, clustered, percentile, relative_iqr, steadiness

Noise = Callable[[random.Random], float]


def gauss(draw: random.Random) -> float:
    return draw.gauss(0, 0.02)


def heavy(draw: random.Random) -> float:
    """One sample in ten is up to ten times as far out, on the slow side."""
    return draw.gauss(0, 0.02) if draw.random() < 0.9 else abs(draw.gauss(0, 0.3))


def median_of(noise: Noise) -> float:
    draw = random.Random(9)
    return median(noise(draw) for _ in range(50_000))


@pytest.mark.parametrize("noise", [gauss, heavy])
def test_the_interval_of_independent_rounds_covers_the_median(noise: Noise) -> None:
    draw, truth = random.Random(1), 1 + median_of(noise)
    covered = 0
    for _ in range(1000):
        low, high = median_interval([1 + noise(draw) for _ in range(12)])
        covered += low <= truth <= high
    assert covered >= 940


def processes(draw: random.Random, k: int, between: float, noise: Noise) -> list[list[float]]:
    levels = [1 + draw.gauss(0, between) for _ in range(k)]
    return [[level * (1 + noise(draw)) for _ in range(9)] for level in levels]


@pytest.mark.parametrize("noise", [gauss, heavy])
@pytest.mark.parametrize("between", [0.0, 0.01, 0.02, 0.06])
@pytest.mark.parametrize("k", [3, 5, 7])
def test_the_interval_over_processes_covers_the_median(
    k: int, between: float, noise: Noise
) -> None:
    draw, truth = random.Random(2), 1 + median_of(noise)
    covered = 0
    for _ in range(1000):
        value, low, high = clustered(processes(draw, k, between, noise))
        assert low <= value <= high
        covered += low <= truth <= high
    assert covered >= 929  # 95 %, less three standard errors of 1000 draws


def test_pooling_the_samples_of_processes_that_differ_does_not_cover_it() -> None:
    """Why ``clustered`` exists."""
    draw = random.Random(3)
    covered = 0
    for _ in range(400):
        pooled = [one for group in processes(draw, 3, 0.06, gauss) for one in group]
        low, high = median_interval(pooled)
        covered += low <= 1 <= high
    assert covered < 400 * 0.75


def test_two_processes_give_no_interval() -> None:
    with pytest.raises(ValueError, match="2 processes give no interval; at least 3 are needed"):
        clustered([[1.0], [2.0]])


@pytest.mark.parametrize(
    ("samples", "iqr", "said"),
    [
        ([1, 1, 1, 1, 1, 1], 0.0, Steadiness.STEADY),
        ([0, 0, 0, 0, 0, 0], 0.0, Steadiness.STEADY),
        ([95, 95, 100, 105, 105], 0.10, Steadiness.STEADY),
        ([94, 94, 100, 105, 105], 0.11, Steadiness.FLAGGED),
        ([87.5, 87.5, 100, 112.5, 112.5], 0.25, Steadiness.FLAGGED),
        ([87, 87, 100, 113, 113], 0.26, Steadiness.WITHHELD),
        ([-1, -1, 0, 1, 1], float("inf"), Steadiness.WITHHELD),
    ],
)
def test_flags(samples: list[float], iqr: float, said: Steadiness) -> None:
    assert relative_iqr(samples) == pytest.approx(iqr)
    assert steadiness(samples) is said


@pytest.mark.parametrize(
    ("n", "p", "name", "value"),
    [
        (19, 0.5, "최댓값", 19),
        (20, 0.5, "p50", 11),
        (99, 0.9, "최댓값", 99),
        (100, 0.9, "p90", 91),
        (999, 0.99, "최댓값", 999),
        (1000, 0.99, "p99", 991),
        (9999, 0.999, "최댓값", 9999),
        (10000, 0.999, "p99.9", 9991),
    ],
)
def test_a_percentile_needs_samples_beyond_it(n: int, p: float, name: str, value: float) -> None:
    assert percentile(list(range(n, 0, -1)), p) == (name, value)


@pytest.mark.parametrize("p", [0.0, 0.49, 1.0, 99])
def test_no_upper_percentile(p: float) -> None:
    with pytest.raises(ValueError, match="is no upper percentile"):
        percentile([1.0], p)
