"""``{figure}`id` `` in a sentence: the value, its badge, and its card on tap.

A Python-Markdown extension: the card is a native popover, which opens by keyboard, on touch
and without JavaScript. Everything inside a sentence is phrasing content, so no paragraph is cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from snippets.evidence.figure import Figure

from . import shown
from .card import Row
from .elements import badge, text
from .evidence import Evidence
from .shown import Shown
from .used import Used

# Matches every code span, so that a role inside a longer one is passed over with it.
SPAN = r"(?<![\\`])(?:\{(?P<role>[a-z]+)\})?(?P<ticks>`+)(?P<text>.+?)(?<!`)(?P=ticks)(?!`)"


class InlineFigures(Extension):
    """Renders the inline figures of a page, and lists them once more at its end."""

    def __init__(self, evidence: Evidence) -> None:
        super().__init__()
        self._evidence = evidence

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  the library's name
        """Called for every page with a Markdown instance of its own."""
        used: dict[str, Shown] = {}
        anchored: set[str] = set()
        md.guide_used = used  # type: ignore[attr-defined]  # a claim fence adds what it rests on
        # Before 'backtick' (190), which would take the id away from its role.
        md.inlinePatterns.register(_Role(md, self._evidence, used, anchored), "guide-role", 191)
        # After 'inline' (20), when the page's figures are known; before links are resolved.
        md.treeprocessors.register(Used(md, used, self._evidence, anchored), "guide-used", 15)


class _Role(InlineProcessor):
    def __init__(
        self, md: Markdown, evidence: Evidence, used: dict[str, Shown], anchored: set[str]
    ) -> None:
        super().__init__(SPAN, md)
        self._evidence = evidence
        self._used = used
        self._anchored = anchored
        self._count = 0

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self,
        m: re.Match[str],
        data: str,  # noqa: ARG002
    ) -> tuple[Element | None, int | None, int | None]:
        if m["ticks"] != "`":
            return None, None, None
        if m["role"] == "example":
            return example(m["text"]), m.start(0), m.end(0)
        if m["role"] != "figure":
            return None, None, None
        found = find(m["text"], self._evidence)
        if found is None:
            return _missing(m["text"]), m.start(0), m.end(0)
        self._used[m["text"]] = found
        self._count += 1
        made = inline(found, f"figure-{self._count}")
        if m["text"] not in self._anchored:  # a link to a figure leads to where it first stands
            self._anchored.add(m["text"])
            made.set("id", m["text"])
        return made, m.start(0), m.end(0)


def find(name: str, evidence: Evidence) -> Shown | None:
    """A figure by its id, from a formula or a record."""
    standing = evidence.standing(name)
    if name in evidence.outcomes:
        return shown.of_formula(evidence.outcomes[name], standing)
    value = evidence.value(name)
    if value is None or standing is None:
        return None
    return replace(shown.of_record(value, standing), past=name in evidence.past)


def inline(found: Shown, card_id: str) -> Element:
    """The figure as it stands in a sentence."""
    what = found.what
    whole = Element("span", {"class": "figure", "data-figure": what.id})
    button = SubElement(
        whole, "button", {"type": "button", "class": "figure-value", "popovertarget": card_id}
    )
    if isinstance(what, Figure):
        text(button, "data", found.value, value=repr(what.value))
        if found.spread:
            text(button, "span", found.spread, **{"class": "figure-spread"})
        button.append(badge(what, found.here))
    else:
        text(button, "span", found.value, **{"class": "figure-withheld"})
    whole.append(_card(found, card_id))
    return whole


def example(words: str) -> Element:
    """A made-up number in a worked example: it says that it is one."""
    element = Element("span", {"class": "example", "title": "설명하려고 지어낸 값입니다"})
    element.text = AtomicString(words)
    text(element, "span", "예", **{"class": "badge badge-example"})
    return element


def _card(found: Shown, card_id: str) -> Element:
    attributes = {"popover": "auto", "id": card_id, "class": "figure-card", "role": "note"}
    element = Element("span", attributes | {"data-search-exclude": ""})
    text(element, "strong", f"{found.what.label} — {found.value}")
    add_rows(element, found.rows)
    if found.standing is not None:
        name = found.standing.record.experiment
        link = {"href": f"/data/{name}.json", "download": "", "class": "figure-data"}
        text(element, "a", "기록 내려받기 (JSON)", **link)
    if found.past:
        link = {"href": f"/appendix/history.md#{found.what.id}", "class": "figure-data"}
        text(element, "a", "지난 값", **link)
    return element


def add_rows(card: Element, rows: Iterable[Row]) -> None:
    """Append lines of a card."""
    for key, words in rows:
        row = SubElement(card, "span", {"class": "figure-row"})
        text(row, "span", key, **{"class": "figure-key"})
        text(row, "span", words, **{"class": "figure-text"})


def _missing(name: str) -> Element:
    element = Element("mark", {"class": "figure-missing", "role": "alert"})
    element.text = AtomicString(f"수치 없음: {name}")
    return element
