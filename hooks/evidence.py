"""What the pages of one build may show: its records, and what went wrong in getting them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from snippets.evidence.calculators.worked import Worked
from snippets.evidence.claim import Judged
from snippets.evidence.figure import Figure
from snippets.evidence.formulas.outcome import Outcome
from snippets.evidence.problem import GuideError
from snippets.evidence.record import Record
from snippets.evidence.series import Series
from snippets.evidence.trace import Trace
from snippets.evidence.withheld import Withheld


class How(StrEnum):
    """How a build came by a record; with ``skipped`` these add up to all that is declared."""

    EXECUTED = "executed"
    REUSED = "reused"
    RECORDED = "recorded"


@dataclass(frozen=True)
class Standing:
    """A record and what it is worth in this build.

    Attributes:
        here: Whether it was taken on this machine; if not, no page may call it local.
        since: What has changed since it was taken, for a record that is shown all the same.
    """

    record: Record
    how: How
    here: bool = True
    since: tuple[str, ...] = ()


@dataclass
class Evidence:
    """What the pages of one build may show.

    Attributes:
        standings: Experiment id → its record in this build.
        outcomes: Formula id → what came out of it.
        calculators: Id → the calculator with its defaults worked out.
        skipped: Experiment id → why this build did without it.
        problems: Experiments that failed, at the line of the page that needs them.
        past: Ids of figures whose past values the site shows.
    """

    standings: dict[str, Standing] = field(default_factory=dict)
    outcomes: dict[str, Outcome | Withheld] = field(default_factory=dict)
    calculators: dict[str, Worked] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    problems: list[GuideError] = field(default_factory=list)
    past: frozenset[str] = frozenset()

    @property
    def records(self) -> dict[str, Record]:
        """Experiment id → record."""
        return {name: standing.record for name, standing in self.standings.items()}

    def came_by(self, how: How) -> tuple[str, ...]:
        """Experiments whose record this build came by in that way."""
        return tuple(name for name, one in self.standings.items() if one.how is how)

    def standing(self, name: str) -> Standing | None:
        """The standing of the experiment that a figure, trace or record belongs to."""
        return self.standings.get(name.partition(".")[0])

    def value(self, name: str) -> Figure | Withheld | None:
        """What stands under a figure's id, measured or from a formula."""
        made = self.outcomes.get(name)
        if made is not None:
            return made.figure if isinstance(made, Outcome) else made
        found = self.standing(name)
        return found.record.value(name) if found else None

    def figure(self, name: str) -> tuple[Figure, Record] | None:
        """A figure and the record behind it."""
        value, found = self.value(name), self.standing(name)
        return (value, found.record) if isinstance(value, Figure) and found else None

    def series(self, name: str) -> tuple[Series, Record] | None:
        """A series and the record it comes from."""
        found = self.standing(name)
        series = found.record.series.get(name) if found else None
        return (series, found.record) if found and series else None

    def trace(self, name: str) -> tuple[Trace, Record] | None:
        """A trace and the record it comes from."""
        found = self.standing(name)
        trace = found.record.traces.get(name) if found else None
        return (trace, found.record) if found and trace else None

    def claim(self, name: str) -> Judged | None:
        """A claim with the verdict that its record gives it."""
        found = self.standing(name)
        return found.record.claims.get(name) if found else None
