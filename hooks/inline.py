"""``{figure}`id` `` in a sentence: the value, its badge, and its card on tap.

A Python-Markdown extension: the card is a native popover, which opens by keyboard, on touch
and without JavaScript. Everything inside a sentence is phrasing content, so no paragraph is cut.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from snippets.evidence.display import spread_text, value_text
from snippets.evidence.figure import ClaimType, Figure

from . import card
from .elements import badge
from .elements import text as _text
from .evidence import Evidence, Standing
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
        used: dict[str, tuple[Figure, Standing]] = {}
        # Before 'backtick' (190), which would take the id away from its role.
        md.inlinePatterns.register(_Role(md, self._evidence, used), "guide-role", 191)
        # After 'inline' (20), when the page's figures are known; before links are resolved.
        md.treeprocessors.register(Used(md, used, self._evidence), "guide-used", 15)


class _Role(InlineProcessor):
    def __init__(self, md: Markdown, evidence: Evidence, used: dict[str, Any]) -> None:
        super().__init__(SPAN, md)
        self._evidence = evidence
        self._used = used
        self._count = 0

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self,
        m: re.Match[str],
        data: str,  # noqa: ARG002
    ) -> tuple[Element | None, int | None, int | None]:
        if m["role"] != "figure" or m["ticks"] != "`":
            return None, None, None
        found = self._find(m["text"])
        if found is None:
            return _missing(m["text"]), m.start(0), m.end(0)
        self._used[m["text"]] = found
        self._count += 1
        return inline(*found, f"figure-{self._count}"), m.start(0), m.end(0)

    def _find(self, name: str) -> tuple[Figure, Standing] | None:
        found, standing = self._evidence.figure(name), self._evidence.standing(name)
        return (found[0], standing) if found and standing else None


def inline(figure: Figure, standing: Standing, card_id: str) -> Element:
    """The figure as it stands in a sentence."""
    whole = Element("span", {"class": "figure", "data-figure": figure.id})
    button = SubElement(
        whole, "button", {"type": "button", "class": "figure-value", "popovertarget": card_id}
    )
    _text(button, "data", value_text(figure), value=repr(figure.value))
    if spread := spread_text(figure):
        _text(button, "span", spread, **{"class": "figure-spread"})
    button.append(badge(figure, standing.here))
    whole.append(_card(figure, standing, card_id))
    return whole


def _card(figure: Figure, standing: Standing, card_id: str) -> Element:
    attributes = {"popover": "auto", "id": card_id, "class": "figure-card", "role": "note"}
    element = Element("span", attributes | {"data-search-exclude": ""})
    _text(element, "strong", f"{figure.label} — {value_text(figure)}")
    shown = (
        *card.place(standing),
        *card.rows(figure, standing.record),
        *([card.rerun(figure)] if figure.claim_type is ClaimType.MEASURED else []),
    )
    for key, text in shown:
        row = SubElement(element, "span", {"class": "figure-row"})
        _text(row, "span", key, **{"class": "figure-key"})
        _text(row, "span", text, **{"class": "figure-text"})
    name = standing.record.experiment
    link = {"href": f"/data/{name}.json", "download": "", "class": "figure-data"}
    _text(element, "a", "기록 내려받기 (JSON)", **link)
    return element


def _missing(name: str) -> Element:
    element = Element("mark", {"class": "figure-missing", "role": "alert"})
    element.text = AtomicString(f"수치 없음: {name}")
    return element
