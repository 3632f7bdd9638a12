"""Times, sizes and differences of one request in words."""

from __future__ import annotations

NBSP = "\N{NO-BREAK SPACE}"
"""A number and its unit stay on one line, on a phone too."""


def time(us: float) -> str:
    """Three digits at the most: one request has no spread to limit them by."""
    value, unit = (us, "µs") if 0 < us < 100 else (us / 1000, "ms")
    number = f"{value:#.3g}".rstrip(".") if 0 < value < 999.5 else f"{value:,.0f}"
    return f"{number}{NBSP}{unit}"


def difference(us: float) -> str:
    """A time with its sign: how much longer one request took than the other."""
    sign = "+" if us > 0 else "\N{MINUS SIGN}" if us < 0 else "±"
    return f"{sign}{time(abs(us))}"


def size(number: int | None) -> str:
    """Bytes; a dash where nothing counts them."""
    if number is None:
        return "—"
    for factor, unit in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        value = number / factor
        if value >= 0.9995:  # what would be written as 1,000 is one of the larger unit
            return f"{f'{value:.3g}' if value < 999.5 else f'{value:,.0f}'}{NBSP}{unit}"
    return f"{number:,}{NBSP}B"
