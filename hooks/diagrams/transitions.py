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
    for source, span in moves(assignment):
        if source != assignment.parts[span.id]:
            yield span


def check(diagram: Diagram, assignment: Assignment, fence: Place) -> Iterator[GuideError]:
    """Compare the arrows that the trace takes with those that are drawn."""
    taken: dict[tuple[str, str], Span] = {}
    for source, span in moves(assignment):
        if source is not None:
            taken.setdefault((source, assignment.parts[span.id]), span)
    drawn = {edge: covers(diagram, edge) for edge in diagram.edges}
    ways = {pair for directions in drawn.values() for pairs in directions for pair in pairs}
    lines = {node.id: node.line for node in diagram.nodes}
    for (source, target), span in taken.items():
        # To stay at a node is no step; an arrow back to itself may be drawn, but need not.
        if source != target and (source, target) not in ways:
            yield _missing(source, target, span, fence.at(lines[source]))
    for edge, directions in drawn.items():
        if edge.id in assignment.binding.without_spans:
            continue
        if edge.headless:
            yield _headless(edge, fence.at(edge.line))
        for pairs in directions:
            if not pairs & taken.keys() and _judged(pairs, assignment):
                yield _unseen(edge, pairs, fence.at(edge.line))
    yield from _twice(diagram, fence)


def _twice(diagram: Diagram, fence: Place) -> Iterator[GuideError]:
    """Arrows that draw the same step from the same end to the same end once more."""
    first: dict[tuple[str, str], Edge] = {}
    for edge in diagram.edges:
        ways = [(edge.source, edge.target), (edge.target, edge.source)][: 1 + edge.two_way]
        again = next((first[way] for way in ways if way in first), None)
        if again is not None:
            yield _again(edge, again, fence)
        for way in ways:
            first.setdefault(way, edge)


def moves(assignment: Assignment) -> Iterator[tuple[str | None, Span]]:
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
        for source, span in moves(assignment)
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


def covers(diagram: Diagram, edge: Edge) -> list[set[tuple[str, str]]]:
    """The steps an edge stands for, apart for each of its directions.

    An end at a subgraph stands for every node in it.
    """
    sources, targets = _nodes(diagram, edge.source), _nodes(diagram, edge.target)
    there = {(source, target) for source in sources for target in targets}
    back = {(target, source) for source, target in there}
    return [there, back] if edge.two_way else [there]


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


def _unseen(edge: Edge, pairs: set[tuple[str, str]], place: Place) -> GuideError:
    forth = pairs & {(edge.source, edge.target)} or not edge.two_way
    way = (edge.source, edge.target) if forth else (edge.target, edge.source)
    return place.problem(
        "diagram-edge-unseen",
        f"그림에는 있고 추적에는 없는 화살표입니다: {' --> '.join(way)}",
        f"지우거나, %% untraced {edge.source}-->{edge.target}: 까닭 을 적으세요",
    )


def _headless(edge: Edge, place: Place) -> GuideError:
    return place.problem(
        "diagram-edge-headless",
        f"어느 쪽으로 가는지 알 수 없는 선입니다: {edge.source} --- {edge.target}",
        f"{edge.source} --> {edge.target} 처럼 화살표로 그리세요",
    )


def _again(edge: Edge, first: Edge, fence: Place) -> GuideError:
    return fence.at(edge.line).problem(
        "diagram-edge-twice",
        f"같은 화살표를 두 번 그렸습니다: {edge.source} --> {edge.target} "
        f"(먼저 그린 것은 {fence.at(first.line).line}번째 줄)",
        "하나를 지우세요",
    )
