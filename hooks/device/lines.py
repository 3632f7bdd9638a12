"""A ``device`` fence: which of the build's figures stand beside the reader's own measurement.

Each line is ``B = ratio, GFLOP/s, GB/s``; the first is one column, the measure of the others, and
has no ratio: ``1 = GFLOP/s, GB/s``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from snippets.evidence.problem import GuideError

COLUMNS = ("ratio", "gflops", "gbps")
LEAST_LINES = 4
"""With fewer batches there is no shape to see, and the browser gives up (``rounds.mjs``)."""


@dataclass(frozen=True)
class Line:
    """One batch; ``offset`` counts from the opening fence, ``batch`` is 0 when it is no number."""

    batch: int
    ids: tuple[str, ...]
    offset: int

    @property
    def figures(self) -> dict[str, str]:
        """Column → figure id."""
        return dict(zip(COLUMNS[-len(self.ids) :], self.ids, strict=True))


def read(body: str) -> tuple[Line, ...]:
    """The lines of a fence, right or wrong."""
    lines = []
    for offset, text in enumerate(body.split("\n"), 1):
        if text.strip():
            batch, _, ids = text.partition("=")
            found = tuple(one.strip() for one in ids.split(",") if one.strip())
            number = int(batch) if batch.strip().isdecimal() else 0
            lines.append(Line(number, found, offset))
    return tuple(lines)


def check(path: str, line: int, body: str) -> Iterator[GuideError]:
    """What is wrong with the form of a fence that begins at ``line``."""
    found = read(body)
    if len(found) < LEAST_LINES:
        yield GuideError(
            path,
            line,
            "device-short",
            f"device 펜스에 줄이 {len(found)}개 있습니다",
            f"B마다 한 줄씩, 적어도 {LEAST_LINES}줄을 적으세요",
        )
    batch = 0
    for number, one in enumerate(found):
        needed = len(COLUMNS) - (number == 0)
        grows = one.batch > batch and (number > 0 or one.batch == 1)
        batch = one.batch
        if len(one.ids) != needed or not grows or not (batch in {1, 2} or batch % 4 == 0):
            yield GuideError(
                path,
                line + one.offset,
                "device-line",
                "device 펜스의 줄은 B와 수치 셋입니다",
                "첫 줄은 1 = GFLOP/s, GB/s, 다음부터 B = 배, GFLOP/s, GB/s. "
                "B는 1, 2, 4의 배수를 커지는 차례로",
            )
