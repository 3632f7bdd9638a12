"""The numbers that stand on a drawing: how long, how often, and how unlike another request."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from . import wording
from .arrows import taken
from .assignment import Assignment
from .binding import Binding
from .diagram import Diagram, Kind
from .part_time import measured


@dataclass(frozen=True)
class Badge:
    """One part or arrow in one request.

    Attributes:
        duration_us: Sum of its spans, or of the gaps that an arrow bridges; ``None`` when it is
            not known, or must not be shown.
        count: Visits, messages or times taken.
        difference_us: How much longer than in the other request; ``None`` without one.
    """

    duration_us: float | None
    count: int
    difference_us: float | None = None

    @property
    def text(self) -> str:
        """The duration in words; empty when there is none."""
        return "" if self.duration_us is None else wording.time(self.duration_us)

    @property
    def difference(self) -> str | None:
        """The difference in words, with its sign."""
        return None if self.difference_us is None else wording.difference(self.difference_us)


Badges = dict[str, Badge]
"""Node, message or arrow → badge, of those that the request passed."""


def badges(
    diagram: Diagram, binding: Binding, assigned: Sequence[Assignment]
) -> tuple[Badges, ...]:
    """The badges of every request; of two, each is compared with the other."""
    alone = tuple(_alone(diagram, binding, one) for one in assigned)
    if len(alone) != 2:
        return alone
    first, second = alone
    arrows = {edge.id for edge in diagram.edges}
    return _compared(first, second, arrows), _compared(second, first, arrows)


def _alone(diagram: Diagram, binding: Binding, assignment: Assignment) -> Badges:
    shown = assignment.trace.withheld is None
    found = {
        row.part: Badge(row.duration_us if shown else None, row.count)
        for row in measured(diagram, binding, assignment.trace)
        if row.part is not None and row.count
    }
    if diagram.kind is Kind.FLOWCHART:
        for arrow, way in taken(diagram, assignment).items():
            # No gap is one moment noted twice; less than none, two clocks that disagree.
            known = shown and way.gap_us > 0
            found[arrow] = Badge(way.gap_us if known else None, way.count)
    return found


def _compared(mine: Badges, other: Badges, arrows: Collection[str]) -> Badges:
    return {
        # What an arrow takes is a matter of microseconds: a difference would only be in the way.
        name: badge if name in arrows else _against(badge, other.get(name))
        for name, badge in mine.items()
    }


def _against(badge: Badge, other: Badge | None) -> Badge:
    if other is None or badge.duration_us is None or other.duration_us is None:
        return badge
    return Badge(badge.duration_us, badge.count, badge.duration_us - other.duration_us)
