"""A point: one value of a series, at its condition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, model_validator

K = TypeVar("K", bound=float | str | tuple[str, float | str])
"""What a point stands under: ``x``, or ``(group, x)``."""


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


def exact(values: Mapping[K, float]) -> list[Point]:
    """Points without an interval."""
    places = [(*place(key), value) for key, value in values.items()]
    return [Point(x=x, group=group, value=value) for group, x, value in places]


def place(key: K) -> tuple[str | None, float | str]:
    """Group and ``x``."""
    return key if isinstance(key, tuple) else (None, key)


def ordered(points: Iterable[Point]) -> tuple[Point, ...]:
    """Group by group; numbers ascend, names keep their order."""
    points = tuple(points)
    groups = list(dict.fromkeys(point.group for point in points))

    def rank(point: Point) -> tuple[int, float]:
        return groups.index(point.group), 0.0 if isinstance(point.x, str) else point.x

    return tuple(sorted(points, key=rank))
