"""The body of a ``compare`` fence: which requests, and what the page calls them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from snippets.evidence.problem import GuideError

from .source import Fence


@dataclass(frozen=True)
class Compared:
    """One line of the fence; ``offset`` counts from the opening fence."""

    trace: str
    label: str
    offset: int

    @property
    def complete(self) -> bool:
        """Whether it names a trace, and says what the page calls it."""
        return bool(self.trace and self.label)


def read(body: str) -> tuple[Compared, ...]:
    """Read a fence; a line that lacks something comes back incomplete."""
    lines = []
    for offset, line in enumerate(body.split("\n"), 1):
        if line.strip():
            trace, _, label = line.partition("=")
            lines.append(Compared(trace.strip(), label.strip(), offset))
    return tuple(lines)


def check(path: str, fence: Fence) -> Iterator[GuideError]:
    """What is wrong with the fence itself; whether its drawing is there, the page tells."""
    lines = read(fence.body)
    if fence.options is not None and not fence.options.get("diagram"):
        yield GuideError(
            path,
            fence.line,
            "compare-diagram",
            "어느 그림에 견주는지 적지 않았습니다",
            '```compare {diagram="journey"} 처럼 적으세요',
        )
    for line in lines:
        if not line.complete:
            yield GuideError(
                path,
                fence.line + line.offset,
                "compare-line",
                "추적 하나에는 id와 부를 이름이 있어야 합니다",
                "ch01.queued = 줄을 선 손님",
            )
    if len({line.trace for line in lines}) != len(lines) or len(lines) != 2:
        yield GuideError(
            path,
            fence.line,
            "compare-two",
            f"서로 다른 추적 둘을 견줍니다 (지금은 {len({line.trace for line in lines})}개)",
            "한 줄에 하나씩, 두 줄을 적으세요",
        )
