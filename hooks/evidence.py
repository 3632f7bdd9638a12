"""What the pages of one build may show: its records, and what went wrong in getting them."""

from __future__ import annotations

from dataclasses import dataclass, field

from snippets.evidence.figure import Figure
from snippets.evidence.problem import GuideError
from snippets.evidence.record import Record
from snippets.evidence.trace import Trace


@dataclass
class Evidence:
    """What the pages of one build may show.

    Attributes:
        records: Experiment id → the record of this build.
        executed: Experiments that ran.
        reused: Experiments whose record still held.
        problems: Experiments that failed, at the line of the page that needs them.
    """

    records: dict[str, Record] = field(default_factory=dict)
    executed: list[str] = field(default_factory=list)
    reused: list[str] = field(default_factory=list)
    problems: list[GuideError] = field(default_factory=list)

    def figure(self, name: str) -> tuple[Figure, Record] | None:
        """A figure and the record it comes from."""
        record = self.records.get(name.partition(".")[0])
        return (record.figures[name], record) if record and name in record.figures else None

    def trace(self, name: str) -> tuple[Trace, Record] | None:
        """A trace and the record it comes from."""
        record = self.records.get(name.partition(".")[0])
        return (record.traces[name], record) if record and name in record.traces else None
