"""Which arrow of a flowchart a request took, and how long it was on its way there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from snippets.evidence.trace import Path, Span

from .assignment import Assignment
from .diagram import Diagram, Edge

Arrows = Mapping[tuple[str, str], str]
"""Node, next node → id of the arrow between them."""


@dataclass(frozen=True)
class Taken:
    """An arrow that the request took.

    Attributes:
        count: How often.
        gap_us: From the end of what came before to the start of what came after, all times
            together, without the spans in between that the drawing leaves out. Below zero when
            clocks of two processes disagree.
        path: The data path when both ends are on it; otherwise a decision has passed.
    """

    count: int
    gap_us: float
    path: Path


def arrows(diagram: Diagram) -> Arrows:
    """Every step that the arrows stand for; of parallel ones the first that is drawn."""
    found: dict[tuple[str, str], str] = {}
    for edge in diagram.edges:
        for pair in _pairs(diagram, edge):
            found.setdefault(pair, edge.id)
    return found


def taken(diagram: Diagram, assignment: Assignment) -> dict[str, Taken]:
    """Arrow id → how it was taken, of those that were."""
    known, parts = arrows(diagram), assignment.parts
    ways: dict[str, list[tuple[Span, Span]]] = defaultdict(list)
    for span in assignment.trace.spans:
        cause = source(span, assignment) if span.id in parts else None
        if cause is not None and parts[cause.id] != parts[span.id]:
            way = known.get((parts[cause.id], parts[span.id]))
            if way is not None:
                ways[way].append((cause, span))
    return {
        way: Taken(
            len(pairs),
            sum(_gap(cause, span, assignment) for cause, span in pairs),
            _path(pairs),
        )
        for way, pairs in ways.items()
    }


def source(span: Span, assignment: Assignment) -> Span | None:
    """The drawn span from which the request came, past those that are left out on purpose."""
    for cause in assignment.causes.before(span):
        if cause.id not in assignment.elided:
            return cause if cause.id in assignment.parts else None
    return None


def _gap(cause: Span, span: Span, assignment: Assignment) -> float:
    left_out = 0.0
    for between in assignment.causes.before(span):
        if between is cause:
            break
        left_out += between.duration_us
    # Clocks count nanoseconds; what is finer is the arithmetic's own.
    return round(span.start_us - cause.end_us - left_out, 3)


def _path(pairs: list[tuple[Span, Span]]) -> Path:
    paths = {span.path for pair in pairs for span in pair}
    return Path.DATA if paths == {Path.DATA} else Path.CONTROL


def _pairs(diagram: Diagram, edge: Edge) -> Iterator[tuple[str, str]]:
    """The steps an edge stands for; an end at a subgraph stands for every node in it."""
    for start in _nodes(diagram, edge.source):
        for end in _nodes(diagram, edge.target):
            yield start, end
            if edge.two_way:
                yield end, start


def _nodes(diagram: Diagram, name: str) -> tuple[str, ...]:
    inside = [node.id for node in diagram.nodes if node.subgraph == name]
    for group in diagram.subgraphs:
        if group.parent == name:
            inside += _nodes(diagram, group.id)
    return tuple(inside) or (name,)
