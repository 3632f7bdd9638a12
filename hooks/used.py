"""The end of a page: its figures once more, as print and a patient reader need them."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

from snippets.evidence.figure import Figure

from . import card
from .elements import badge
from .elements import text as _text
from .evidence import Evidence, Standing
from .shown import Shown


class Used(Treeprocessor):
    """Appends the table of the page's figures: what print and a patient reader need."""

    def __init__(
        self, md: Markdown, used: dict[str, Shown], evidence: Evidence, anchored: set[str]
    ) -> None:
        super().__init__(md)
        self._used = used
        self._evidence = evidence
        self._anchored = anchored

    def run(self, root: Element) -> None:
        """Append to the finished tree of the page."""
        behind = [one.standing for one in self._used.values() if one.standing]
        mine = {one.record.experiment: one for one in behind}
        if mine:
            section = SubElement(root, "section", {"class": "figures-used"})
            _text(section, "h2", "이 페이지의 수치와 조건", id="이-페이지의-수치와-조건")
            _table(section, self._used, self._anchored)
            for standing in mine.values():
                conditions(section, standing)
        for line in _built([*mine.values()]):
            _text(root, "p", line, **{"class": "built"})


def _built(standings: list[Standing]) -> list[str]:
    """One line a machine: when and on what the numbers were taken."""
    machines: dict[str, str] = {}
    for standing in standings:
        seen = standing.record.conditions
        word = "잰 기계" if standing.here else "다른 기계에서 잼"
        machines.setdefault(f"{word}: {seen.hardware.summary}", card.started(seen))
    return [f"{machine} · {when}" for machine, when in machines.items()]


def _table(section: Element, used: dict[str, Shown], anchored: set[str]) -> None:
    table = SubElement(section, "table")
    head = SubElement(SubElement(table, "thead"), "tr")
    for title in ("수치", "값", "95% 구간", "유형"):
        _text(head, "th", title, scope="col")
    body = SubElement(table, "tbody")
    for shown in used.values():
        row(body, shown, shown.what.id in anchored)


def row(body: Element, shown: Shown, anchored: bool = True) -> None:
    """Append the line of one figure; a link leads to it when the figure stands nowhere else."""
    line = SubElement(body, "tr", {} if anchored else {"id": shown.what.id})
    name = _text(line, "td", shown.what.label)
    _text(name, "code", shown.what.id)
    _text(line, "td", shown.value)
    _text(line, "td", shown.spread or "—")
    last = SubElement(line, "td")
    if isinstance(shown.what, Figure):
        last.append(badge(shown.what, shown.here))
    else:
        last.text = shown.what.reason


def conditions(section: Element, standing: Standing) -> None:
    """Append the conditions of one experiment."""
    record, seen = standing.record, standing.record.conditions
    folded = SubElement(section, "details", {"class": "conditions"})
    _text(folded, "summary", f"{record.experiment}의 조건")
    listed = SubElement(folded, "dl")
    rows = (*card.place(standing), *card.taken(record), ("기준 커널", card.calibration(seen)))
    for key, text in rows:
        _text(listed, "dt", key)
        _text(listed, "dd", text)
    _text(listed, "dt", "기록")
    link = {"href": f"/data/{record.experiment}.json", "download": ""}
    _text(SubElement(listed, "dd"), "a", f"{record.experiment}.json 내려받기", **link)
