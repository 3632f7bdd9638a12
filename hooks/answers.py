"""An ``answers`` fence: the questions of every page that has some, with their answers unfolded.

The fence is replaced by Markdown before a page is read, so that the figures, facts and links of an
answer are rendered, checked and counted like any others. No answer is written twice.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from snippets.evidence.problem import GuideError

from .chapters import TITLE
from .lint import outline
from .source import Source
from .tokens import language_of, line_of, parse

FENCE = "answers"
ANCHOR = "-확인-문제"
"""Of the heading of the questions, the same on every page."""
FOLDED = re.compile(r"^(\s*)type: success$", re.MULTILINE)
TARGET = re.compile(r"(?<=\]\()(?!/|[a-z][a-z0-9+.-]*:)([^)\s#]*)(#[^)\s]*)?(?=[)\s])")
FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")


def expand(body: str, pages: Mapping[str, str]) -> str:
    """The body of a page with every ``answers`` fence replaced.

    Args:
        body: Markdown without front matter, lines with LF line ends.
        pages: Path below ``docs`` → body, of every page.
    """
    lines = body.split("\n")
    for token in reversed([one for one in parse(body) if one.type == "fence"]):
        if language_of(token) == FENCE and token.level == 0 and token.map:
            lines[token.map[0] : token.map[1]] = "\n\n".join(_gathered(pages)).split("\n")
    return "\n".join(lines)


def at_the_fence(source: Source, body: str, offset: int) -> Source:
    """A page read from its expanded body, each thing at the line of the fence that brought it.

    There is no such line in the file as the one on which it stands in the expanded body.
    """
    fences = [one for one in parse(body) if one.type == "fence" and language_of(one) == FENCE]
    line = line_of(fences[0], offset) if fences else 1
    return Source(
        source.path,
        tuple(replace(one, line=line) for one in source.roles),
        tuple(replace(one, line=line) for one in source.fences),
    )


def check(path: str, body: str, offset: int = 0) -> Iterator[GuideError]:
    """What of a page's questions cannot stand on another page."""
    start, text = questions(body)
    for number, line in enumerate(text.split("\n"), start + 1 + offset):
        if mark := FOOTNOTE.search(line):
            yield GuideError(
                path,
                number,
                "answers-footnote",
                f"확인 문제에 각주가 있습니다: {mark[0]}",
                "정답 페이지에는 각주가 따라가지 않습니다. 괄호 안에 적으세요",
            )


def questions(body: str) -> tuple[int, str]:
    """The numbered list below the heading of the questions, and the lines before it."""
    below = False
    for before, token in pairwise(parse(body)):
        if before.type == "heading_open":
            below = outline.words(token).startswith(outline.QUESTIONS.beginning)
        elif below and token.type == "ordered_list_open" and token.level == 0 and token.map:
            first, end = token.map
            return first, "\n".join(body.split("\n")[first:end]).rstrip()
    return 0, ""


def _gathered(pages: Mapping[str, str]) -> Iterator[str]:
    for path in sorted(pages):  # chapters, then appendices
        if text := questions(pages[path])[1]:
            name = posixpath.basename(path).removesuffix(".md")
            title = TITLE.search(pages[path])
            yield f"## {title[1] if title else name} {{#answers-{name}}}"
            yield f"[문제만 보기](/{path}#{ANCHOR})"
            yield _moved(FOLDED.sub(r"\1type: success\n\1open: true", text), path)


def _moved(text: str, path: str) -> str:
    """The text with its links written from the root of the site."""

    def root(match: re.Match[str]) -> str:
        target, anchor = match[1], match[2] or ""
        there = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        return f"/{there if target else path}{anchor}"

    return TARGET.sub(root, text)
