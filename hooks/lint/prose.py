"""Ways of writing that the checks and the site read differently, and headings without a place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from markdown_it.token import Token

from snippets.evidence.problem import GuideError

from ..tokens import line_of, parse

INDENTED = re.compile(r"^[ \t]*(?:\?\?\?\+?|!!!|===[!+]?)[ ]", re.MULTILINE)


def check(path: str, body: str, offset: int = 0) -> Iterator[GuideError]:
    """What hides text from the checks, and what breaks the page's outline."""
    tokens = parse(body)
    lines = body.split("\n")
    for token in tokens:
        for line, code, message, hint in _hidden(token, lines):
            yield GuideError(path, line + offset, code, message, hint)
    yield from _headings(path, tokens, offset)


def _hidden(token: Token, lines: list[str]) -> Iterator[tuple[int, str, str, str]]:
    line = line_of(token, 0)
    if token.type == "inline":
        for match in INDENTED.finditer(token.content):
            yield (
                line + token.content.count("\n", 0, match.start()),
                "block-indented",
                f"'{match[0].strip()}' 블록은 쓰지 않습니다: 들여 쓴 글은 검사에서 빠집니다",
                "/// details | 제목 … /// 또는 /// admonition | 제목 … /// 로 적으세요",
            )
    elif token.type == "code_block":
        yield (
            line,
            "code-indented",
            "네 칸 더 들여 쓴 글입니다: 검사는 코드로 읽어 지나칩니다",
            "코드는 ``` 펜스로, 글은 덜 들여 쓰고, 각주와 정의는 한 문단으로 적으세요",
        )
    elif token.type == "fence" and not _closed(token, lines):
        yield (
            line,
            "fence-open",
            "펜스가 닫히지 않았습니다: 이 아래가 모두 코드로 읽힙니다",
            f"끝에 {token.markup} 한 줄을 더하세요",
        )
    elif token.type == "html_block" and token.content.count("<!--") > token.content.count("-->"):
        yield (
            line,
            "comment-open",
            "주석이 닫히지 않았습니다: 이 아래가 모두 숨습니다",
            "끝에 --> 를 더하세요",
        )


def _closed(fence: Token, lines: list[str]) -> bool:
    """Whether the last line of a fence is its end; CommonMark closes one in silence."""
    first, end = fence.map or (0, 0)
    last = lines[end - 1].strip(" >\t") if end - first > 1 else ""
    return len(last) >= len(fence.markup) and not last.strip(fence.markup[0])


def _headings(path: str, tokens: Sequence[Token], offset: int) -> Iterator[GuideError]:
    level = 0
    for token, text in pairwise(tokens):
        if token.type != "heading_open":
            continue
        line, depth = line_of(token, offset), int(token.tag[1])
        if not re.search(r"\w", text.content):
            yield GuideError(
                path,
                line,
                "heading-anchor",
                "제목에 글자가 없어 주소를 만들 수 없습니다",
                "글자를 적거나 {#이름} 을 붙이세요",
            )
        if depth > level + 1:
            yield GuideError(
                path,
                line,
                "heading-jump",
                f"제목이 {level}단계 다음에 바로 {depth}단계입니다",
                f"{'#' * (level + 1)} 로 시작하세요",
            )
        level = depth
