"""The texts of a page, as a reader takes them in: without markup, without code, with lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markdown_it.token import Token

from ..tokens import line_of
from . import markup
from .fold import WALL

ROLE = re.compile(r"\{[a-z]+\}$")
PART = re.compile(r"[\d.,\s]+|[A-Za-zµμ/]{2,8}|%p?|[가-힣]{1,4}")
"""A code span that is only half a quantity; its other half may stand outside."""


@dataclass(frozen=True)
class Run:
    """Text that is read in one go.

    Attributes:
        text: NFC; a line break in it is a line break of the file.
        line: Where it begins.
    """

    text: str
    line: int

    @classmethod
    def of(cls, text: str, line: int) -> Run:
        """A run of a text in any form of Unicode."""
        return cls(unicodedata.normalize("NFC", text), line)

    def line_at(self, index: int) -> int:
        """The line of the character at ``index``."""
        return self.line + self.text.count("\n", 0, index)


def runs(tokens: Iterable[Token], offset: int) -> Iterator[Run]:
    """All texts of a page outside its fences."""
    for token in tokens:
        line = line_of(token, offset)
        if token.type == "inline":
            yield from inline(token, line)
        elif token.type == "html_block":
            for breaks, text in markup.words(token.content):
                yield Run.of(text, line + breaks)


def inline(token: Token, line: int) -> Iterator[Run]:
    """The text of one inline token, then the texts that its tags and links carry along."""
    reader = _Inline(token.content)
    reader.read(token.children or ())
    yield Run.of(reader.text, line)
    for breaks, text in (*reader.spoken, *reader.markup.spoken):
        yield Run.of(text, line + breaks)


class _Inline:
    """Puts the children of an inline token back together.

    Raw HTML goes through one ``Markup`` for the whole paragraph: ``<code>`` may stand far from
    its end.
    """

    def __init__(self, raw: str) -> None:
        self.markup = markup.Markup()
        self.spoken: list[tuple[int, str]] = []
        self._raw = raw
        self._seen = 0

    @property
    def text(self) -> str:
        return self.markup.text

    def read(self, children: Iterable[Token]) -> None:
        address = False
        for child in children:
            if child.type in {"link_open", "link_close"}:
                address = child.type == "link_open" and child.markup == "autolink"
            if child.type == "text" and not address:
                self._say(child.content)
            elif child.type in {"softbreak", "hardbreak"}:
                self._say("\n")
            elif child.type == "code_inline":
                self._code(child)
            elif child.type == "html_inline":
                self.markup.feed(child.content)
            elif child.type == "image":
                self.read(child.children or ())
            if title := child.attrGet("title"):
                self.spoken.append((self.text.count("\n"), str(title)))

    def _say(self, text: str) -> None:
        self.markup.handle_data(text)

    def _code(self, child: Token) -> None:
        """A wall; the line breaks in a code span are spaces by now, its source still has them."""
        role = ROLE.search(self.text) if child.markup == "`" else None
        half = role is None and PART.fullmatch(child.content)
        self._say(child.content if half else WALL)
        ticks = re.compile(rf"(?<![\\`]){child.markup}(?!`)")
        start = ticks.search(self._raw, self._seen)
        end = ticks.search(self._raw, start.end()) if start else None
        if start and end:
            self._seen = end.end()
            self._say("\n" * self._raw.count("\n", start.end(), end.start()))
