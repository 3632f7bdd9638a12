from __future__ import annotations

import math

import pytest
from pydantic import ValidationError

from snippets.evidence.display import spread_text, value_text
from snippets.evidence.figure import (
    ClaimType,
    Figure,
    calculated,
    counted,
    measured,
    median_interval,
)


def test_six_samples_are_enclosed_by_their_extremes() -> None:
    assert median_interval([5, 1, 4, 2, 6, 3]) == (1, 6)


def test_the_interval_misses_a_known_median_at_most_one_time_in_twenty() -> None:
    # Exact coverage of (k-th, n+1-k-th): 1 - 2 P(Binomial(n, 1/2) < k).
    for n in (6, 9, 15, 30, 100):
        low, _ = median_interval(list(range(1, n + 1)))
        k = int(low)
        missed = 2 * sum(math.comb(n, i) for i in range(k)) / 2**n
        one_more = missed + 2 * math.comb(n, k) / 2**n
        assert missed <= 0.05 < one_more


def test_five_samples_give_no_interval() -> None:
    with pytest.raises(ValueError, match="5 samples give no 95 % interval; at least 6 are needed"):
        measured("ch01.x", "ms", [1, 2, 3, 4, 5])


def test_nothing_is_calculated_from_nothing() -> None:
    with pytest.raises(ValueError, match=r"ch01\.x: a calculated figure names its inputs"):
        calculated("ch01.x", "배", 2.0, "a / b", [])


def test_not_a_number_is_no_figure() -> None:
    with pytest.raises(ValidationError):
        counted("ch01.x", "B", float("nan"))


def test_no_time_is_negative() -> None:
    with pytest.raises(ValidationError, match=r"a\.b: a negative time"):
        measured("a.b", "ms", [-1, 2, 3, 4, 5, 6])
    assert measured("a.b", "%", [-1, 2, 3, 4, 5, 6]).low == -1


def test_an_interval_encloses_its_value() -> None:
    with pytest.raises(ValidationError, match="does not enclose"):
        Figure(id="a.b", unit="ms", claim_type=ClaimType.MEASURED, value=3, low=1, high=2)


@pytest.mark.parametrize(
    ("value", "low", "high", "unit", "text"),
    [
        (12.3456, 11.9, 12.8, "ms", "12.3 ms [11.9–12.8]"),
        (12.3456, 12.3451, 12.3461, "ms", "12.35 ms [12.35–12.35]"),
        (1234.5, 1100.0, 1400.0, "µs", "1,200 µs [1,100–1,400]"),
        (0.98, 0.95, 1.04, "배", "0.98배 [0.95–1.04]"),
        (0.0, 0.0, 0.0, "%", "0.000% [0.000–0.000]"),
    ],
)
def test_digits_are_limited_by_the_spread(
    value: float, low: float, high: float, unit: str, text: str
) -> None:
    figure = Figure(
        id="a.b", unit=unit, claim_type=ClaimType.MEASURED, value=value, low=low, high=high
    )
    assert f"{value_text(figure)} {spread_text(figure)}" == text


def test_an_exact_value_keeps_all_its_digits() -> None:
    assert value_text(counted("a.b", "개", 26738688)) == "26,738,688개"
    assert spread_text(counted("a.b", "개", 26738688)) == ""
    assert value_text(calculated("a.b", "배", 1.5, "3 / 2", ["x"])) == "1.50배"
