"""Finds terms in a text. Nothing here knows of HTML, of Markdown or of the site."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .particles import ends
from .term import Term

# A word begins: not within another, nor behind the hyphen or the dot of one (non-dense, x.decode),
# nor as the lower half of a unit (B/토큰).
BEGIN = re.compile(
    r"(?<![0-9A-Za-z_가-힣])(?<![0-9A-Za-z_][-.])(?:[0-9A-Za-z]|(?<![A-Za-z]/)[가-힣])"
)
BLANKS = {ord(one): " " for one in "\t\n\r\u00a0\u202f"}


@dataclass(frozen=True)
class Segment:
    """A piece of a text; ``term`` is the id of the term that it is, or empty."""

    text: str
    term: str = ""


@dataclass(frozen=True)
class Found:
    """A term where it stands in an NFC text."""

    start: int
    end: int
    term: str


class Lexicon:
    """The words to look for."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._begins: dict[str, list[tuple[str, Term]]] = {}
        for term in terms:
            for word in term.words if term.link else ():
                self._begins.setdefault(word[0], []).append((word, term))
        for words in self._begins.values():
            words.sort(key=lambda one: (-len(one[0]), one[0]))  # the longest first

    def segments(self, text: str, seen: set[str]) -> list[Segment]:
        """Cut a text at the terms that are not in ``seen`` yet; they join it.

        The pieces put together are the text in NFC.
        """
        text = unicodedata.normalize("NFC", text)
        pieces: list[Segment] = []
        place = 0
        for found in self.find(text):
            if found.term in seen:
                continue
            seen.add(found.term)
            if found.start > place:
                pieces.append(Segment(text[place : found.start]))
            pieces.append(Segment(text[found.start : found.end], found.term))
            place = found.end
        return [*pieces, Segment(text[place:])] if place < len(text) else pieces

    def find(self, text: str) -> Iterator[Found]:
        """Every place of a term in an NFC text, longest first; none lies within another."""
        text = text.translate(BLANKS)
        place = 0
        while begin := BEGIN.search(text, place):
            start = begin.start()
            found = self._at(text, start)
            if found is not None:
                yield found
            place = found.end if found else start + 1

    def _at(self, text: str, start: int) -> Found | None:
        for word, term in self._begins.get(text[start], ()):
            end = start + len(word)
            if (
                text.startswith(word, start)
                and ends(text, end)
                and not any(text.startswith(other, start) for other in term.excepted)
            ):
                return Found(start, end, term.id)
        return None
