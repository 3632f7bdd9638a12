"""The table beside a diagram: how often the request passed each part, and how long."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from snippets.evidence.trace import Path, Span, Trace

from . import part_names
from .assignment import Assignment, assign
from .binding import Binding
from .binding_line import Elided
from .diagram import Diagram, Kind
from .occurrences import occurrences
from .transitions import entries


@dataclass(frozen=True)
class PartTime:
    """One row.

    Attributes:
        part: Id of the node or message; ``None`` for spans that the drawing leaves out.
        label: The part's words on one line, or the patterns of what is left out.
        count: Times that the request entered the node, or that the message happened; for what
            is left out the number of its spans.
        duration_us: Sum over its spans.
        paths: Paths of its spans, control first; empty without spans.
        bytes: Sum over those spans that count bytes; ``None`` when none does.
        reason: Why the drawing leaves it out, or why no span stands for it.
    """

    part: str | None
    label: str
    count: int
    duration_us: float
    paths: tuple[Path, ...]
    bytes: int | None
    reason: str | None


def measured(diagram: Diagram, binding: Binding, trace: Trace) -> tuple[PartTime, ...]:
    """The rows of a diagram that ``check`` found nothing wrong with.

    Parts come in drawing order, then what the drawing leaves out, in the binding's order.
    """
    assignment = assign(binding, trace)
    counts = _counts(diagram, assignment)
    reasons = {entry.part: entry.reason for entry in binding.untraced}
    parts = [
        _row(
            part.id,
            part_names.label(part),
            counts[part.id],
            assignment.spans(part.id),
            reasons.get(part.id),
        )
        for part in diagram.parts
    ]
    return (*parts, *(_left_out(elided, trace) for elided in binding.elided))


def _counts(diagram: Diagram, assignment: Assignment) -> Counter[str]:
    if diagram.kind is Kind.FLOWCHART:
        return Counter(assignment.parts[span.id] for span in entries(assignment))
    return Counter(one.part for one in occurrences(assignment))


def _left_out(elided: Elided, trace: Trace) -> PartTime:
    matches = [one.matches for one in elided.patterns]
    spans = tuple(span for span in trace.spans if any(match(span) for match in matches))
    return _row(None, elided.text, len(spans), spans, elided.reason)


def _row(
    part: str | None, label: str, count: int, spans: tuple[Span, ...], reason: str | None
) -> PartTime:
    moved = [span.bytes for span in spans if span.bytes is not None]
    return PartTime(
        part=part,
        label=label,
        count=count,
        duration_us=sum(span.duration_us for span in spans),
        paths=tuple(sorted({span.path for span in spans})),
        bytes=sum(moved) if moved else None,
        reason=reason,
    )
