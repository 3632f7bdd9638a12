"""What a ``figure`` fence asks for: an id a line, checked before a page is rendered."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from snippets.evidence.problem import GuideError

from ..source import Fence


@dataclass(frozen=True)
class Asked:
    """One line of the fence; ``offset`` counts from the opening fence."""

    id: str
    offset: int


def read(body: str) -> tuple[Asked, ...]:
    """The ids of a fence, one a line."""
    lines = enumerate(body.split("\n"), 1)
    return tuple(Asked(line.strip(), offset) for offset, line in lines if line.strip())


def check(
    path: str, fence: Fence, units: Mapping[str, str], series: Collection[str]
) -> Iterator[GuideError]:
    """Everything that is wrong with a fence.

    Args:
        path: The page, as errors name it.
        fence: The fence, with its line.
        units: Figure id → unit, of every declared figure.
        series: Every declared series.
    """
    asked = read(fence.body)
    if not asked:
        yield GuideError(
            path,
            fence.line,
            "chart-empty",
            "도표에 수치가 없습니다",
            "펜스 안에 계열의 id 하나, 또는 수치의 id를 한 줄에 하나씩 적으세요",
        )
    for one in asked:
        if one.id not in units and one.id not in series:
            yield _unknown(path, fence.line + one.offset, one.id, [*units, *series])
    yield from _together(path, fence, [one for one in asked if one.id in {*units, *series}], units)


def _together(
    path: str, fence: Fence, known: list[Asked], units: Mapping[str, str]
) -> Iterator[GuideError]:
    """What cannot share one picture."""
    first = units.get(known[0].id) if known else None
    for one in known[1:]:
        line = fence.line + one.offset
        if one.id not in units or first is None:
            yield GuideError(
                path,
                line,
                "chart-mixed",
                f"'{one.id}': 계열은 다른 것과 한 도표에 그리지 않습니다",
                "계열마다 figure 펜스를 따로 쓰세요",
            )
        elif units[one.id] != first:
            yield GuideError(
                path,
                line,
                "chart-units",
                f"단위가 다릅니다: {known[0].id} ({first}), {one.id} ({units[one.id]})",
                "단위가 같은 수치만 한 도표에 견주세요",
            )


def _unknown(path: str, line: int, name: str, names: list[str]) -> GuideError:
    close = difflib.get_close_matches(name, names, n=1)
    return GuideError(
        path,
        line,
        "chart-id-unknown",
        f"'{name}': 어느 실험도 선언하지 않은 수치입니다",
        f"혹시 {close[0]}인가요?" if close else "python -m snippets list 로 목록을 보세요",
    )
