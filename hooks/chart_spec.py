"""A series as a Vega-Lite chart, built with Altair.

Numbers along x stand upright: a line with its band, or points with error bars. Names, and bars,
lie: a row a condition, its name to the left or above, its value at the end of the bar.
"""

from __future__ import annotations

import math
from typing import Any

import altair as alt

from snippets.evidence.display import value_text
from snippets.evidence.series import Point, Series

from . import chart_svg as look
from .chart_svg import Frame, ems, x_text

VERSION = ".".join(alt.SCHEMA_VERSION.lstrip("v").split(".")[:2])
FONT = "Noto Sans CJK KR"
Row = dict[str, Any]


def spec(series: Series, frame: Frame) -> dict[str, Any]:
    """The chart for one width, as Vega-Lite's JSON."""
    make = _lying if look.lying(series) else _upright
    chart: Any = make(series, frame)  # each kind of chart has a class of its own
    small = frame.font - 1
    configured = (
        chart.configure(font=FONT, background="transparent", padding=5)
        .configure_view(stroke=None)
        .configure_axis(
            **{f"{part}Color": look.SOFT for part in ("label", "title")},
            **{f"{part}Color": look.EDGE for part in ("domain", "tick")},
            gridColor=look.RULE,
            labelFontSize=small,
            titleFontSize=small,
            titleFontWeight="normal",
            titlePadding=8,
            labelLimit=0,
            titleLimit=0,
            labelOverlap="greedy",
            labelSeparation=8,
            labelFlush=False,
        )
        .configure_header(
            labelColor=look.INK, labelFontSize=small, labelPadding=-6, labelLimit=0, title=None
        )
    )
    return dict(configured.to_dict())


# ---- Upright ----


def _upright(series: Series, frame: Frame) -> Any:
    named = series.groups != (None,) and not look.keyed(series, frame)
    names = [group or "" for group in series.groups]
    room = max(map(ems, names)) * frame.font + 12 if named else 0
    base = alt.Chart({"values": [_row(point) for point in series.points]})
    layers = [
        *_intervals(series, frame, base),
        *_marks(series, frame, base),
        *([_names(series, frame)] if named else []),
    ]
    colour = alt.Color("g:N", scale=_scale(series, look.HUES), legend=None)
    shared = {"x": _x_axis(series, frame), "color": colour}
    width = frame.width - 56 - room + frame.slack
    return alt.layer(*(layer.encode(**shared) for layer in layers)).properties(
        width=width, height=frame.height
    )


def _row(point: Point) -> Row:
    row: Row = {"x": point.x, "g": point.group or "", "y": point.value}
    if point.low is not None:
        row |= {"low": point.low, "high": point.high}
    return row


def _intervals(series: Series, frame: Frame, base: alt.Chart) -> list[Any]:
    """The 95 % intervals: a band behind a line, a rule through a point."""
    if all(point.low is None for point in series.points):
        return []
    known = base.transform_filter("isValid(datum.low)")
    mark = known.mark_area(opacity=0.2) if series.kind == "line" else known.mark_rule(size=1.5)
    return [mark.encode(y=_y(series, frame, "low:Q"), y2="high:Q")]


def _marks(series: Series, frame: Frame, base: alt.Chart) -> list[Any]:
    shape = alt.Shape("g:N", scale=_scale(series, look.SHAPES), legend=None)
    y = _y(series, frame, "y:Q")
    points = base.mark_point(filled=True, size=52, opacity=1).encode(y=y, shape=shape)
    if series.kind != "line":
        return [points]
    dash = alt.StrokeDash("g:N", scale=_scale(series, look.DASHES), legend=None)
    return [base.mark_line(strokeWidth=2.25).encode(y=y, strokeDash=dash), points]


def _y(series: Series, frame: Frame, field: str) -> alt.Y:
    scale = alt.Scale(type=series.y_scale, domain=list(_span(series)), nice=False, zero=False)
    return alt.Y(field, scale=scale, axis=_y_axis(series, frame))


