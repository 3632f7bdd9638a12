"""Reads the sections of a page's HTML.

Material's own reader does the same by ``html.parser``, which takes a second for the pages of this
site: most of it is pictures, which are jumped over here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape

from ..tags import TAG, VOID, attributes
from .section import Section

HEADING = re.compile(r"h[1-6]")
SHOWN = {"p", "code", "pre", "li", "ol", "ul", "sub", "sup"}
"""What Material keeps of the markup of a result."""
PASSED = {"svg", "script", "style", "math", "object", "select"}
"""What says nothing in words."""
SMALL = re.compile(r'class="(?:figure-spread|badge)\b')
"""Beside a value: its interval and its badge, which a result has no room for."""
NAMED = ("data-figure", "data-fact", "data-claim", "data-chart")
BLANK = re.compile(r"\s+")


def read(html: str) -> list[Section]:
    """The sections of a page, the first of which is the page itself."""
    return _Reader(html).sections


class _Reader:
    def __init__(self, html: str) -> None:
        self.sections = [Section("")]
        self._open: list[tuple[str, Section]] = []  # each open element, and what it stands in
        self._heading: Section | None = None
        self._now = self.sections[0]
        for text, tag in _pieces(html):
            self._add(text)
            if tag is not None:
                self._tag(tag)
        for one in self.sections:
            one.title, one.text = [_tidy(one.title)], [_tidy(one.text)]

    def _tag(self, tag: re.Match[str]) -> None:
        name = tag[2].lower()
        if name in VOID:
            self._add(" ")
        elif tag[1]:
            self._close(name)
        else:
            self._begin(name, attributes(tag[3]))

    def _begin(self, name: str, given: Mapping[str, str]) -> None:
        before = self._now
        if HEADING.fullmatch(name) and "id" in given:
            self._heading = self._now = self._new(name, given["id"])
        elif "data-search-title" in given:
            self._now = Section(given["id"], [escape(given["data-search-title"], quote=False)])
            self.sections.append(self._now)
        self._open.append((name, before))
        for one in NAMED:
            if one in given:
                self._now.names[given[one]] = None
        if name in SHOWN:
            self._add(f"<{name}>")
        elif name in {"div", "dd", "dt", "td", "th", "tr", "summary"}:
            self._add(" ")

    def _new(self, name: str, anchor: str) -> Section:
        if name == "h1" and not self.sections[0].title:
            return self.sections[0]
        self.sections.append(Section(anchor))
        return self.sections[-1]

    def _close(self, name: str) -> None:
        if not self._open or self._open[-1][0] != name:
            return
        _, before = self._open.pop()
        if name in SHOWN:
            self._add(f"</{name}>")
        if HEADING.fullmatch(name):
            self._heading = None  # and the section goes on
        else:
            self._now = before  # the element began in that section, and the page returns to it

    def _add(self, text: str) -> None:
        if self._heading is not None:
            self._heading.title.append(text)
        else:
            self._now.text.append(text)


def _pieces(html: str) -> Iterator[tuple[str, re.Match[str] | None]]:
    """Text and the tag after it, without what is passed over."""
    place = 0
    while tag := TAG.search(html, place):
        yield html[place : tag.start()], None
        place = tag.end()
        if tag[2] and not tag[1] and _passed(tag):
            place = _end(html, tag[2], place)
        elif tag[2]:
            yield "", tag
    yield html[place:], None


def _passed(tag: re.Match[str]) -> bool:
    name = tag[2].lower()
    return (
        name in PASSED
        or "data-search-exclude" in tag[3]
        or 'class="headerlink"' in tag[3]
        or SMALL.search(tag[3]) is not None
    ) and name not in VOID


def _end(html: str, name: str, place: int) -> int:
    """Where an element ends that begins before ``place``."""
    depth = 1
    for tag in re.compile(rf"<(/?){name}\b", re.IGNORECASE).finditer(html, place):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return html.index(">", tag.end()) + 1
    return len(html)


def _tidy(pieces: list[str]) -> str:
    """One string; outside of code a run of blanks is one blank."""
    text = "".join(pieces)
    parts = re.split(r"(<pre>.*?</pre>)", text, flags=re.DOTALL)
    joined = "".join(part if part.startswith("<pre>") else BLANK.sub(" ", part) for part in parts)
    return re.sub(r"<(p|li|ol|ul|code|pre|sub|sup)>\s*</\1>", "", joined).strip()
