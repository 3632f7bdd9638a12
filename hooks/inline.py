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
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from snippets.evidence.display import spread_text, value_text
from snippets.evidence.figure import Figure
from snippets.evidence.record import Record

from . import card
from .evidence import Evidence
from .words import CLAIM_TYPE

# Matches every code span, so that a role inside a longer one is passed over with it.
SPAN = r"(?<![\\`])(?:\{(?P<role>[a-z]+)\})?(?P<ticks>`+)(?P<text>.+?)(?<!`)(?P=ticks)(?!`)"


class InlineFigures(Extension):
    """Renders the inline figures of a page, and lists them once more at its end."""

    def __init__(self, evidence: Evidence) -> None:
        super().__init__()
        self._evidence = evidence

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  the library's name
        """Called for every page with a Markdown instance of its own."""
        used: dict[str, tuple[Figure, Record]] = {}
        # Before 'backtick' (190), which would take the id away from its role.
        md.inlinePatterns.register(_Role(md, self._evidence, used), "guide-role", 191)
        # After 'inline' (20), when the page's figures are known; before links are resolved.
        md.treeprocessors.register(_Used(md, used), "guide-used", 15)


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
        found = self._evidence.figure(m["text"])
        if found is None:
            return _missing(m["text"]), m.start(0), m.end(0)
        self._used[m["text"]] = found
        self._count += 1
        return inline(*found, f"figure-{self._count}"), m.start(0), m.end(0)


def inline(figure: Figure, record: Record, card_id: str) -> Element:
    """The figure as it stands in a sentence."""
    whole = Element("span", {"class": "figure", "data-figure": figure.id})
    button = SubElement(
        whole, "button", {"type": "button", "class": "figure-value", "popovertarget": card_id}
    )
    _text(button, "data", value_text(figure), value=repr(figure.value))
    if spread := spread_text(figure):
        _text(button, "span", spread, **{"class": "figure-spread"})
    button.append(badge(figure))
    whole.append(_card(figure, record, card_id))
    return whole


def badge(figure: Figure) -> Element:
    """The claim type in one word."""
    word, meaning = CLAIM_TYPE[figure.claim_type]
    element = Element("span", {"class": f"badge badge-{figure.claim_type}", "title": meaning})
    element.text = AtomicString(word)
    return element


def _card(figure: Figure, record: Record, card_id: str) -> Element:
    attributes = {"popover": "auto", "id": card_id, "class": "figure-card", "role": "note"}
    element = Element("span", attributes | {"data-search-exclude": ""})
    _text(element, "strong", f"{figure.label} — {value_text(figure)}")
    for key, text in card.rows(figure, record):
        row = SubElement(element, "span", {"class": "figure-row"})
        _text(row, "span", key, **{"class": "figure-key"})
        _text(row, "span", text, **{"class": "figure-text"})
    link = {"href": f"/data/{record.experiment}.json", "download": "", "class": "figure-data"}
    _text(element, "a", "기록 내려받기 (JSON)", **link)
    return element


def _missing(name: str) -> Element:
    element = Element("mark", {"class": "figure-missing", "role": "alert"})
    element.text = AtomicString(f"수치 없음: {name}")
    return element


class _Used(Treeprocessor):
    """Appends the table of the page's figures: what print and a patient reader need."""

    def __init__(self, md: Markdown, used: dict[str, tuple[Figure, Record]]) -> None:
        super().__init__(md)
        self._used = used

    def run(self, root: Element) -> None:
        if not self._used:
            return
        section = SubElement(root, "section", {"class": "figures-used"})
        _text(section, "h2", "이 쪽의 수치와 조건", id="이-쪽의-수치와-조건")
        _table(section, self._used)
        for record in {record.experiment: record for _, record in self._used.values()}.values():
            _conditions(section, record)


def _table(section: Element, used: dict[str, tuple[Figure, Record]]) -> None:
    table = SubElement(section, "table")
    head = SubElement(SubElement(table, "thead"), "tr")
    for title in ("수치", "값", "95 % 구간", "유형"):
        _text(head, "th", title, scope="col")
    body = SubElement(table, "tbody")
    for figure, _ in used.values():
        row = SubElement(body, "tr")
        name = _text(row, "td", figure.label)
        _text(name, "code", figure.id)
        _text(row, "td", value_text(figure))
        _text(row, "td", spread_text(figure) or "—")
        SubElement(row, "td").append(badge(figure))


def _conditions(section: Element, record: Record) -> None:
    seen = record.conditions
    listed = SubElement(section, "dl")
    for key, text in (
        *seen.workload.items(),
        *seen.procedure.items(),
        ("기계", seen.hardware.summary),
        ("소프트웨어", card.software(seen)),
        ("기준 커널", card.calibration(seen)),
        ("주변", card.quiet(seen)),
        ("잰 때", card.started(seen)),
    ):
        _text(listed, "dt", key)
        _text(listed, "dd", text)
    _text(listed, "dt", "기록")
    link = {"href": f"/data/{record.experiment}.json", "download": ""}
    _text(SubElement(listed, "dd"), "a", f"{record.experiment}.json 내려받기", **link)


def _text(parent: Element, tag: str, text: str, **attributes: str) -> Element:
    element = SubElement(parent, tag, attributes)
    element.text = AtomicString(text)  # never read as Markdown again
    return element
