"""What no picture can show, and so no series may hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .figure import is_duration

if TYPE_CHECKING:
    from .series import Series

MAX_GROUPS = 6
"""More lines than this are not told apart by eye, in grey least of all."""
MAX_POINTS = 400
"""A page lists every point in a table beside the picture."""


def problems(series: Series) -> Iterator[str]:
    """Everything that is wrong with a series, in Korean."""
    yield from _bad_values(series)
    yield from _bad_places(series)
    yield from _bad_shape(series)


def _bad_values(series: Series) -> Iterator[str]:
    lowest = min(p.value if p.low is None else p.low for p in series.points)
    if lowest < 0 and is_duration(series.unit):
        yield f"시간이 음수입니다: {lowest:g} {series.unit}"
    if lowest <= 0 and series.y_scale == "log":
        yield f"로그 눈금에 0이나 음수는 없습니다: {lowest:g}"
    if lowest < 0 and series.kind == "stacked":
        yield f"쌓는 값은 음수일 수 없습니다: {lowest:g}"


def _bad_places(series: Series) -> Iterator[str]:
    places = [(point.group, point.x) for point in series.points]
    if len(set(places)) < len(places):
        yield "같은 자리에 점이 둘 있습니다"
    if len({isinstance(x, str) for _, x in places}) > 1:
        yield "x에 수와 이름이 섞여 있습니다"
    if None in series.groups and len(series.groups) > 1:
        yield "어떤 점에는 묶음이 있고 어떤 점에는 없습니다"
    if len(series.groups) > MAX_GROUPS:
        yield f"묶음이 {len(series.groups)}개입니다 ({MAX_GROUPS}개 이하)"
    if series.x_scale == "log" and any(isinstance(x, str) or x <= 0 for _, x in places):
        yield "로그 눈금의 x는 0보다 큰 수여야 합니다"


def _bad_shape(series: Series) -> Iterator[str]:
    if series.kind == "line" and isinstance(series.points[0].x, str):
        yield "이름 사이는 선으로 잇지 않습니다 (points나 bar)"
    if series.kind in {"bar", "stacked"} and series.y_scale == "log":
        yield "로그 눈금에서는 막대의 길이가 뜻을 잃습니다 (points나 line)"
    if series.kind == "stacked" and series.groups == (None,):
        yield "쌓으려면 묶음이 있어야 합니다"
