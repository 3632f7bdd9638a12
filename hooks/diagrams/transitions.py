"""A flowchart against a trace: every step from one node to another is an arrow, and back."""

from __future__ import annotations

from collections.abc import Iterator

from snippets.evidence.problem import GuideError
from snippets.evidence.trace import Span

from .assignment import Assignment
from .diagram import Diagram, Edge
from .place import Place


def entries(assignment: Assignment) -> Iterator[Span]:
    """The spans with which the request enters a node."""
    for source, span in _moves(assignment):
        if source != assignment.parts[span.id]:
            yield span


def check(diagram: Diagram, assignment: Assignment, fence: Place) -> Iterator[GuideError]:
    """Compare the arrows that the trace takes with those that are drawn."""
    taken: dict[tuple[str, str], Span] = {}
    for source, span in _moves(assignment):
        if source is not None:
            taken.setdefault((source, assignment.parts[span.id]), span)
    drawn = {edge: _covers(diagram, edge) for edge in diagram.edges}
    lines = {node.id: node.line for node in diagram.nodes}
    for (source, target), span in taken.items():
        # To stay at a node is no step; an arrow back to itself may be drawn, but need not.
        if source != target and not any((source, target) in pairs for pairs in drawn.values()):
            yield _missing(source, target, span, fence.at(lines[source]))
    for edge, pairs in drawn.items():
        excused = edge.id in assignment.binding.without_spans
        if not excused and not pairs & taken.keys() and _judged(pairs, assignment):
            yield _unseen(edge, fence.at(edge.line))


def _moves(assignment: Assignment) -> Iterator[tuple[str | None, Span]]:
    """Every bound span, with the node from which the request came to it.

    That node is ``None`` for the first span, and after a span that is bound to nothing: where
    the request was then is not known.
    """
    for span in assignment.trace.spans:
        if span.id in assignment.parts:
            yield _source(span, assignment), span


def _judged(pairs: set[tuple[str, str]], assignment: Assignment) -> bool:
    """Whether a missing step is an error of its own, and follows from no other.

    It does follow where an end was never entered, or where the request came from, or went to, a
    span that is bound to nothing.
    """
    left = {_source(span, assignment) for span in assignment.unplaced}
    reached = {
        assignment.parts[span.id]
        for source, span in _moves(assignment)
        if source is None and span.after is not None
    }
    return any({*pair} <= assignment.seen for pair in pairs) and not any(
        source in left or target in reached for source, target in pairs
    )


def _source(span: Span, assignment: Assignment) -> str | None:
    for cause in assignment.causes.before(span):
        if cause.id not in assignment.elided:
            return assignment.parts.get(cause.id)
    return None


def _covers(diagram: Diagram, edge: Edge) -> set[tuple[str, str]]:
    """The steps an edge stands for; an end at a subgraph stands for every node in it."""
    sources, targets = _nodes(diagram, edge.source), _nodes(diagram, edge.target)
    pairs = {(source, target) for source in sources for target in targets}
    return pairs | {(target, source) for source, target in pairs} if edge.two_way else pairs


def _nodes(diagram: Diagram, name: str) -> set[str]:
    inside = {node.id for node in diagram.nodes if node.subgraph == name}
    for group in diagram.subgraphs:
        if group.parent == name:
            inside |= _nodes(diagram, group.id)
    return inside or {name}


def _missing(source: str, target: str, span: Span, place: Place) -> GuideError:
    return place.problem(
        "diagram-edge-missing",
        f"추적에는 있고 그림에는 없는 화살표입니다: {source} --> {target} ({span.name})",
        f"{source} --> {target} 를 그리거나, 왜 그리로 가는지 코드에서 찾으세요",
    )


def _unseen(edge: Edge, place: Place) -> GuideError:
    return place.problem(
        "diagram-edge-unseen",
        f"그림에는 있고 추적에는 없는 화살표입니다: {edge.source} --> {edge.target}",
        f"지우거나, %% untraced {edge.source}-->{edge.target}: 까닭 을 적으세요",
    )
