"""The frames of a flowchart: once one names a path, every traced node has its place.

A node stands in a frame that names a path, or the binding says why it stands in neither. The frame
of one path does not stand in that of the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from snippets.evidence.problem import GuideError

from .assignment import Assignment
from .diagram import Diagram, Node, Subgraph, plain
from .part_names import written
from .path_marks import mark, marks
from .place import Place


def check(diagram: Diagram, assignment: Assignment, fence: Place) -> Iterator[GuideError]:
    """Find nodes without a place, frames that name none, and needless excuses."""
    placed = marks(diagram)
    excused = {entry.part: entry for entry in assignment.binding.outside}
    for excuse, entry in excused.items():
        if excuse in placed or not _tells_paths(diagram):
            yield Place(fence.path, entry.line).problem(
                "binding-outside",
                f"어느 경로에도 넣지 않았다고 할 것이 없습니다: {excuse}",
                "틀 안에 그렸거나 경로를 적은 틀이 없습니다. 이 줄을 지우세요",
            )
    yield from _nested(diagram, fence)
    if not _tells_paths(diagram):
        return
    told: set[str] = set()
    for node in diagram.nodes:
        if node.id not in assignment.seen or node.id in placed or node.id in excused:
            continue
        frame = _outermost(diagram, node)
        if frame is None:
            yield _homeless(diagram, node, fence)
        elif frame.id not in told:
            told.add(frame.id)
            yield _unmarked(frame, fence)


def _nested(diagram: Diagram, fence: Place) -> Iterator[GuideError]:
    groups = {group.id: group for group in diagram.subgraphs}
    for inner in diagram.subgraphs:
        own, around = mark(inner.title), inner.parent
        while own is not None and around is not None:
            outer = groups[around]
            if mark(outer.title) not in (None, own):
                yield fence.at(inner.line).problem(
                    "diagram-frame-nested",
                    f"{own} path의 틀이 {mark(outer.title)} path의 틀 안에 있습니다: "
                    f"'{plain(inner.title)}'",
                    "앞의 틀이 어디서 끝나는지(end) 보세요",
                )
                break
            around = outer.parent


def _tells_paths(diagram: Diagram) -> bool:
    return any(mark(group.title) is not None for group in diagram.subgraphs)


def _outermost(diagram: Diagram, node: Node) -> Subgraph | None:
    groups = {group.id: group for group in diagram.subgraphs}
    frame = groups[node.subgraph] if node.subgraph else None
    while frame is not None and frame.parent:
        frame = groups[frame.parent]
    return frame


def _homeless(diagram: Diagram, node: Node, fence: Place) -> GuideError:
    return fence.at(node.line).problem(
        "diagram-node-outside",
        f"어느 경로의 틀에도 들지 않았습니다: {node.id}",
        f"틀 안에 그리거나, %% outside {written(diagram, node)}: 까닭 을 적으세요",
    )


def _unmarked(frame: Subgraph, fence: Place) -> GuideError:
    return fence.at(frame.line).problem(
        "diagram-frame-unmarked",
        f"어느 경로인지 말하지 않는 틀입니다: '{plain(frame.title)}'",
        "제목에 control path 나 data path 를 적으세요",
    )
