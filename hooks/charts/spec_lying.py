"""A lying chart: a row a condition, with bars, their pieces, or points."""

from __future__ import annotations

from typing import Any

import altair as alt

from snippets.evidence.display import value_text
from snippets.evidence.point import Point
from snippets.evidence.series import Series

from .frame import Frame
from .labels import ems, lines, number_format, with_unit, x_text
from .layout import keyed, names_fit
from .palette import HATCHES, HUES, INK, PALES, PAPER, SHAPES
from .spec_scales import Row, row, scale, span


def chart(series: Series, frame: Frame) -> Any:
    """The rows of the chart."""
    names = list(dict.fromkeys(x_text(point) for point in series.points))
    apart = series.kind != "stacked" and series.groups != (None,)
    headed = apart or not names_fit(tuple(names), frame)
    left = (
        names
        if not headed
        else []
        if not apart or keyed(series, frame)
        else scale(series, ()).domain
    )
    rows = [_lying_row(series, point, frame, i) for i, point in enumerate(series.points)]
    room = max(map(ems, left), default=0) * frame.font + 12
    ends = max(ems(one["text"]) for one in rows) * frame.font if series.kind != "stacked" else 0
    y = alt.Y(
        "g:N" if headed else "x:N",
        sort=None,
        scale=alt.Scale(paddingInner=0.35, paddingOuter=0.15),
        axis=_left_axis(frame, room, labels=bool(left)),
        title=None if headed else with_unit(series.x_label, series.x_unit),
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
    facet = alt.Row("x:N", sort=[one["x"] for one in rows], header=header, title=None)
    return layers.facet(row=facet, data=data, spacing=frame.font)


def _lying_row(series: Series, point: Point, frame: Frame, number: int) -> Row:
    figure = series.at(point)
    made = row(point) | {"x": "\n".join(lines(x_text(point), frame)), "i": number}
    high = point.value if point.high is None else point.high
    return made | {"end": max(high, 0), "text": value_text(figure)}


def _rows(series: Series, frame: Frame, y: alt.Y) -> list[Any]:
    """Bars or points, their intervals, and their values at the end."""
    base = alt.Chart().encode(y=y)
    x = alt.X(
        "y:Q",
        scale=alt.Scale(type=series.y_scale, domain=list(span(series)), nice=False, zero=False),
        axis=alt.Axis(
            title=lines(with_unit(series.label, series.unit), frame),
            tickCount=frame.width // 110,
            format=number_format([point.value for point in series.points]),
            domain=False,
            ticks=False,
        ),
    )
    if series.kind == "stacked":
        fill = alt.Fill("g:N", scale=scale(series, HATCHES), legend=None)
        return [base.mark_bar(stroke=PAPER, strokeWidth=1.5).encode(x=x, fill=fill, order="i:Q")]
    return [_values(series, frame, base, x), *_ends(base, frame)]


def _values(series: Series, frame: Frame, base: alt.Chart, x: alt.X) -> Any:
    hatched = keyed(series, frame)
    if series.kind == "bar":
        fill = alt.Fill("g:N", scale=scale(series, HATCHES if hatched else PALES), legend=None)
        return base.mark_bar().encode(x=x, fill=fill)
    shape = alt.Shape("g:N", scale=scale(series, SHAPES), legend=None)
    fill = alt.Fill("g:N", scale=scale(series, HUES), legend=None)
    return base.mark_point(filled=True, size=70, opacity=1).encode(x=x, fill=fill, shape=shape)


def _ends(base: alt.Chart, frame: Frame) -> list[Any]:
    known = base.transform_filter("isValid(datum.low)")
    rule = known.mark_rule(color=INK, strokeWidth=1.5).encode(x="low:Q", x2="high:Q")
    caps = [
        known.mark_tick(color=INK, thickness=1.5, size=8).encode(x=f"{end}:Q")
        for end in ("low", "high")
    ]
    text = base.mark_text(
        align="left", baseline="middle", dx=7, color=INK, fontSize=frame.font - 1, limit=0
    )
    return [rule, *caps, text.encode(x="end:Q", text="text:N")]


def _left_axis(frame: Frame, room: float, labels: bool) -> alt.Axis:
    return alt.Axis(
        labelColor=INK,
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
