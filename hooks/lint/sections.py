"""Every chapter has every part, in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from snippets.evidence.problem import GuideError

from ..tokens import parse
from . import outline, questions
from .outline import CHAPTER, NEXT, QUESTIONS, Found

PAGE = re.compile(r"docs/(?:en/)?(\d\d)-[^/]*\.md")
LAST = "09"
"""The chapter that nothing comes after."""


def check(path: str, body: str, offset: int = 0) -> Iterator[GuideError]:
    """What a chapter lacks or has in the wrong place; other pages are free."""
    page = PAGE.fullmatch(path)
    if page is None:
        return
    tokens = parse(body)
    found = outline.read(tokens, offset)
    settled = outline.settled(found)
    end = len(body.rstrip("\n").split("\n")) + offset
    yield from _missing(path, settled, {one.rank for one in found}, page[1] == LAST, end)
    yield from (_moved(path, one, settled) for one in found if one not in settled)
    yield from (_level(path, one) for one in found if one.level not in (one.part.levels or (0,)))
    for one in found:
        if one.part is QUESTIONS:
            yield from questions.check(path, tokens, one.line, offset)
        elif one.part is NEXT and one in settled:
            yield from _closing(path, one, outline.end_of(tokens, offset))


def _missing(
    path: str, settled: Sequence[Found], ranks: set[int], last: bool, end: int
) -> Iterator[GuideError]:
    for rank, part in enumerate(CHAPTER):
        if rank in ranks or (part is NEXT and last):
            continue
        line = next((one.line for one in settled if one.rank > rank), end)
        yield GuideError(
            path, line, "section-missing", f"{part}이 없습니다", _between(rank, settled)
        )


def _moved(path: str, one: Found, settled: Sequence[Found]) -> GuideError:
    message = f"{one.part}이 제자리에 없습니다"
    return GuideError(path, one.line, "section-order", message, _between(one.rank, settled))


def _between(rank: int, settled: Sequence[Found]) -> str:
    """Where a part belongs, told by its neighbours on this page."""
    before = [one for one in settled if one.rank < rank]
    after = [one for one in settled if one.rank > rank]
    if before and after:
        return f"{before[-1].part} 다음, {after[0].part} 앞에 두세요"
    if before:
        return f"{before[-1].part} 다음, 쪽 끝에 두세요"
    return f"{after[0].part} 앞에 두세요" if after else "모든 장의 본보기는 01장입니다"


def _level(path: str, one: Found) -> GuideError:
    right = " 또는 ".join("#" * level for level in one.part.levels)
    return GuideError(
        path,
        one.line,
        "section-level",
        f"{one.part}의 제목 단계가 다릅니다: {'#' * one.level}",
        f"{right} 로 적으세요",
    )


def _closing(path: str, one: Found, end: int) -> Iterator[GuideError]:
    if end > one.line:
        yield GuideError(
            path,
            one.line,
            "section-order",
            f"{NEXT}이 페이지의 마지막이 아닙니다",
            f"{end}번째 줄의 글보다 뒤로 옮기세요",
        )
