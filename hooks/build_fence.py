"""A ``build`` fence: the machine, the ledger, or every figure of the site."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Any
from xml.etree.ElementTree import tostring

from snippets.evidence.catalogue import Listing
from snippets.evidence.formulas.formula import Formula
from snippets.evidence.record import Record
from snippets.evidence.withheld import Withheld

from . import card
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
        self, evidence: Evidence, known: dict[str, Listing], formulas: dict[str, Formula]
    ) -> None:
        self._evidence = evidence
        self._known = known
        self._formulas = formulas
        self._parts: dict[str, Callable[[], str]] = {
            "machine": self._machine,
            "experiments": self._experiments,
            "figures": self._figures,
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
        return "".join(_conditions(record) for record in self._evidence.records.values())

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
        head = ("수치", "값", "95 % 구간", "유형", "코드")
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


def _conditions(record: Record) -> str:
    seen = record.conditions
    rows = (
        ("실험", record.experiment),
        ("기계", seen.hardware.summary),
        ("소프트웨어", card.software(seen)),
        ("기준 커널", card.calibration(seen)),
        ("측정 중 부하", card.quiet(seen)),
        ("잰 때", card.started(seen)),
    )
    listed = "".join(f"<dt>{key}</dt><dd>{escape(text)}</dd>" for key, text in rows)
    return f'<dl class="build-machine">{listed}</dl>'


def _table(head: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    titles = "".join(f'<th scope="col">{title}</th>' for title in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>"
