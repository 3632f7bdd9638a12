"""``{fact}`A05.대역폭` `` in a sentence: the value, who says so, and the whole of it on tap.

The same shape as an inline figure: a native popover, phrasing content only. The source is a link;
nothing is fetched from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from snippets.evidence.facts.fact import Fact, Facts
from snippets.evidence.facts.value import FactValue, resolve
from snippets.evidence.problem import GuideError

from ..elements import text
from ..inline import SPAN
from ..source import Source
from . import wording
from .used import FactsUsed

TABLE = "/appendix/facts.md"
"""The page that lists every fact; MkDocs makes the link relative."""


def check(source: Source, facts: Facts) -> Iterator[GuideError]:
    """What a page asks for that no fact gives."""
    for role in source.roles:
        if role.name == "fact":
            found = resolve(role.argument, facts, source.path, role.line)
            if isinstance(found, GuideError):
                yield found


class InlineFacts(Extension):
    """Renders the inline facts of a page, and lists their sources once more at its end."""

    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self._facts = facts

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  the library's name
        """Called for every page with a Markdown instance of its own."""
        used: dict[str, Fact] = {}
        # Before 'backtick' (190), as the figures are; each leaves the other's role alone.
        md.inlinePatterns.register(_Role(md, self._facts, used), "guide-fact", 190.5)
        # After 'inline' (20); before the figures (15), which end the page.
        md.treeprocessors.register(FactsUsed(md, used), "guide-facts-used", 16)


class _Role(InlineProcessor):
    def __init__(self, md: Markdown, facts: Facts, used: dict[str, Fact]) -> None:
        super().__init__(SPAN, md)
        self._facts = facts
        self._used = used
        self._count = 0

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self,
        m: re.Match[str],
        data: str,  # noqa: ARG002
    ) -> tuple[Element | None, int | None, int | None]:
        if m["role"] != "fact" or m["ticks"] != "`":
            return None, None, None
        found = resolve(m["text"], self._facts)
        if isinstance(found, GuideError):
            return _missing(m["text"]), m.start(0), m.end(0)
        self._used[found.fact.id] = found.fact
        self._count += 1
        return inline(found, f"fact-card-{self._count}"), m.start(0), m.end(0)


def inline(value: FactValue, card_id: str) -> Element:
    """The fact as it stands in a sentence."""
    whole = Element("span", {"class": "fact", "data-fact": value.name})
    button = SubElement(
        whole, "button", {"type": "button", "class": "figure-value", "popovertarget": card_id}
    )
    if isinstance(value.value, str):
        text(button, "span", value.text, **{"class": "fact-wording"})
    else:
        text(button, "data", value.text, value=repr(value.value))
    badges(button, value.fact)
    whole.append(_card(value, card_id))
    return whole


def badges(parent: Element, fact: Fact) -> None:
    """Grade and claim type; and, where nobody has read the original, that too."""
    words, meaning = wording.badge(fact)
    text(parent, "span", words, title=meaning, **{"class": f"badge badge-{fact.claim_type}"})
    if not fact.verified:
        words, meaning = wording.UNVERIFIED
        text(parent, "span", words, title=meaning, **{"class": "badge badge-unverified"})


def _card(value: FactValue, card_id: str) -> Element:
    attributes = {"popover": "auto", "id": card_id, "class": "figure-card", "role": "note"}
    card = Element("span", attributes | {"data-search-exclude": ""})
    fact = value.fact
    text(card, "strong", " · ".join(filter(None, (fact.id, value.label))) + f" — {value.text}")
    text(card, "span", fact.statement, **{"class": "fact-says"})
    for key, words in wording.rows(fact):
        row = SubElement(card, "span", {"class": "figure-row"})
        text(row, "span", key, **{"class": "figure-key"})
        text(row, "span", words, **{"class": "figure-text"})
    links = SubElement(card, "span", {"class": "figure-data fact-links"})
    if fact.source.url:
        host = urlsplit(fact.source.url).netloc.removeprefix("www.")
        text(links, "a", f"출처 보기 ({host})", href=fact.source.url, rel="noreferrer")
    text(links, "a", "사실표에서 보기", href=f"{TABLE}#fact-{fact.id}")
    return card


def _missing(name: str) -> Element:
    element = Element("mark", {"class": "figure-missing", "role": "alert"})
    element.text = AtomicString(f"사실 없음: {name}")
    return element
