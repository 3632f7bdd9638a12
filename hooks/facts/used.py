"""The sources of a page's facts at its end: what print, and a patient reader, need."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

from snippets.evidence.facts.fact import Fact

from ..elements import text
from . import wording


class FactsUsed(Treeprocessor):
    """Appends the list of sources; a page without facts gets none."""

    def __init__(self, md: Markdown, used: dict[str, Fact]) -> None:
        super().__init__(md)
        self._used = used

    def run(self, root: Element) -> None:
        """Called when every sentence of the page has been read."""
        if not self._used:
            return
        section = SubElement(root, "section", {"class": "figures-used"})
        text(section, "h2", "이 페이지의 사실과 출처", id="이-페이지의-사실과-출처")
        listed = SubElement(section, "dl")
        for fact in sorted(self._used.values(), key=lambda one: one.id):
            text(listed, "dt", f"{fact.id} {wording.badge(fact)[0]}")
            _source(SubElement(listed, "dd"), fact)


def _source(entry: Element, fact: Fact) -> None:
    words = f"{wording.source(fact)}, {fact.source.locator}"
    if fact.source.url:
        text(entry, "a", words, href=fact.source.url, rel="noreferrer")
    else:
        text(entry, "span", words)
    state = "" if fact.verified else f"{wording.UNVERIFIED[0]}. "
    text(entry, "span", f" — {state}조건: {fact.conditions}")
