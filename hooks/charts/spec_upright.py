"""An upright chart: a line with its band, or points with error bars, over numbers."""

from __future__ import annotations

import math
from typing import Any

import altair as alt

from snippets.evidence.series import Series

from .frame import Frame
from .labels import ems, lines, number_format, with_unit
from .layout import keyed
from .palette import DASHES, HUES, SHAPES
from .spec_scales import row, scale, span


def chart(series: Series, frame: Frame) -> Any:
    """The layers of the chart."""
    named = series.groups != (None,) and not keyed(series, frame)
    names = [group or "" for group in series.groups]
    room = max(map(ems, names)) * frame.font + 12 if named else 0
    base = alt.Chart({"values": [row(point) for point in series.points]})
    layers = [
        *_intervals(series, frame, base),
        *_marks(series, frame, base),
        *([_names(series, frame)] if named else []),
    ]
    colour = alt.Color("g:N", scale=scale(series, HUES), legend=None)
    shared = {"x": _x_axis(series, frame), "color": colour}
    width = frame.width - 56 - room + frame.slack
    return alt.layer(*(layer.encode(**shared) for layer in layers)).properties(
        width=width, height=frame.height
    )


def _intervals(series: Series, frame: Frame, base: alt.Chart) -> list[Any]:
    """The 95 % intervals: a band behind a line, a rule through a point."""
    if all(point.low is None for point in series.points):
        return []
    known = base.transform_filter("isValid(datum.low)")
    mark = known.mark_area(opacity=0.2) if series.kind == "line" else known.mark_rule(size=1.5)
    return [mark.encode(y=_y(series, frame, "low:Q"), y2="high:Q")]


def _marks(series: Series, frame: Frame, base: alt.Chart) -> list[Any]:
    shape = alt.Shape("g:N", scale=scale(series, SHAPES), legend=None)
    y = _y(series, frame, "y:Q")
    points = base.mark_point(filled=True, size=52, opacity=1).encode(y=y, shape=shape)
    if series.kind != "line":
        return [points]
    dash = alt.StrokeDash("g:N", scale=scale(series, DASHES), legend=None)
    return [base.mark_line(strokeWidth=2.25).encode(y=y, strokeDash=dash), points]


def _y(series: Series, frame: Frame, field: str) -> alt.Y:
    reach = alt.Scale(type=series.y_scale, domain=list(span(series)), nice=False, zero=False)
    return alt.Y(field, scale=reach, axis=_y_axis(series, frame))


def _x_axis(series: Series, frame: Frame) -> alt.X:
    taken = sorted({float(point.x) for point in series.points})
    few = len(taken) <= 10
    axis = alt.Axis(
        title=lines(with_unit(series.x_label, series.x_unit), frame),
        format=number_format(taken),
        grid=False,
        **({"values": taken} if few else {"tickCount": frame.width // 80}),
    )
    reach = alt.Scale(type=series.x_scale, domain=[taken[0], taken[-1]], nice=False, padding=12)
    return alt.X("x:Q", scale=reach, axis=axis)


def _y_axis(series: Series, frame: Frame) -> alt.Axis:
    """Its title lies above it: turned Korean is hard to read."""
    return alt.Axis(
        title=lines(with_unit(series.label, series.unit), frame),
        titleAngle=0,
        titleAlign="left",
        titleBaseline="bottom",
        titleX=0,
        titleY=-7,
        format=number_format([point.value for point in series.points]),
        **(_log_ticks(*span(series)) if series.y_scale == "log" else {"tickCount": 5}),
        domain=False,
        ticks=False,
        labelPadding=6,
    )


def _log_ticks(low: float, high: float) -> dict[str, Any]:
    """Ticks of a log axis: powers of ten, 1-2-5 or every digit, the first that gives three."""
    tens = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for digits in ((1,), (1, 2, 5), range(1, 10)):
        steps = [digit * 10.0**n for n in tens for digit in digits]
        shown = [step for step in steps if low <= step <= high]
        if len(shown) > 2:
            return {"values": shown}
    return {"tickCount": 5}


def _names(series: Series, frame: Frame) -> Any:
    """The name of each line at its end, pushed apart where ends meet."""
    last = {point.group: point for point in series.points}
    log = series.y_scale == "log"
    low, high = (math.log(end) if log else end for end in span(series))
    per_unit = frame.height / (high - low)
    heights = [((math.log(p.value) if log else p.value) - low) * per_unit for p in last.values()]
    places = [low + height / per_unit for height in _apart(heights, frame.font * 1.3)]
    rows = [
        {"x": point.x, "y": math.exp(place) if log else place, "g": group or ""}
        for (group, point), place in zip(last.items(), places, strict=True)
    ]
    text = alt.Chart({"values": rows}).mark_text(
        align="left", baseline="middle", dx=10, fontSize=frame.font, fontWeight=600, limit=0
    )
    return text.encode(y=_y(series, frame, "y:Q"), text="g:N")


def _apart(heights: list[float], gap: float) -> list[float]:
    """Heights at least ``gap`` apart, in the same order, moved as little as it takes."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    moved = [heights[i] for i in order]
    for _ in range(50):
        for i in range(1, len(moved)):
            if (short := gap - (moved[i] - moved[i - 1])) > 0:
                moved[i - 1] -= short / 2
                moved[i] += short / 2
    return [height for _, height in sorted(zip(order, moved, strict=True))]
