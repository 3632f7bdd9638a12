"""The fixed outline of a chapter, and what of it a page has."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markdown_it.token import Token

from ..tokens import line_of
from .fold import fold
from .runs import inline

QUOTES = str.maketrans("‘’“”", "''\"\"", "\ufe0e\ufe0f*")
"""Either kind of quotation mark, and no variation selectors of emoji."""


@dataclass(frozen=True)
class Part:
    """One part of a chapter.

    Attributes:
        name: How errors call it.
        beginning: The words with which it begins, on every chapter the same.
        levels: Which headings it may be; empty for a paragraph.
    """

    name: str
    beginning: str
    levels: tuple[int, ...] = (2,)

    def __str__(self) -> str:
        return f"'{self.name}' {'절' if self.levels else '줄'}"


QUESTIONS = Part("✍️ 확인 문제", "✍ 확인 문제")
NEXT = Part("다음 장:", "다음 장:", ())
CHAPTER = (
    Part("/// admonition | 이 장의 자리", "/// admonition | 이 장의 자리", ()),
    Part("이 장의 핵심 연결:", "이 장의 핵심 연결:", ()),
    Part("다음 질문:", "다음 질문:", ()),
    Part("목표:", "목표:", ()),
    Part("먼저: 왜 …", "먼저: 왜"),
    Part("일상 비유: …", "일상 비유:"),
    Part("정확한 정의: …", "정확한 정의:"),
    Part("약어·용어 풀이", "약어·용어 풀이", (2, 3)),
    Part("시각적 직관: …", "시각적 직관:"),
    Part("직접 재기", "직접 재기"),
    Part("직접 계산", "직접 계산"),
    Part("조건 명시: …", "조건 명시:"),
    Part("🔬 증거 읽기: …", "🔬 증거 읽기:"),
    Part("⚠️ 흔한 오해", "⚠ 흔한 오해"),
    Part("이 장에서 배운 것", "이 장에서 배운 것"),
    Part("🔎 이 장의 '지지하지 않는 결론'", "🔎 이 장의 '지지하지 않는 결론'"),
    QUESTIONS,
    NEXT,
)

ENGLISH = {
    "먼저: 왜 …": "First: why",
    "일상 비유: …": "An everyday picture:",
    "정확한 정의: …": "Exact definitions:",
    "약어·용어 풀이": "Words and abbreviations",
    "시각적 직관: …": "Seeing it:",
    "직접 재기": "Measure it yourself",
    "직접 계산": "Work it out yourself",
    "조건 명시: …": "Conditions:",
    "🔬 증거 읽기: …": "🔬 Reading the evidence:",
    "⚠️ 흔한 오해": "⚠ Common misunderstandings",
    "이 장에서 배운 것": "What this chapter taught",
    "🔎 이 장의 '지지하지 않는 결론'": "🔎 What this chapter does not support",
    "✍️ 확인 문제": "✍ Check yourself",
    "/// admonition | 이 장의 자리": "/// admonition | Where this chapter stands",
    "이 장의 핵심 연결:": "The thread so far:",
    "다음 질문:": "The question:",
    "목표:": "Goals:",
    "다음 장:": "Next chapter:",
}
"""Name of a part → how it begins on an English page."""


@dataclass(frozen=True)
class Found:
    """A part where a page has it.

    Attributes:
        rank: Its place in ``CHAPTER``.
        line: Line of the file.
        level: Of its heading; 0 for a paragraph.
    """

    rank: int
    line: int
    level: int

    @property
    def part(self) -> Part:
        """What was found."""
        return CHAPTER[self.rank]


def read(tokens: Sequence[Token], offset: int) -> list[Found]:
    """The parts that a page has, each at its first place, in the order of the page."""
    first: dict[int, Found] = {}
    for found in _all(tokens, offset):
        first.setdefault(found.rank, found)
    return list(first.values())


def _all(tokens: Sequence[Token], offset: int) -> Iterator[Found]:
    for before, token in pairwise(tokens):
        if token.type != "inline" or before.type not in {"heading_open", "paragraph_open"}:
            continue
        level = int(before.tag[1]) if before.type == "heading_open" else 0
        text = words(token)
        for rank, part in enumerate(CHAPTER):
            if bool(part.levels) == bool(level) and text.startswith(
                (part.beginning, ENGLISH[part.name])
            ):
                yield Found(rank, line_of(token, offset), level)


def words(token: Token) -> str:
    """The text of an inline token in a form that can be compared."""
    text = fold(next(inline(token, 0)).text).translate(QUOTES)
    return " ".join(unicodedata.normalize("NFC", text).split())


def settled(found: Sequence[Found]) -> list[Found]:
    """The most parts that stand in order to each other; the rest have been moved."""
    best: list[list[Found]] = []
    for one in found:
        before = [chain for chain in best if chain[-1].rank < one.rank]
        best.append([*max(before, key=len, default=[]), one])
    return max(best, key=len, default=[])


def end_of(tokens: Sequence[Token], offset: int) -> int:
    """The line on which the last text of a page begins, footnotes left out."""
    texts = [
        line_of(token, offset)
        for token in tokens
        if token.type in {"inline", "fence"} and not token.content.startswith("[^")
    ]
    return max(texts, default=offset)
