"""A series: one quantity at several conditions, each point with its own interval."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Literal, TypedDict, Unpack

from pydantic import BaseModel, ConfigDict, Field, model_validator

from .drawable import MAX_POINTS, problems
from .figure import MIN_SAMPLES, ClaimType, Figure, is_duration, median_interval
from .point import K, Point, exact, ordered, place

Kind = Literal["line", "points", "bar", "stacked"]
Scale = Literal["linear", "log"]


class Shape(TypedDict, total=False):
    """How a series is named and drawn; the experiment says it once."""

    label: str
    x_label: str
    x_unit: str
    kind: Kind
    x_scale: Scale
    y_scale: Scale


class Series(BaseModel):
    """Points that share a quantity and a claim type; ``id`` is ``chNN.name`` or ``appX.name``.

    Attributes:
        label: What is measured, in Korean.
        x_label: What changes from point to point.
        x_unit: Unit of ``x``; empty for a name or a bare count.
        unit: Unit of the values.
        claim_type: Set by the constructor functions below, never by an author.
        formula: How calculated values follow from ``inputs``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^(?:(?:ch\d\d|app[a-z])(?:_[a-z0-9]+)*|bench)\.[\w.-]+$")
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
        for problem in problems(self):
            raise ValueError(f"{self.id}: {problem}")
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
        group, x = place(key)
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
    return _series(id, unit, ClaimType.MEASURED, exact(values), shape)


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
    series = _series(id, unit, ClaimType.CALCULATED, exact(values), shape)
    return series.model_copy(update={"formula": formula, "inputs": tuple(inputs)})


def _series(
    id: str,  # noqa: A002
    unit: str,
    claim_type: ClaimType,
    points: Iterable[Point],
    shape: Shape,
) -> Series:
    return Series(id=id, unit=unit, claim_type=claim_type, points=ordered(points), **shape)
