"""The file from which Material's worker makes the search, in the reader's browser."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape, unescape
from typing import Any

from ..chapters import Chapters
from ..glossary.lexicon import Lexicon
from ..glossary.term import Glossary, Term
from .reader import read
from .section import Section
from .separator import separator

PATH = "search/search_index.json"
FIELDS = {
    "title": {"boost": 6.0},
    "text": {"boost": 1.0},
    "tags": {"boost": 1.0},
    # The worker searches these as well, and shows none of them.
    "explains": {"boost": 1.0},
    "also": {"boost": 1.0},
    "names": {"boost": 2.0},
}
GATHERED = {"appendix/answers/": 0.5, "appendix/build/": 0.2}
"""Pages that repeat what others say."""
AGAIN = re.compile(r"이-페이지의-(?:수치와-조건|사실과-출처)")
"""Sections at a page's end that say once more what it has said: they are left out."""
QUESTIONS = re.compile(r"-확인-문제")
ENTRIES = {"fact-": 0.5, "term-": 0.25}
"""Beginning of an anchor → one entry of a list counts less than a section that explains."""
OFTEN = 3
"""So many times a section names a term that is its subject."""
MARKUP = re.compile(r"<[^>]+>")


@dataclass(frozen=True)
class Page:
    """A page of the site: its address from the root, its title, its HTML before the theme."""

    url: str
    title: str
    html: str


@dataclass(frozen=True)
class _Words:
    """What the glossary tells: what a section is about, and what a page explains."""

    terms: Mapping[str, Term]
    lexicon: Lexicon
    explained: Mapping[str, list[str]]

    @classmethod
    def of(cls, glossary: Glossary, chapters: Chapters) -> _Words:
        explained: dict[str, list[str]] = {}
        for term in glossary.terms.values():
            url = chapters.href(term.chapter).removeprefix("/")
            explained.setdefault(url, []).extend(_names(term))
        return cls(glossary.terms, Lexicon(glossary.terms.values()), explained)

    def also(self, text: str) -> str:
        """Other ways of writing the terms that a text is about, where it has them not itself."""
        seen = Counter(found.term for found in self.lexicon.find(text))
        often = (self.terms[one] for one, number in seen.items() if number >= OFTEN)
        lower = text.casefold()
        names = (name for term in often for name in _names(term) if name.casefold() not in lower)
        return " ".join(dict.fromkeys(names))


def index(pages: Iterable[Page], glossary: Glossary, chapters: Chapters) -> str:
    """The index of some pages, in their order."""
    words = _Words.of(glossary, chapters)
    known = [name for term in glossary.terms.values() for name in _names(term)]
    # `en`, because the files that Material loads for other languages stem and drop words.
    config = {"lang": ["en"], "separator": separator(known), "pipeline": [], "fields": FIELDS}
    docs = [one for page in pages for one in _entries(page, words)]
    return json.dumps({"config": config, "docs": docs}, ensure_ascii=False, separators=(",", ":"))


def _entries(page: Page, words: _Words) -> Iterator[dict[str, Any]]:
    for section in read(page.html):
        if AGAIN.fullmatch(section.anchor):
            continue
        title, text = section.title[0] or escape(page.title, quote=False), section.text[0]
        told = unescape(MARKUP.sub(" ", f"{title} {title} {title} {text}"))
        unseen = {
            "explains": "" if section.anchor else " ".join(words.explained.get(page.url, ())),
            "also": words.also(told),
            "names": " ".join(section.names),
        }
        yield {
            "location": page.url + (f"#{section.anchor}" if section.anchor else ""),
            "title": title,
            "text": text,
            "boost": _boost(page.url, section),
            **{field: found for field, found in unseen.items() if found},
        }


def _names(term: Term) -> list[str]:
    return [name for name in (*term.words, term.ko, term.en) if name]


def _boost(url: str, section: Section) -> float:
    boost = GATHERED.get(url, 1.0)
    for beginning, less in ENTRIES.items():
        boost *= less if section.anchor.startswith(beginning) else 1
    return boost * 0.2 if QUESTIONS.fullmatch(section.anchor) else boost
