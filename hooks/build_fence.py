"""A ``build`` fence: machine, ledger, rules, edition, or every figure of the site."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Any
from xml.etree.ElementTree import tostring

from snippets.evidence.catalogue import Listing
from snippets.evidence.formulas.formula import Formula
from snippets.evidence.machine import Machine
from snippets.evidence.record import Record
from snippets.evidence.withheld import Withheld

from . import card, rules
from .elements import badge
from .evidence import Evidence, How
from .inline import find
from .ledger import ledger
from .shown import Shown

HOW = {
    How.EXECUTED: "이번에 새로 잼",
    How.REUSED: "바뀐 것이 없어 다시 씀",
    How.RECORDED: "저장소에 실린 기록을 씀",
}


class BuildFence:
    """Formatter of one build's account of itself."""

    def __init__(
        self,
        evidence: Evidence,
        known: dict[str, Listing],
        formulas: dict[str, Formula],
        edition: str = "",
    ) -> None:
        self._evidence = evidence
        self._known = known
        self._formulas = formulas
        self._parts: dict[str, Callable[[], str]] = {
            "machine": self._machine,
            "experiments": self._experiments,
            "figures": self._figures,
            "rules": _rules,
            "edition": lambda: f"<p>이 사이트의 판: <strong>{escape(edition)}</strong></p>",
        }

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return {"name": "build", "class": "build", "format": self.format}

    def format(self, source: str, *_: Any, **__: Any) -> str:
        """Render the part that the fence names."""
        part = self._parts.get(source.strip())
        return part() if part else f"<p>{escape(', '.join(self._parts))} 가운데 하나</p>"

    def _machine(self) -> str:
        """Every kind of machine once, with what it took; the rest of each record is folded."""
        taken: dict[Machine, list[Record]] = {}
        for record in self._evidence.records.values():
            taken.setdefault(record.conditions.hardware, []).append(record)
        return "".join(_kind(machine, records) for machine, records in taken.items())

    def _experiments(self) -> str:
        drawn = ledger(self._known, self._evidence)
        rows = [
            (name, self._known[name].title, HOW[one.how], card.started(one.record.conditions))
            for name, one in self._evidence.standings.items()
        ]
        rows += [
            (name, self._known[name].title, f"건너뜀: {why}", "—")
            for name, why in drawn.skipped.items()
        ]
        total = (
            f"<p>선언한 실험 {len(drawn.declared)}개 = 새로 잼 {len(drawn.executed)}개 + "
            f"다시 씀 {len(drawn.reused)}개 + 실린 기록 {len(drawn.recorded)}개 + "
            f"건너뜀 {len(drawn.skipped)}개</p>"
        )
        return total + _table(("실험", "무엇을", "이번 빌드에서", "잰 때"), rows)

    def _figures(self) -> str:
        rows = [
            _figure(shown, self._known[name])
            for name, record in self._evidence.records.items()
            for one in (*record.figures, *record.withheld)
            if (shown := find(one, self._evidence))
        ]
        rows += [
            _figure(shown, self._formulas[one])
            for one in self._evidence.outcomes
            if (shown := find(one, self._evidence))
        ]
        head = ("수치", "값", "95% 구간", "유형", "코드")
        titles = "".join(f'<th scope="col">{title}</th>' for title in head)
        return f"<table><thead><tr>{titles}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _figure(shown: Shown, declared: Listing | Formula) -> str:
    what = shown.what
    mark = (
        what.reason if isinstance(what, Withheld) else tostring(badge(what, shown.here), "unicode")
    )
    path, line, record = declared.path, "", ""
    if isinstance(declared, Listing):
        line = f":{declared.line}"
        record = f' <a href="/data/{what.id.partition(".")[0]}.json">JSON</a>'
    return (
        f'<tr id="{escape(what.id)}"><th scope="row">{escape(what.label)}<br>'
        f"<code>{escape(what.id)}</code></th><td>{escape(shown.value)}</td>"
        f"<td>{escape(shown.spread) or '—'}</td><td>{mark}</td>"
        f'<td><a href="/code/{escape(path)}">{escape(path)}</a>{line}{record}</td></tr>'
    )


def _kind(machine: Machine, records: list[Record]) -> str:
    rows = (
        ("기계", machine.summary),
        ("명령어 집합", ", ".join(machine.features) or "적을 것 없음"),
        ("잰 실험", ", ".join(record.experiment for record in records)),
    )
    folded = "".join(_conditions(record) for record in records)
    return (
        f'{_listed(rows)}<details class="build-runs"><summary>실험마다: 소프트웨어, 기준 커널, '
        f"그때의 부하, 잰 때</summary>{folded}</details>"
    )


def _conditions(record: Record) -> str:
    seen = record.conditions
    rows = (
        ("실험", record.experiment),
        ("소프트웨어", card.software(seen)),
        ("기준 커널", card.calibration(seen)),
        ("측정 중 부하", card.quiet(seen)),
        ("잰 때", card.started(seen)),
    )
    return _listed(rows)


def _listed(rows: Iterable[tuple[str, str]]) -> str:
    listed = "".join(f"<dt>{key}</dt><dd>{escape(text)}</dd>" for key, text in rows)
    return f'<dl class="build-machine">{listed}</dl>'


def _rules() -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(says)}<br><code>{escape(place)}</code></th>'
        f"<td>{escape(limit)}</td></tr>"
        for says, limit, place in rules.rows()
    )
    return (
        '<table><thead><tr><th scope="col">무엇을 정하나</th><th scope="col">값</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _table(head: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    titles = "".join(f'<th scope="col">{title}</th>' for title in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>"