def _scale(series: Series, values: tuple[Any, ...]) -> alt.Scale:
    names = [group or "" for group in series.groups]
    return alt.Scale(domain=names, range=list(values[: len(names)]))


def _x_axis(series: Series, frame: Frame) -> alt.X:
    taken = sorted({float(point.x) for point in series.points})
    few = len(taken) <= 10
    axis = alt.Axis(
        title=_lines(_with_unit(series.x_label, series.x_unit), frame),
        format=_format(taken),
        grid=False,
        **({"values": taken} if few else {"tickCount": frame.width // 80}),
    )
    scale = alt.Scale(type=series.x_scale, domain=[taken[0], taken[-1]], nice=False, padding=12)
    return alt.X("x:Q", scale=scale, axis=axis)


def _y_axis(series: Series, frame: Frame) -> alt.Axis:
    """Its title lies above it: turned Korean is hard to read."""
    return alt.Axis(
        title=_lines(_with_unit(series.label, series.unit), frame),
        titleAngle=0,
        titleAlign="left",
        titleBaseline="bottom",
        titleX=0,
        titleY=-7,
        format=_format([point.value for point in series.points]),
        **(_log_ticks(*_span(series)) if series.y_scale == "log" else {"tickCount": 5}),
        domain=False,
        ticks=False,
        labelPadding=6,
    )


def _span(series: Series) -> tuple[float, float]:
    """What the value axis reaches over; from zero, unless that would hide every difference."""
    lowest = min(point.value if point.low is None else point.low for point in series.points)
    highest = max(point.value if point.high is None else point.high for point in series.points)
    if series.kind == "stacked":
        return 0.0, max(_totals(series).values()) * 1.02 or 1.0
    if series.y_scale == "log":
        return lowest / 1.25, highest * 1.25
    margin = (highest - lowest or abs(highest) or 1) * 0.06
    if look.from_zero(series):
        return min(0.0, lowest - margin if lowest < 0 else 0.0), max(0.0, highest + margin)
    return lowest - margin, highest + margin


def _log_ticks(low: float, high: float) -> dict[str, Any]:
    """Ticks of a log axis: powers of ten, 1-2-5 or every digit, the first that gives three."""
    tens = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for digits in ((1,), (1, 2, 5), range(1, 10)):
        steps = [digit * 10.0**n for n in tens for digit in digits]
        shown = [step for step in steps if low <= step <= high]
        if len(shown) > 2:
            return {"values": shown}
    return {"tickCount": 5}


def _totals(series: Series) -> dict[float | str, float]:
    totals: dict[float | str, float] = {}
    for point in series.points:
        totals[point.x] = totals.get(point.x, 0.0) + point.value
    return totals


def _names(series: Series, frame: Frame) -> Any:
    """The name of each line at its end, pushed apart where ends meet."""
    last = {point.group: point for point in series.points}
    log = series.y_scale == "log"
    low, high = (math.log(end) if log else end for end in _span(series))
    scale = frame.height / (high - low)
    heights = [((math.log(p.value) if log else p.value) - low) * scale for p in last.values()]
    places = [low + height / scale for height in _apart(heights, frame.font * 1.3)]
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


# ---- Lying ----


def _lying(series: Series, frame: Frame) -> Any:
    names = list(dict.fromkeys(x_text(point) for point in series.points))
    apart = series.kind != "stacked" and series.groups != (None,)
    headed = apart or not look.names_fit(tuple(names), frame)
    left = (
        names
        if not headed
        else []
        if not apart or look.keyed(series, frame)
        else _scale(series, ()).domain
    )
    rows = [_lying_row(series, point, frame, i) for i, point in enumerate(series.points)]
    room = max(map(ems, left), default=0) * frame.font + 12
    ends = max(ems(row["text"]) for row in rows) * frame.font if series.kind != "stacked" else 0
    y = alt.Y(
        "g:N" if headed else "x:N",
        sort=None,
        scale=alt.Scale(paddingInner=0.35, paddingOuter=0.15),
        axis=_left_axis(frame, room, labels=bool(left)),
        title=None if headed else _with_unit(series.x_label, series.x_unit),
    )
    layers = alt.layer(*_rows(series, frame, y)).properties(
        width=frame.width - room - ends + frame.slack,
        height=alt.Step(frame.font * (1.7 if apart else 2)),
    )
    data = {"values": rows}
    if not headed:
        return layers.properties(data=data)
    header = alt.Header(
        labelOrient="top",
        labelAnchor="start",
        labelAngle=0,
        labelFontWeight=600,
        labelExpr="split(datum.value, '\\n')",
    )
    row = alt.Row("x:N", sort=[row["x"] for row in rows], header=header, title=None)
    return layers.facet(row=row, data=data, spacing=frame.font)


def _lying_row(series: Series, point: Point, frame: Frame, number: int) -> Row:
    figure = series.at(point)
    row = _row(point) | {"x": "\n".join(_lines(x_text(point), frame)), "i": number}
    high = point.value if point.high is None else point.high
    return row | {"end": max(high, 0), "text": value_text(figure)}


def _rows(series: Series, frame: Frame, y: alt.Y) -> list[Any]:
    """Bars or points, their intervals, and their values at the end."""
    base = alt.Chart().encode(y=y)
    x = alt.X(
        "y:Q",
        scale=alt.Scale(type=series.y_scale, domain=list(_span(series)), nice=False, zero=False),
        axis=alt.Axis(
            title=_lines(_with_unit(series.label, series.unit), frame),
            tickCount=frame.width // 110,
            format=_format([point.value for point in series.points]),
            domain=False,
            ticks=False,
        ),
    )
    if series.kind == "stacked":
        fill = alt.Fill("g:N", scale=_scale(series, look.HATCHES), legend=None)
        return [
            base.mark_bar(stroke=look.PAPER, strokeWidth=1.5).encode(x=x, fill=fill, order="i:Q")
        ]
    return [_values(series, frame, base, x), *_ends(base, frame)]


def _values(series: Series, frame: Frame, base: alt.Chart, x: alt.X) -> Any:
    keyed = look.keyed(series, frame)
    if series.kind == "bar":
        fill = alt.Fill(
            "g:N", scale=_scale(series, look.HATCHES if keyed else look.PALES), legend=None
        )
        return base.mark_bar().encode(x=x, fill=fill)
    shape = alt.Shape("g:N", scale=_scale(series, look.SHAPES), legend=None)
    fill = alt.Fill("g:N", scale=_scale(series, look.HUES), legend=None)
    return base.mark_point(filled=True, size=70, opacity=1).encode(x=x, fill=fill, shape=shape)


def _ends(base: alt.Chart, frame: Frame) -> list[Any]:
    known = base.transform_filter("isValid(datum.low)")
    rule = known.mark_rule(color=look.INK, strokeWidth=1.5).encode(x="low:Q", x2="high:Q")
    caps = [
        known.mark_tick(color=look.INK, thickness=1.5, size=8).encode(x=f"{end}:Q")
        for end in ("low", "high")
    ]
    text = base.mark_text(
        align="left", baseline="middle", dx=7, color=look.INK, fontSize=frame.font - 1, limit=0
    )
    return [rule, *caps, text.encode(x="end:Q", text="text:N")]


def _left_axis(frame: Frame, room: float, labels: bool) -> alt.Axis:
    return alt.Axis(
        labelColor=look.INK,
        labelFontSize=frame.font - 1,
        labels=labels,
        labelPadding=7,
        ticks=False,
        titleAngle=0,
        titleAlign="left",
        titleBaseline="bottom",
        titleX=-room + 4,
        titleY=-8,
    )


# ---- Words ----


def _with_unit(label: str, unit: str) -> str:
    return f"{label} ({unit})" if unit else label


def _lines(text: str, frame: Frame) -> list[str]:
    """A text broken between words where it is wider than the picture."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and ems(longer) * frame.font > frame.width - 56:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _format(values: list[float]) -> str:
    largest = max(map(abs, values))
    return ",~f" if largest == 0 or 1e-3 <= largest < 1e6 else "~s" if largest >= 1e6 else "~g"
