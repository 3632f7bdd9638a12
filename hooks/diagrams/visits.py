"""A traced request as a walk: one visit after another, in the order of causes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from snippets.evidence.trace import Path, Span

from .arrows import arrows, source
from .assignment import Assignment
from .diagram import Diagram, Kind
from .occurrences import occurrences


@dataclass(frozen=True)
class Visit:
    """One stay at a node, or one time that a message happened.

    Attributes:
        part: Id of the node or the message.
        step: The step it belongs to; -1 before the first.
        spans: In the order of causes.
        came_by: Id of the arrow that led to the node; ``None`` where there is none.
    """

    part: str
    step: int
    spans: tuple[Span, ...]
    came_by: str | None = None

    @property
    def start_us(self) -> float:
        """Start of the earliest span."""
        return min(span.start_us for span in self.spans)

    @property
    def end_us(self) -> float:
        """End of the latest span."""
        return max(span.end_us for span in self.spans)

    @property
    def duration_us(self) -> float:
        """Sum over the spans: what lies between them belongs to none."""
        return sum(span.duration_us for span in self.spans)


def visits(diagram: Diagram, assignment: Assignment) -> tuple[Visit, ...]:
    """The walk of a request through a drawing that agrees with it."""
    if diagram.kind is Kind.FLOWCHART:
        return _stays(diagram, assignment)
    place = assignment.causes.place
    return tuple(
        Visit(one.part, one.step, tuple(sorted(one.spans, key=place)))
        for one in occurrences(assignment)
    )


def path_of(spans: Sequence[Span]) -> Path:
    """The path that most of these spans are on; the control path when neither has more."""
    count = Counter(span.path for span in spans)
    return Path.DATA if count[Path.DATA] > count[Path.CONTROL] else Path.CONTROL


def _stays(diagram: Diagram, assignment: Assignment) -> tuple[Visit, ...]:
    """Spans of one node that cause each other within a step are one stay."""
    causes, parts, known = assignment.causes, assignment.parts, arrows(diagram)
    stays: list[Visit] = []
    stay_of: dict[str, int] = {}
    bound = (span for span in assignment.trace.spans if span.id in parts)
    for span in sorted(bound, key=causes.place):
        part, step, cause = parts[span.id], causes.place(span)[0], source(span, assignment)
        at = stay_of.get(cause.id) if cause else None
        if at is not None and (stays[at].part, stays[at].step) == (part, step):
            stays[at] = replace(stays[at], spans=(*stays[at].spans, span))
        else:
            came_by = known.get((parts[cause.id], part)) if cause else None
            at = len(stays)
            stays.append(Visit(part, step, (span,), came_by))
        stay_of[span.id] = at
    return tuple(stays)
