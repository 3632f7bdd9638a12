"""A value that goes into a formula, and how strong a result from several can be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..display import value_text
from ..figure import ClaimType, Figure
from ..withheld import Withheld

STRENGTH = tuple(reversed(ClaimType))
"""Weakest first: inferred, calculated, vendor-reported, measured."""
GRADES = ("SECONDARY", "REPRODUCTION", "PRIMARY")
"""Weakest first."""
_WRITTEN = ("value", "low", "high", "unit", "claim_type")


@dataclass(frozen=True)
class Quantity:
    """What a reference resolves to.

    Attributes:
        conditions: One line a source: who says so, in which record or fact, on what.
        link: Where the source is; from the site's root when it starts with ``/``.
        here: Whether it is not measured, or measured on this machine.
    """

    value: float
    low: float | None
    high: float | None
    unit: str
    claim_type: ClaimType
    grade: str | None = None
    conditions: tuple[str, ...] = ()
    link: str = ""
    here: bool = True

    @classmethod
    def of(
        cls,
        figure: Figure,
        grade: str | None,
        conditions: tuple[str, ...],
        link: str = "",
        here: bool = True,
    ) -> Quantity:
        """A figure as an input."""
        kept = figure.value, figure.low, figure.high, figure.unit, figure.claim_type
        return cls(*kept, grade, conditions, link, here)

    @property
    def figure(self) -> Figure:
        """The other way round, for the functions that write figures."""
        return Figure(id="", **{name: getattr(self, name) for name in _WRITTEN})

    @property
    def text(self) -> str:
        """Value and unit, written as any figure is."""
        return written(self.figure)


Resolve = Callable[[str], Quantity | Withheld | None]
"""Reference → what it stands for; ``None`` when there is nothing of that name."""


def written(figure: Figure) -> str:
    """Value and unit; a pure number has no unit to write."""
    text = value_text(figure)
    return text.removesuffix(" 1") if figure.unit == "1" else text


def weakest(quantities: Iterable[Quantity]) -> ClaimType:
    """The claim type of what is calculated from ``quantities``: calculated at the best."""
    types = [ClaimType.CALCULATED, *(one.claim_type for one in quantities)]
    return min(types, key=STRENGTH.index)


def weakest_grade(quantities: Iterable[Quantity]) -> str | None:
    """The weakest source grade that goes in; ``None`` when no input has one."""
    grades = [str(one.grade) for one in quantities if one.grade is not None]
    return min(grades, key=GRADES.index, default=None)
