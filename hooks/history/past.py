"""The past of one experiment, figure by figure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from snippets.evidence.catalogue import Listing

from .change import Reason, moved, reasons
from .entry import Entry, Value

DRAWN = 3
"""Takings in a picture and its table."""


@dataclass(frozen=True)
class Point:
    """A figure at one taking.

    Attributes:
        take: Which taking, from 0.
        value: ``None`` when it was withheld.
        moved: Whether it can be told apart from the value before.
    """

    take: int
    value: Value | None
    moved: bool = False


@dataclass(frozen=True)
class Line:
    """A figure over all takings since it has the unit that it has now."""

    id: str
    label: str
    points: tuple[Point, ...]

    @property
    def values(self) -> tuple[Value, ...]:
        """Where there was a number."""
        return tuple(point.value for point in self.points if point.value is not None)

    @property
    def still(self) -> bool:
        """Whether it is the same exact value every time: nothing that a chart would show."""
        seen = self.values
        same = all(one.exact and one.value == seen[0].value for one in seen)
        return same and len(seen) == len(self.points)


@dataclass(frozen=True)
class Past:
    """An experiment and its entries, oldest first.

    Attributes:
        entries: The newest; older ones stay in the file.
        taken: How often it was taken in all.
        file: Where all of it lies.
    """

    listing: Listing
    entries: tuple[Entry, ...]
    taken: int = 0
    file: Path = Path()

    @cached_property
    def drawn(self) -> Past:
        """The newest takings alone: each is a column, and the page has to stay light."""
        return replace(self, entries=self.entries[-DRAWN:])

    @cached_property
    def reasons(self) -> tuple[tuple[Reason, ...], ...]:
        """What changed before each taking; nothing to say of the first."""
        pairs = pairwise(self.entries)
        return ((), *(reasons(before, after) for before, after in pairs))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The figures of today that had at least two values, in the order of the declaration."""
        found = (self._line(name, *said) for name, said in self.listing.figures.items())
        return tuple(line for line in found if len(line.values) > 1)

    def _line(self, name: str, unit: str, label: str) -> Line:
        points: list[Point] = []
        last: Value | None = None
        for take, entry in enumerate(self.entries):
            value = entry.figures.get(name)
            if value is not None and value.unit != unit:
                points, last = [], None  # what it was then is another quantity
            elif value is not None:
                points.append(Point(take, value, last is not None and moved(last, value)))
                last = value
            elif name in entry.withheld and points:
                points.append(Point(take, None))
        return Line(name, label, tuple(points))


def shown(pasts: tuple[Past, ...]) -> Iterator[str]:
    """Ids of the figures whose past is worth a chart."""
    for past in pasts:
        yield from (line.id for line in past.drawn.lines if not line.still)
