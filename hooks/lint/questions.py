"""The questions at the end of a chapter: enough of them, each with a folded answer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from snippets.evidence.problem import GuideError

from ..tokens import line_of

ENOUGH = 3
CONDITION = "[조건 묻기]"
ENGLISH = "[Ask for conditions]"
FOLDED = re.compile(r"^///\s*details\b.*$", re.MULTILINE)
BARE = re.compile(r"^\s*(?:///.*|(?:type|open|attrs)\s*:.*)?$", re.MULTILINE)
"""Lines of a block that are none of its content."""


@dataclass(frozen=True)
class Question:
    """One question: its own text and its answer; no answer where nothing is folded."""

    line: int
    text: str
    answer: str | None


def check(path: str, tokens: Sequence[Token], heading: int, offset: int) -> Iterator[GuideError]:
    """What the questions below a heading lack."""
    asked = list(read(tokens, heading, offset))
    if len(asked) < ENOUGH:
        yield GuideError(
            path,
            heading,
            "section-questions",
            f"확인 문제가 {len(asked)}개뿐입니다",
            f"'1.'로 시작하는 문제를 {ENOUGH}개 이상 적으세요",
        )
    for number, question in enumerate(asked, 1):
        if not question.answer:
            yield GuideError(
                path,
                question.line,
                "section-answers",
                f"확인 문제 {number}번에 접힌 답이 없습니다",
                "문제 아래에 네 칸 들여 /// details | 답 보기 … /// 를 적으세요",
            )
    if asked and not any(
        CONDITION in question.text or ENGLISH in question.text for question in asked
    ):
        yield GuideError(
            path,
            heading,
            "section-condition",
            f"{CONDITION} 문제가 없습니다",
            f"한 문제를 **{CONDITION}** 로 시작하세요",
        )


def read(tokens: Sequence[Token], heading: int, offset: int) -> Iterator[Question]:
    """The questions between a heading and the next one."""
    line, texts = 0, list[str]()
    for token in _below(tokens, heading, offset):
        if token.type == "list_item_open" and token.level == 1 and token.info:  # a numbered one
            line, texts = line_of(token, offset), []
        elif token.type == "list_item_close" and token.level == 1 and line:
            yield _question(line, "\n".join(texts))
            line = 0
        elif line and token.content:
            texts.append(token.content)


def _below(tokens: Sequence[Token], heading: int, offset: int) -> Iterator[Token]:
    below = False
    for token in tokens:
        if token.type == "heading_open" and token.level == 0:
            below = line_of(token, offset) == heading
        elif below:
            yield token


def _question(line: int, content: str) -> Question:
    text, *answer = FOLDED.split(unicodedata.normalize("NFC", content))
    return Question(line, text, BARE.sub("", "".join(answer)).strip() if answer else None)
