"""Control path and data path: what a drawing says of a part, and what its spans say."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from snippets.evidence.problem import GuideError
from snippets.evidence.trace import Path, Span

from . import part_names, span_pattern
from .assignment import Assignment
from .diagram import Diagram, Kind, Message, Node, Subgraph, plain
from .place import Place

MARK = re.compile(r"\b(control|data) path\b|\((control|data)\)", re.ASCII)  # "data path의" too
FRAME_HINT = "틀의 제목이 맞는지, 안에 그린 것이 맞는지 보세요"
PART_HINT = "그림에서 자리를 옮기거나, 그 구간을 다른 곳에 묶으세요"


def check(diagram: Diagram, assignment: Assignment, fence: Place) -> Iterator[GuideError]:
    """Find spans of one path that are bound to a part drawn in the other.

    Where all that a frame holds belongs to the other path, its title is wrong: that is one error.
    """
    drawn_in = marks(diagram)
    wrong: dict[str, dict[str, list[Span]]] = defaultdict(lambda: defaultdict(list))
    for span in assignment.trace.spans:
        at = assignment.parts.get(span.id)
        if at in drawn_in and drawn_in[at] is not span.path:
            wrong[at][span.name].append(span)
    told: set[str] = set()
    for frame in diagram.subgraphs:
        inside = [node for node in sorted(assignment.seen) if marking_frame(diagram, node) == frame]
        if len(inside) > 1 and set(inside) <= wrong.keys():
            told |= set(inside)
            yield _frame(frame, inside, drawn_in[inside[0]], fence)
    for part in diagram.parts:
        if part.id in wrong.keys() - told:
            yield _part(part, drawn_in[part.id], [*wrong[part.id].values()], fence)


def marks(diagram: Diagram) -> dict[str, Path]:
    """The parts whose path the drawing tells.

    A node has that of the subgraph around it. A message has one when both its ends do, and the
    same: an arrow from one path to the other belongs to neither alone.
    """
    if diagram.kind is Kind.FLOWCHART:
        frames = {node.id: marking_frame(diagram, node.id) for node in diagram.nodes}
        around = {node: mark(frame.title) for node, frame in frames.items() if frame}
    else:
        ends = actors(diagram)
        around = {
            message.id: ends.get(message.source)
            for message in diagram.messages
            if ends.get(message.source) is ends.get(message.target)
        }
    return {part: path for part, path in around.items() if path is not None}


def actors(diagram: Diagram) -> dict[str, Path]:
    """The participants whose words tell a path."""
    told = {actor.id: mark(actor.label) for actor in diagram.actors}
    return {actor: path for actor, path in told.items() if path is not None}


def marking_frame(diagram: Diagram, node: str) -> Subgraph | None:
    """The innermost subgraph around a node whose title tells a path."""
    groups = {group.id: group for group in diagram.subgraphs}
    name = next((one.subgraph for one in diagram.nodes if one.id == node), None)
    while name is not None:
        if mark(groups[name].title) is not None:
            return groups[name]
        name = groups[name].parent
    return None


def mark(text: str) -> Path | None:
    """The path that a title or a participant's words tell; ``None`` for none, and for both."""
    found = {first or second for first, second in MARK.findall(plain(text).lower())}
    return Path(found.pop()) if len(found) == 1 else None


def _other(path: Path) -> Path:
    return next(one for one in Path if one is not path)


def _frame(frame: Subgraph, inside: list[str], drawn: Path, fence: Place) -> GuideError:
    return fence.at(frame.line).problem(
        "diagram-path-mismatch",
        f"{drawn} path라고 쓴 틀인데 안의 것이 모두 {_other(drawn)} path입니다: "
        f"'{plain(frame.title)}' ({', '.join(inside)})",
        FRAME_HINT,
    )


def _part(part: Node | Message, drawn: Path, spans: list[list[Span]], fence: Place) -> GuideError:
    patterns = ", ".join(span_pattern.of_spans(some) for some in spans)
    return fence.at(part.line).problem(
        "diagram-path-mismatch",
        f"{drawn} path에 그린 '{part_names.name(part)}'에 "
        f"{_other(drawn)} path의 구간이 있습니다: {patterns}",
        PART_HINT,
    )
