"""What an arrow is drawn to carry, against the bytes that its spans counted.

An arrow inside the data path, or drawn thick (``==>``), is one of data: its spans have to have
moved bytes, and it does not touch the control path. Every other arrow with an end in a path is a
message: an order into the data path, an answer out of it, a decision within the control path. No
single one of its spans may carry more than ``MESSAGE_MOST``. An arrow between two places outside
both paths says nothing of its load.

The limit cannot tell every tensor from every message: one decode step looks up an embedding of
2 kB, and a prompt may be longer. So each span's own path counts as well (``path_marks``), and the
limit is there for the case that the path of a span is wrong: weights and caches in a control span.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from snippets.evidence.problem import GuideError
from snippets.evidence.trace import Path, Span

from . import part_names, path_marks, span_pattern
from .assignment import Assignment
from .diagram import Diagram, Edge, Kind, Message
from .place import Place
from .transitions import covers, moves

MESSAGE_MOST = 16 * 1024
"""Bytes. Orders and tokens of the reference system are 91 to 233 B, a prompt some kB; the weights
of one layer are over 1 MB."""


def check(diagram: Diagram, assignment: Assignment, fence: Place) -> Iterator[GuideError]:
    """Find messages that carried tensors, and arrows of data that carried nothing."""
    if diagram.kind is Kind.FLOWCHART:
        ends, loads = _places(diagram), _edge_loads(diagram, assignment)
    else:
        ends = path_marks.actors(diagram)
        loads = {message: list(assignment.spans(message.id)) for message in diagram.messages}
    for arrow, spans in loads.items():
        here, there = ends.get(arrow.source), ends.get(arrow.target)
        thick = isinstance(arrow, Edge) and arrow.thick
        if thick and spans and (Path.CONTROL in (here, there) or _strangers(spans)):
            yield _not_thick(arrow, spans, fence)
        elif thick or here is there is Path.DATA:
            yield from _empty(arrow, spans, fence)
        elif here or there:
            yield from _heavy(arrow, spans, here is there, fence)


def _places(diagram: Diagram) -> dict[str, Path]:
    """Nodes and frames whose path is told: an edge may end at either."""
    frames = {group.id: path_marks.mark(group.title) for group in diagram.subgraphs}
    return {
        **path_marks.marks(diagram),
        **{frame: path for frame, path in frames.items() if path is not None},
    }


def _edge_loads(diagram: Diagram, assignment: Assignment) -> Mapping[Edge | Message, list[Span]]:
    """For every edge the spans with which the request came to its target along it."""
    loads: dict[Edge | Message, list[Span]] = {edge: [] for edge in diagram.edges}
    ways = [(edge, frozenset().union(*covers(diagram, edge))) for edge in diagram.edges]
    for source, span in moves(assignment):
        step = source, assignment.parts[span.id]
        for edge, pairs in ways:
            if step in pairs:
                loads[edge].append(span)
    return loads


def _strangers(spans: list[Span]) -> bool:
    return any(span.path is Path.CONTROL for span in spans)


def _not_thick(arrow: Edge | Message, spans: list[Span], fence: Place) -> GuideError:
    return fence.at(arrow.line).problem(
        "diagram-arrow-thick",
        f"굵은 화살표(==>)는 data path의 것인데 control path에 닿습니다: "
        f"{part_names.name(arrow)} ({_patterns(spans)})",
        "보통 화살표 --> 로 그리세요",
    )


def _empty(arrow: Edge | Message, spans: list[Span], fence: Place) -> Iterator[GuideError]:
    # A span of the control path drawn inside the data path is an error of its own already.
    if spans and not _strangers(spans) and not any(span.bytes for span in spans):
        yield fence.at(arrow.line).problem(
            "diagram-arrow-empty",
            f"data path의 화살표인데 옮긴 바이트가 없습니다: "
            f"{part_names.name(arrow)} ({_patterns(spans)})",
            "그 구간이 옮긴 바이트를 세거나, 화살표의 자리를 옮기세요",
        )


def _heavy(
    arrow: Edge | Message, spans: list[Span], inside: bool, fence: Place
) -> Iterator[GuideError]:
    # A span of the data path drawn inside the control path is an error of its own already.
    own = [span for span in spans if not (inside and span.path is Path.DATA)]
    heavy = [span for span in own if (span.bytes or 0) > MESSAGE_MOST]
    if heavy:
        most = max(span.bytes or 0 for span in heavy)
        yield fence.at(arrow.line).problem(
            "diagram-arrow-heavy",
            f"결정을 나르는 화살표에 {most:,} B가 실렸습니다: "
            f"{part_names.name(arrow)} ({_patterns(heavy)})",
            f"메시지 하나는 {MESSAGE_MOST:,} B까지입니다. data path로 옮겨 그리거나, "
            "왜 무거운지 코드에서 찾으세요",
        )


def _patterns(spans: list[Span]) -> str:
    by_name: dict[str, list[Span]] = defaultdict(list)
    for span in spans:
        by_name[span.name].append(span)
    return ", ".join(span_pattern.of_spans(some) for some in by_name.values())
