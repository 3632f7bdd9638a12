"""The end of a page: its figures once more, as print and a patient reader need them."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

from snippets.evidence.display import spread_text, value_text
from snippets.evidence.figure import Figure

from . import card
from .elements import badge
from .elements import text as _text
from .evidence import Evidence, Standing


class Used(Treeprocessor):
    """Appends the table of the page's figures: what print and a patient reader need."""

    def __init__(
        self, md: Markdown, used: dict[str, tuple[Figure, Standing]], evidence: Evidence
    ) -> None:
        super().__init__(md)
        self._used = used
        self._evidence = evidence

    def run(self, root: Element) -> None:
        """Append to the finished tree of the page."""
        mine = {one.record.experiment: one for _, one in self._used.values()}
        if mine:
            section = SubElement(root, "section", {"class": "figures-used"})
            _text(section, "h2", "이 쪽의 수치와 조건", id="이-쪽의-수치와-조건")
            _table(section, self._used)
            for standing in mine.values():
                _conditions(section, standing)
        for line in _built([*(mine or self._evidence.standings).values()]):
            _text(root, "p", line, **{"class": "built"})


def _built(standings: list[Standing]) -> list[str]:
    """One line a machine: when and on what the numbers were taken."""
    machines: dict[str, str] = {}
    for standing in standings:
        seen = standing.record.conditions
        word = "잰 기계" if standing.here else "다른 기계에서 잼"
        machines.setdefault(f"{word}: {seen.hardware.summary}", card.started(seen))
    return [f"{machine} · {when}" for machine, when in machines.items()]


def _table(section: Element, used: dict[str, tuple[Figure, Standing]]) -> None:
    table = SubElement(section, "table")
    head = SubElement(SubElement(table, "thead"), "tr")
    for title in ("수치", "값", "95 % 구간", "유형"):
        _text(head, "th", title, scope="col")
    body = SubElement(table, "tbody")
    for figure, standing in used.values():
        row = SubElement(body, "tr")
        name = _text(row, "td", figure.label)
        _text(name, "code", figure.id)
        _text(row, "td", value_text(figure))
        _text(row, "td", spread_text(figure) or "—")
        SubElement(row, "td").append(badge(figure, standing.here))


def _conditions(section: Element, standing: Standing) -> None:
    record, seen = standing.record, standing.record.conditions
    listed = SubElement(section, "dl")
    for key, text in (
        *card.place(standing),
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
