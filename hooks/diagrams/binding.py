"""Which spans a part of a diagram stands for, written as comments in the diagram's own fence.

    %% trace A = client.send, gateway.receive
    %% trace W-->>U: 토큰 하나 = stream.send[1:]
    %% elide scheduler.step: 까닭
    %% untraced M->>W: 값 돌려주기: 까닭

Mermaid draws nothing of it, and whoever edits the drawing has it before their eyes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from snippets.evidence.problem import GuideError

from . import binding_line
from .binding_line import Bound, Elided, Entry, Untraced
from .diagram import Diagram
from .place import Place


@dataclass(frozen=True)
class Binding:
    """All of a fence's binding; lines are lines of the page.

    Attributes:
        problems: What is wrong with the binding itself. It holds what could be read.
    """

    targets: tuple[Bound, ...] = ()
    elided: tuple[Elided, ...] = ()
    untraced: tuple[Untraced, ...] = ()
    problems: tuple[GuideError, ...] = ()

    @property
    def parts(self) -> frozenset[str]:
        """Parts that are bound or said to be untraced."""
        return frozenset(entry.part for entry in self.targets) | self.without_spans

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
    entries: list[Entry] = []
    problems: list[GuideError] = []
    for offset, row in enumerate(re.split(r"\r\n?|\n", source), 1):
        try:
            entries += binding_line.read(row, diagram, Place(path, line).at(offset))
        except GuideError as error:
            problems.append(error)
    return Binding(
        tuple(entry for entry in entries if isinstance(entry, Bound)),
        tuple(entry for entry in entries if isinstance(entry, Elided)),
        tuple(entry for entry in entries if isinstance(entry, Untraced)),
        (*problems, *_conflicts(entries, path)),
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
    if isinstance(a, Untraced) or isinstance(b, Untraced):
        mixed = isinstance(a, Bound) or isinstance(b, Bound)
        return "묶은 곳에 untraced" if mixed and _part(a) == _part(b) else None
    if _part(a) == _part(b):
        return None
    overlaps = (one.name for other in a.patterns for one in b.patterns if other.overlaps(one))
    return next(overlaps, None)


def _part(entry: Entry) -> str | None:
    return None if isinstance(entry, Elided) else entry.part
