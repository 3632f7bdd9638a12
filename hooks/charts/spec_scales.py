"""What upright and lying charts have in common: their data, and how far their scales reach."""

from __future__ import annotations

from typing import Any

import altair as alt

from snippets.evidence.point import Point
from snippets.evidence.series import Series

from .layout import from_zero

Row = dict[str, Any]


def row(point: Point) -> Row:
    """A point as Vega-Lite reads it."""
    made: Row = {"x": point.x, "g": point.group or "", "y": point.value}
    if point.low is not None:
        made |= {"low": point.low, "high": point.high}
    return made


def scale(series: Series, values: tuple[Any, ...]) -> alt.Scale:
    """One of ``values`` for each group."""
    names = [group or "" for group in series.groups]
    return alt.Scale(domain=names, range=list(values[: len(names)]))


def span(series: Series) -> tuple[float, float]:
    """What the value axis reaches over; from zero, unless that would hide every difference."""
    lowest = min(point.value if point.low is None else point.low for point in series.points)
    highest = max(point.value if point.high is None else point.high for point in series.points)
    if series.kind == "stacked":
        return 0.0, max(_totals(series).values()) * 1.02 or 1.0
    if series.y_scale == "log":
        return lowest / 1.25, highest * 1.25
    margin = (highest - lowest or abs(highest) or 1) * 0.06
    if from_zero(series):
        return min(0.0, lowest - margin if lowest < 0 else 0.0), max(0.0, highest + margin)
    return lowest - margin, highest + margin


def _totals(series: Series) -> dict[float | str, float]:
    totals: dict[float | str, float] = {}
    for point in series.points:
        totals[point.x] = totals.get(point.x, 0.0) + point.value
    return totals
