"""A chart in words: what its marks mean, and the picture for who does not see it."""

from __future__ import annotations

from snippets.evidence.display import value_text
from snippets.evidence.point import Point
from snippets.evidence.series import Series

from . import layout
from .labels import x_text

MARKS = {
    "line": "점은 중앙값, 띠는 그 95% 구간입니다",
    "points": "점은 중앙값, 가는 선은 그 95% 구간입니다",
    "bar": "막대 끝은 중앙값, 가는 선은 그 95% 구간입니다",
    "stacked": "조각의 길이는 중앙값이고, 그 95% 구간은 표에 있습니다",
}
"""What is drawn for a value and its interval, by kind."""


def note(series: Series) -> str:
    """What the marks mean, and where an axis may mislead."""
    said = [_spread(series)]
    upright = not layout.lying(series)
    logs = ("가로축", series.x_scale), ("세로축" if upright else "가로축", series.y_scale)
    named = list(dict.fromkeys(name for name, scale in logs if scale == "log"))
    if named:
        said.append(f"로그 눈금: {', '.join(named)}.")
    if series.y_scale == "linear" and not layout.from_zero(series):
        said.append(f"{logs[1][0]}은 0에서 시작하지 않습니다.")
    return " ".join(said)


def _spread(series: Series) -> str:
    if series.formula:
        return f"계산한 값입니다: {series.formula}."
    counts = sorted({point.n for point in series.points if point.low is not None})
    if not counts:
        return "이번 실행에서 나온 값 하나씩이라 구간이 없습니다."
    n = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
    return f"{MARKS[series.kind]} (점마다 표본 {n}개)."


def summary(series: Series) -> str:
    """The picture in words, for who does not see it: each group's ends, or every bar."""
    told = []
    for group in series.groups:
        points = [point for point in series.points if point.group == group]
        shown = points if layout.lying(series) or len(points) < 3 else (points[0], points[-1])
        values = ", ".join(f"{_x(series, p)}: {value_text(series.at(p))}" for p in shown)
        told.append(f"{group} — {values}" if group else values)
    return ". ".join(told) + "."


def _x(series: Series, point: Point) -> str:
    return f"{x_text(point)} {series.x_unit}".strip()
