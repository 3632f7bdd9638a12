"""A series: one quantity at several conditions, each point with its own interval."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Literal, TypedDict, TypeVar, Unpack

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, model_validator

from .figure import MIN_SAMPLES, ClaimType, Figure, median_interval

Kind = Literal["line", "points", "bar", "stacked"]
Scale = Literal["linear", "log"]

MAX_GROUPS = 6
"""More lines than this are not told apart by eye, in grey least of all."""
MAX_POINTS = 400
"""A page lists every point in a table beside the picture."""
DURATIONS = frozenset({"s", "ms", "µs", "μs", "us", "ns", "min", "h", "초", "분", "시간"})

K = TypeVar("K", bound=float | str | tuple[str, float | str])


class Shape(TypedDict, total=False):
    """How a series is named and drawn; the experiment says it once."""

    label: str
    x_label: str
    x_unit: str
    kind: Kind
    x_scale: Scale
    y_scale: Scale


class Point(BaseModel):
    """One value of a series.

    Attributes:
        x: The condition: a number, or a name.
        group: Which line or bar it belongs to; ``None`` when there is one only.
        value: The median of the samples, or the exact value.
        low: Lower end of the median's 95 % interval; ``None`` for an exact value.
        high: Upper end.
        n: Samples behind it; 0 for an exact value.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    x: FiniteFloat | str
    group: str | None = None
    value: FiniteFloat
    low: FiniteFloat | None = None
    high: FiniteFloat | None = None
    n: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _interval_encloses_value(self) -> Point:
        ends = (self.low, self.high)
        if ends != (None, None) and (None in ends or not ends[0] <= self.value <= ends[1]):  # type: ignore[operator]
            raise ValueError(f"x={self.x}: 구간이 값을 감싸지 않습니다")
        return self


