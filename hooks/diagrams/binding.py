"""Which spans a part of a diagram stands for, written as comments in the diagram's own fence.

    %% trace A[요청 도착] = client.send, gateway.receive
    %% trace 워커-->>사용자: 토큰 하나 = stream.send[1:]
    %% trace Note over 워커,메모리: decode 국면 = decode.*, stream.send[1:]
    %% elide scheduler.step: 까닭
    %% untraced 메모리->>워커: 값 돌려주기: 까닭
    %% outside I: 까닭

Mermaid draws nothing of it, and whoever edits the drawing has it before their eyes. A part is
named by the words that the reader sees: who changes those has to look at what they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from snippets.evidence.problem import GuideError

from . import actor_names, binding_line
from .binding_line import Bound, Elided, Entry, Noted, Outside, Untraced
from .diagram import Diagram
from .place import Place


@dataclass(frozen=True)
class Binding:
    """All of a fence's binding; lines are lines of the page.

    Attributes:
        targets: Nodes and messages, with the spans that each stands for.
        elided: Spans that are not drawn, with the reason.
        untraced: Nodes, edges, messages and notes without spans, with the reason.
        problems: What is wrong with the binding itself. It holds what could be read.
        notes: Notes, with the spans of the messages below each.
        outside: Nodes that are drawn in neither path, with the reason.
    """

    targets: tuple[Bound, ...] = ()
    elided: tuple[Elided, ...] = ()
    untraced: tuple[Untraced, ...] = ()
    problems: tuple[GuideError, ...] = ()
    notes: tuple[Noted, ...] = ()
    outside: tuple[Outside, ...] = ()

    @property
    def parts(self) -> frozenset[str]:
        """Parts that are bound or said to be untraced."""
        bound: tuple[Bound | Noted, ...] = (*self.targets, *self.notes)
        return frozenset(entry.part for entry in bound) | self.without_spans

    @property
    def without_spans(self) -> frozenset[str]:
        """Parts that are said to be untraced."""
        return frozenset(entry.part for entry in self.untraced)


def parse(source: str, diagram: Diagram, path: str, line: int) -> Binding:
    """Read a fence's binding.

    Args:
        source: What stands between the fences.
        diagram: The same source, read.
        path: The page, for errors.
        line: Line of the opening fence.
    """
    rows = re.split(r"\r\n?|\n", source)
    renamed = actor_names.renamed(diagram, [binding_line.traced(row) for row in rows])
    entries: list[Entry] = []
    problems = [*actor_names.problems(diagram, renamed, Place(path, line))]
    for offset, row in enumerate(rows, 1):
        try:
            entries += binding_line.read(row, diagram, Place(path, line).at(offset), renamed)
        except GuideError as error:
            problems.append(error)
    return Binding(
        targets=tuple(entry for entry in entries if isinstance(entry, Bound)),
        elided=tuple(entry for entry in entries if isinstance(entry, Elided)),
        untraced=tuple(entry for entry in entries if isinstance(entry, Untraced)),
        problems=(*problems, *_conflicts(entries, path)),
        notes=tuple(entry for entry in entries if isinstance(entry, Noted)),
        outside=tuple(entry for entry in entries if isinstance(entry, Outside)),
    )


def _conflicts(entries: list[Entry], path: str) -> Iterator[GuideError]:
    """Spans, and parts, about which two lines say different things."""
    for index, later in enumerate(entries):
        for earlier in entries[:index]:
            what = _shared(earlier, later)
            if what is not None:
                yield Place(path, later.line).problem(
                    "binding-conflict",
                    f"{earlier.line}번째 줄과 어긋납니다: {what}",
                    "한 곳에만 적으세요. 구간을 단계로 나누려면 구간[0], 구간[1:]",
                )


def _shared(a: Entry, b: Entry) -> str | None:
    """What both lines claim for themselves; ``None`` when they get along."""
    if isinstance(a, Outside) or isinstance(b, Outside):
        return None  # it is about a place, not about spans
    if isinstance(a, Untraced) or isinstance(b, Untraced):
        mixed = isinstance(a, Bound | Noted) or isinstance(b, Bound | Noted)
        return "묶은 곳에 untraced" if mixed and _part(a) == _part(b) else None
    if isinstance(a, Noted) is not isinstance(b, Noted) or _part(a) == _part(b):
        return None  # a note speaks of the spans that its messages hold
    overlaps = (one.name for other in a.patterns for one in b.patterns if other.overlaps(one))
    return next(overlaps, None)


def _part(entry: Entry) -> str | None:
    return None if isinstance(entry, Elided) else entry.part
