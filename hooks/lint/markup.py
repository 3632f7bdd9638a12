"""What a reader gets to read of raw HTML."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

from .fold import WALL

SILENT = {"code", "pre", "script", "style"}
"""Elements whose text is a sample, or no text at all."""

PHRASING = {"a", "abbr", "b", "bdi", "cite", "del", "dfn", "em", "i", "ins", "mark", "q", "s"}
PHRASING |= {"small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr", "kbd", "data"}
SPOKEN = {"alt", "aria-description", "aria-label", "placeholder", "summary", "title"}
"""Attributes that are shown or read aloud."""


class Markup(HTMLParser):
    """Reads HTML piece by piece; ``text`` is what was read so far.

    Attributes:
        text: One line for every line read, so that places can be counted in it.
        spoken: Texts of attributes, each with the line breaks before it.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.spoken: list[tuple[int, str]] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note attributes that are read, and what comes between two pieces of text."""
        for name, value in attrs:
            if name in SPOKEN and value:
                self.spoken.append((self.text.count("\n"), value))
        self._between(tag)
        self._silent += tag in SILENT
        self.text += "\n" * (self.get_starttag_text() or "").count("\n")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """``<br/>`` opens nothing."""
        self.handle_starttag(tag, attrs)
        self._silent -= tag in SILENT

    def handle_endtag(self, tag: str) -> None:
        """Leave a sample."""
        self._between(tag)
        self._silent = max(0, self._silent - (tag in SILENT))

    def handle_data(self, data: str) -> None:
        """Text, or the line breaks of a sample."""
        self.text += "\n" * data.count("\n") if self._silent else data

    def handle_comment(self, data: str) -> None:
        """Nobody reads a comment."""
        self.text += "\n" * data.count("\n")

    def _between(self, tag: str) -> None:
        self.text += "" if tag in PHRASING else " " if tag == "br" else WALL


def words(html: str) -> Iterator[tuple[int, str]]:
    """The texts of a block of HTML, each with the number of line breaks before it."""
    markup = Markup()
    markup.feed(html)
    markup.close()
    yield 0, markup.text
    yield from markup.spoken
