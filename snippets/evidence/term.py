"""What a claim compares: a figure, or a difference or ratio of two, with its interval.

Ends are combined so that the result holds wherever both intervals hold (interval arithmetic).
Nothing is assumed about how two figures vary together, so a difference comes out too wide rather
than too narrow; a ratio that was measured in pairs is a figure of its own and narrower.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from .figure import Figure
from .problem import GuideError
from .withheld import Withheld

Lookup = Callable[[str], Figure | Withheld | None]


class ClaimError(GuideError):
    """A claim that its author, or the code it speaks of, has to mend.

    It is raised without a place; ``at`` puts it where the claim stands.
    """

    def at(self, path: str, line: int) -> ClaimError:
        """The same error at a place."""
        return ClaimError(path, line, self.code, self.message, self.hint)


@dataclass(frozen=True)
class Interval:
    """A value between two ends; an exact value is its own ends."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Gap:
    """Why there is no value, in Korean."""

    reason: str


class _Term(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Ref(_Term):
    """A figure by its id."""

    kind: Literal["figure"] = "figure"
    id: str

    @property
    def ids(self) -> tuple[str, ...]:
        """The figures that it names."""
        return (self.id,)

    def interval(self, lookup: Lookup) -> Interval | Gap:
        """The figure's value, or why there is none."""
        found = lookup(self.id)
        if found is None:
            return Gap(f"{self.id} 수치가 없습니다")
        if isinstance(found, Withheld):
            return Gap(f"{found.label or found.id}: {found.reason}")
        if found.low is None or found.high is None:
            return Interval(found.value, found.value, found.value)
        return Interval(found.value, found.low, found.high)


class Difference(_Term):
    """``left`` less ``right``, which must have the same unit."""

    kind: Literal["difference"] = "difference"
    left: str
    right: str

    @property
    def ids(self) -> tuple[str, ...]:
        """The figures that it names."""
        return (self.left, self.right)

    def interval(self, lookup: Lookup) -> Interval | Gap:
        """The difference, or why there is none."""
        left, right = (Ref(id=name).interval(lookup) for name in self.ids)
        if isinstance(left, Gap) or isinstance(right, Gap):
            return left if isinstance(left, Gap) else right
        return Interval(left.value - right.value, left.low - right.high, left.high - right.low)


class Ratio(_Term):
    """``left`` over ``right``."""

    kind: Literal["ratio"] = "ratio"
    left: str
    right: str

    @property
    def ids(self) -> tuple[str, ...]:
        """The figures that it names."""
        return (self.left, self.right)

    def interval(self, lookup: Lookup) -> Interval | Gap:
        """The ratio, or why there is none."""
        left, right = (Ref(id=name).interval(lookup) for name in self.ids)
        if isinstance(left, Gap) or isinstance(right, Gap):
            return left if isinstance(left, Gap) else right
        if right.low <= 0 <= right.high:
            return Gap("나누는 수의 구간에 0이 들어 있습니다")
        ends = [a / b for a in (left.low, left.high) for b in (right.low, right.high)]
        return Interval(left.value / right.value, min(ends), max(ends))


Term = Annotated[Ref | Difference | Ratio, Field(discriminator="kind")]
