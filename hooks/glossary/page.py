"""A ``glossary`` fence: every term of the site, or the pairs that are taken for one another."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from markdown import Markdown

from snippets.evidence.problem import GuideError

from ..chapters import Chapters
from ..facts import anchors
from ..source import Source
from .term import Glossary, Pair, Term

PARTS = ("terms", "pairs")
INITIALS = "ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ"
"""The first consonants of Korean syllables in their order; doubled ones stand with the plain."""


class GlossaryFence:
    """Formatter of one build's terms."""

    def __init__(self, glossary: Glossary, chapters: Chapters) -> None:
        self._glossary = glossary
        self._chapters = chapters

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return {"name": "glossary", "class": "glossary", "format": self.format}

    def format(
        self,
        source: str,
        language: str,  # noqa: ARG002
        css_class: str,  # noqa: ARG002
        options: dict[str, str],  # noqa: ARG002
        md: Markdown,
        **_: Any,
    ) -> str:
        """Render the part that the fence names."""
        if source.strip() == "pairs":
            anchors.announce(md, (one.anchor for one in self._glossary.pairs))
            cards = "".join(self._pair(one) for one in self._glossary.pairs)
            return f'<div class="term-pairs">{cards}</div>'
        anchors.announce(md, (one.anchor for one in self._glossary.terms.values()))
        return self._terms()

    def _terms(self) -> str:
        groups: dict[str, list[Term]] = {}
        for term in sorted(self._glossary.terms.values(), key=_order):
            groups.setdefault(_letter(term), []).append(term)
        index = "".join(f'<a href="#terms-{letter}">{letter}</a>' for letter in groups)
        shown = "".join(
            f'<section class="term-group"><h3 id="terms-{letter}">{letter}</h3>'
            f"<dl>{''.join(self._term(one) for one in terms)}</dl></section>"
            for letter, terms in groups.items()
        )
        return (
            f'<div class="glossary"><nav class="term-index" aria-label="첫 글자로 찾기">{index}'
            f"</nav>{shown}</div>"
        )

    def _term(self, term: Term) -> str:
        names = [
            f'<span class="term-ko">{escape(term.ko)}</span>' if term.ko else "",
            f'<span class="term-en" lang="en">{escape(term.en)}</span>' if term.en else "",
        ]
        pairs = [self._other(term, one) for one in self._glossary.pairs if term.id in one.terms]
        others = f" · 헷갈리는 짝: {'; '.join(pairs)}" if pairs else ""
        place = f'<span class="term-place">{self._chapters.link(term.chapter)}{others}</span>'
        return (
            f'<div class="term-entry" id="{term.anchor}" '
            f'data-search-title="{escape(_called(term))}">'
            f"<dt data-search-exclude>{escape(term.term)}"
            f"{''.join(names)}</dt><dd>{escape(term.meaning)} {place}</dd></div>"
        )

    def _other(self, term: Term, pair: Pair) -> str:
        names = ", ".join(self._name(one) for one in pair.terms if one != term.id)
        return f'<a href="#{pair.anchor}">{names}</a>'

    def _pair(self, pair: Pair) -> str:
        names = '<span class="term-against">/</span>'.join(
            f'<a href="#term-{one}">{self._name(one)}</a>' for one in pair.terms
        )
        return (
            f'<article class="term-pair" id="{pair.anchor}"><p class="term-names">{names}</p>'
            f"<p>{escape(pair.difference)}</p></article>"
        )

    def _name(self, term: str) -> str:
        return escape(self._glossary.terms[term].term)


def check(source: Source) -> Iterator[GuideError]:
    """A fence that names no part."""
    for fence in source.fences_of("glossary"):
        part = fence.body.strip()
        if part not in PARTS:
            yield GuideError(
                source.path,
                fence.line,
                "glossary-part",
                f"glossary 펜스가 가리키는 것이 없습니다: {part or '빈 펜스'}",
                f"쓸 수 있는 것: {', '.join(PARTS)}",
            )


def _called(term: Term) -> str:
    """``KV 캐시 (KV cache)``: how a search result names it."""
    others = ", ".join(one for one in (term.ko, term.en) if one)
    return f"{term.term} ({others})"


def _order(term: Term) -> tuple[bool, str, str]:
    """Korean first, then Latin and digits; capitals and small letters together."""
    return _letter(term).isascii(), term.term.casefold(), term.term


def _letter(term: Term) -> str:
    """The heading under which a term stands: a consonant, a capital letter, or ``0–9``."""
    first = term.term[0]
    if "가" <= first <= "힣":
        return INITIALS[(ord(first) - ord("가")) // 588]
    return "0-9" if first.isdigit() else first.upper()
