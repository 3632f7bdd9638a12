"""One fact, and one disagreement, as they stand on the page of facts."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from snippets.evidence.facts.fact import Discrepancy, Fact

from . import height, wording

TABLE = "/appendix/facts/"
"""The page that lists every fact, in a fence's HTML; its links are made relative at the end."""


def fact(fact: Fact) -> str:
    """The article of one fact."""
    words, meaning = wording.badge(fact)
    unverified = "" if fact.verified else _badge("unverified", *wording.UNVERIFIED)
    chapters = " · ".join(wording.chapter(one) for one in fact.chapters)
    return (
        f'<article class="fact-entry" id="fact-{fact.id}" '
        f'data-search-title="{escape(f"{fact.id} · {fact.statement}")}" '
        f'data-chapter="{" ".join(fact.chapters)}" '
        f'data-grade="{fact.grade}" data-type="{fact.claim_type}" '
        f'data-verified="{"yes" if fact.verified else "no"}" style="--lines:{height.lines(fact)}">'
        '<p class="fact-mark" data-search-exclude>'
        f'<a class="fact-id" href="#fact-{fact.id}">{fact.id}</a>'
        f"{_badge(fact.claim_type, words, meaning)}{unverified}"
        f'<span class="fact-chapters">{chapters}</span></p>'
        '<div class="fact-body"><p class="fact-statement" data-search-exclude>'
        f"{escape(fact.statement)}</p>"
        f"{_quantities(fact)}</div>"
        f'<dl class="fact-ground">{_pair("조건", escape(fact.conditions))}'
        f"{_pair('출처', _source(fact))}</dl>{_more(fact)}</article>"
    )


def _badge(kind: str, words: str, meaning: str) -> str:
    return f'<span class="badge badge-{kind}" title="{escape(meaning)}">{escape(words)}</span>'


def _quantities(fact: Fact) -> str:
    shown = "".join(
        f"<li>{f'<span>{escape(label)}</span>' if label else ''}<b>{escape(words)}</b></li>"
        for label, words in wording.quantities(fact)
    )
    return f'<ul class="fact-values">{shown}</ul>'


def _source(fact: Fact) -> str:
    words = escape(wording.source(fact))
    if fact.source.url:
        words = f'<a href="{escape(fact.source.url)}" rel="noreferrer">{words}</a>'
    return f"{words}, {escape(fact.source.locator)}"


def _more(fact: Fact) -> str:
    """How far it was checked: open where that is the first thing to know."""
    rows = [row for row in wording.rows(fact) if row[0] in {"확인", "함께 대조", "덧붙임"}]
    pairs = "".join(_pair(key, escape(words)) for key, words in rows)
    title = " · ".join(key for key, _ in rows)
    return (
        f'<details class="fact-more"{"" if fact.verified else " open"}>'
        f'<summary>{title}</summary><dl class="fact-ground">{pairs}</dl></details>'
    )


def _pair(key: str, html: str) -> str:
    return f"<div><dt>{key}</dt><dd>{html}</dd></div>"


def discrepancy(one: Discrepancy, level: int = 3, table: str = "") -> str:
    """The article of one place where sources do not agree.

    Args:
        one: What to show.
        level: Of its heading.
        table: Address of the page of facts, from the root of the site; empty on that page itself.
    """
    facts = " · ".join(f'<a href="{table}#fact-{name}">{name}</a>' for name in one.facts)
    urls = "".join(_link(url) for url in one.urls)
    return (
        f'<article class="discrepancy">'
        f'<h{level} id="{one.id}"><span class="fact-letter">{one.id}</span> '
        f"{escape(one.title)}</h{level}>"
        f'<p class="discrepancy-kind">{escape(one.kind)}</p>'
        f'<div class="discrepancy-sides"><p><span>한쪽</span>{escape(one.a)}</p>'
        f"<p><span>다른 쪽</span>{escape(one.b)}</p></div>"
        f'<dl class="fact-ground">{_pair("가리는 법", escape(one.resolve))}'
        f"{_pair('사실', facts)}{_pair('자료', urls) if urls else ''}</dl></article>"
    )


def index(found: Iterable[Discrepancy]) -> str:
    """The places where sources do not agree, one line each, on another page than their own."""
    lines = "".join(
        f'<li><a href="/appendix/facts/#{one.id}">{one.id}</a> {escape(one.title)}</li>'
        for one in found
    )
    return f'<ul class="discrepancy-index">{lines}</ul>'


def _link(url: str) -> str:
    shown = escape(url.split("://", 1)[1].removeprefix("www."))
    return f'<a class="discrepancy-url" href="{escape(url)}" rel="noreferrer">{shown}</a>'
