"""How a figure is written: digits limited by its spread, always ending in its unit."""

from __future__ import annotations

import math

from .figure import MIN_SAMPLES, Figure
from .spread import Steadiness, relative_iqr, steadiness

MAX_SIGNIFICANT = 4
"""More digits than this are not read, whatever the spread."""


def value_text(figure: Figure) -> str:
    """Value and unit, such as ``12.3 ms`` or ``32번``."""
    number = _number(figure.value, decimals(figure))
    return f"{number}{gap(figure.unit)}{figure.unit}"


def quantity(value: float, unit: str, digits: int = 3) -> str:
    """A bare number of so many significant digits, with its unit."""
    return f"{_number(value, digits - 1 - _exponent(value))}{gap(unit)}{unit}"


def flag_text(figure: Figure) -> str:
    """A word of warning when the samples scatter: such as ``흩어짐 큼 (IQR 14%)``."""
    if len(figure.samples) < MIN_SAMPLES or steadiness(figure.samples) is Steadiness.STEADY:
        return ""
    return f"흩어짐 큼 (IQR {100 * relative_iqr(figure.samples):.0f}%)"


def spread_text(figure: Figure) -> str:
    """The 95 % interval, such as ``[11.9–12.8]``; empty for an exact value."""
    if figure.low is None or figure.high is None:
        return ""
    digits = decimals(figure)
    return f"[{_number(figure.low, digits)}–{_number(figure.high, digits)}]"


def gap(unit: str) -> str:
    """Korean counters and the percent sign follow their number without a space."""
    return "" if unit.startswith("%") or "가" <= unit[0] <= "힣" else " "


def decimals(figure: Figure) -> int:
    """Decimals to write; negative means tens, and so on.

    The last digit written has the size of half the interval: a digit below that would be
    noise. An exact value keeps all its digits when it is whole, and four otherwise.
    """
    if figure.low is None or figure.high is None:
        if float(figure.value).is_integer():
            return 0
        size = _exponent(figure.value)
        return max(0, min(2, MAX_SIGNIFICANT - 1 - size)) if size >= 0 else 2 - size
    half = (figure.high - figure.low) / 2
    by_size = MAX_SIGNIFICANT - 1 - _exponent(figure.value)
    return min(by_size, -_exponent(half)) if half > 0 else by_size


def _exponent(number: float) -> int:
    return math.floor(math.log10(abs(number))) if number else 0


def _number(number: float, digits: int) -> str:
    return f"{round(number, digits):,.{max(digits, 0)}f}"