class Series(BaseModel):
    """Points that share a quantity and a claim type; ``id`` is ``chNN.name``.

    Attributes:
        label: What is measured, in Korean.
        x_label: What changes from point to point.
        x_unit: Unit of ``x``; empty for a name or a bare count.
        unit: Unit of the values.
        claim_type: Set by the constructor functions below, never by an author.
        formula: How calculated values follow from ``inputs``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^ch\d\d\.[\w.-]+$")
    label: str = ""
    x_label: str = ""
    x_unit: str = ""
    unit: str = Field(min_length=1)
    claim_type: ClaimType
    kind: Kind = "line"
    x_scale: Scale = "linear"
    y_scale: Scale = "linear"
    points: tuple[Point, ...] = Field(min_length=1, max_length=MAX_POINTS)
    formula: str | None = None
    inputs: tuple[str, ...] = ()

    @property
    def groups(self) -> tuple[str | None, ...]:
        """The groups, in order of appearance; ``(None,)`` when there is one only."""
        return tuple(dict.fromkeys(point.group for point in self.points))

    def at(self, point: Point) -> Figure:
        """One of the points as a figure, which knows how it is written."""
        return Figure(
            id=self.id,
            label=self.label,
            unit=self.unit,
            claim_type=self.claim_type,
            value=point.value,
            low=point.low,
            high=point.high,
            formula=self.formula,
            inputs=self.inputs,
        )

    @model_validator(mode="after")
    def _can_be_drawn(self) -> Series:
        problems = [*_bad_values(self), *_bad_places(self), *_bad_shape(self)]
        if problems:
            raise ValueError(f"{self.id}: {problems[0]}")
        return self


def measured_series(  # noqa: D417  the shape is described by its type
    id: str,  # noqa: A002
    unit: str,
    samples: Mapping[K, Sequence[float]],
    **shape: Unpack[Shape],
) -> Series:
    """Points observed several times each: medians with their 95 % intervals.

    Args:
        samples: ``x`` or ``(group, x)`` → what was observed there.

    Raises:
        ValueError: A point with fewer than ``MIN_SAMPLES`` samples, or one that cannot be drawn.
    """
    points = []
    for key, taken in samples.items():
        group, x = _place(key)
        if len(taken) < MIN_SAMPLES:
            raise ValueError(f"{id}: x={x}: 표본이 {len(taken)}개뿐입니다 ({MIN_SAMPLES}개 이상)")
        low, high = median_interval(taken)
        if not all(map(math.isfinite, taken)):
            raise ValueError(f"{id}: x={x}: 표본에 수가 아닌 것이 있습니다")
        if min(taken) < 0 and is_duration(unit):
            raise ValueError(f"{id}: x={x}: 시간이 음수입니다: {min(taken):g} {unit}")
        middle = median(taken)
        points.append(Point(x=x, group=group, value=middle, low=low, high=high, n=len(taken)))
    return _series(id, unit, ClaimType.MEASURED, points, shape)


def counted_series(
    id: str,  # noqa: A002
    unit: str,
    values: Mapping[K, float],
    **shape: Unpack[Shape],
) -> Series:
    """Points that a run gives exactly: counts, or bytes."""
    return _series(id, unit, ClaimType.MEASURED, _exact(values), shape)


def calculated_series(
    id: str,  # noqa: A002
    unit: str,
    values: Mapping[K, float],
    formula: str,
    inputs: Sequence[str],
    **shape: Unpack[Shape],
) -> Series:
    """Points that arithmetic gives from exact inputs.

    Raises:
        ValueError: Without inputs; nothing can be calculated from nothing.
    """
    if not inputs:
        raise ValueError(f"{id}: 계산한 계열에는 입력이 있어야 합니다")
    series = _series(id, unit, ClaimType.CALCULATED, _exact(values), shape)
    return series.model_copy(update={"formula": formula, "inputs": tuple(inputs)})


def is_duration(unit: str) -> bool:
    """Whether values of this unit are times, such as ``ms`` or ``ms/token``."""
    return unit.partition("/")[0].strip() in DURATIONS


def _series(
    id: str,  # noqa: A002
    unit: str,
    claim_type: ClaimType,
    points: Iterable[Point],
    shape: Shape,
) -> Series:
    return Series(id=id, unit=unit, claim_type=claim_type, points=_ordered(points), **shape)


def _exact(values: Mapping[K, float]) -> list[Point]:
    places = [(*_place(key), value) for key, value in values.items()]
    return [Point(x=x, group=group, value=value) for group, x, value in places]


def _place(key: K) -> tuple[str | None, float | str]:
    return key if isinstance(key, tuple) else (None, key)


def _ordered(points: Iterable[Point]) -> tuple[Point, ...]:
    """Group by group; numbers ascend, names keep their order."""
    points = tuple(points)
    groups = list(dict.fromkeys(point.group for point in points))

    def place(point: Point) -> tuple[int, float]:
        return groups.index(point.group), 0.0 if isinstance(point.x, str) else point.x

    return tuple(sorted(points, key=place))


def _bad_values(series: Series) -> Iterable[str]:
    lowest = min(p.value if p.low is None else p.low for p in series.points)
    if lowest < 0 and is_duration(series.unit):
        yield f"시간이 음수입니다: {lowest:g} {series.unit}"
    if lowest <= 0 and series.y_scale == "log":
        yield f"로그 눈금에 0이나 음수는 없습니다: {lowest:g}"
    if lowest < 0 and series.kind == "stacked":
        yield f"쌓는 값은 음수일 수 없습니다: {lowest:g}"


def _bad_places(series: Series) -> Iterable[str]:
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


def _bad_shape(series: Series) -> Iterable[str]:
    if series.kind == "line" and isinstance(series.points[0].x, str):
        yield "이름 사이는 선으로 잇지 않습니다 (points나 bar)"
    if series.kind in {"bar", "stacked"} and series.y_scale == "log":
        yield "로그 눈금에서는 막대의 길이가 뜻을 잃습니다 (points나 line)"
    if series.kind == "stacked" and series.groups == (None,):
        yield "쌓으려면 묶음이 있어야 합니다"
