"""Control path and data path: what a drawing says of a part, and what its spans say."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from snippets.evidence.problem import GuideError
from snippets.evidence.trace import Path, Span

from . import part_names, span_pattern
from .assignment import Assignment
from .diagram import Diagram, Kind, plain
from .place import Place

MARK = re.compile(r"\b(control|data) path\b|\((control|data)\)")


def check(diagram: Diagram, assignment: Assignment, fence: Place) -> Iterator[GuideError]:
    """Find spans of one path that are bound to a part drawn in the other."""
    drawn_in = marks(diagram)
    parts = {part.id: part for part in diagram.parts}
    wrong: dict[str, dict[str, list[Span]]] = defaultdict(lambda: defaultdict(list))
    for span in assignment.trace.spans:
        part = assignment.parts.get(span.id)
        if part in drawn_in and drawn_in[part] is not span.path:
            wrong[part][span.name].append(span)
    for name, spans in wrong.items():
        other = next(path for path in Path if path is not drawn_in[name])
        patterns = ", ".join(span_pattern.of_spans(some) for some in spans.values())
        yield fence.at(parts[name].line).problem(
            "diagram-path-mismatch",
            f"{drawn_in[name]} path에 그린 '{part_names.name(parts[name])}'에 "
            f"{other} path의 구간이 있습니다: {patterns}",
            "그림에서 자리를 옮기거나, 그 구간을 다른 곳에 묶으세요",
        )


def marks(diagram: Diagram) -> dict[str, Path]:
    """The parts whose path the drawing tells.

    A node has that of the subgraph around it. A message has one when both its ends do, and the
    same: an arrow from one path to the other belongs to neither alone.
    """
    if diagram.kind is Kind.FLOWCHART:
        around = {node.id: _around(diagram, node.subgraph) for node in diagram.nodes}
    else:
        ends = {actor.id: _mark(actor.label) for actor in diagram.actors}
        around = {
            message.id: ends[message.source]
            for message in diagram.messages
            if ends[message.source] is ends[message.target]
        }
    return {part: path for part, path in around.items() if path is not None}


def _around(diagram: Diagram, name: str | None) -> Path | None:
    groups = {group.id: group for group in diagram.subgraphs}
    while name is not None:
        path = _mark(groups[name].title)
        if path is not None:
            return path
        name = groups[name].parent
    return None


def _mark(text: str) -> Path | None:
    found = {first or second for first, second in MARK.findall(plain(text).lower())}
    return Path(found.pop()) if len(found) == 1 else None
