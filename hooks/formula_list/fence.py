"""A ``formulas`` fence: every formula of the guide, or every symbol with all that it stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from markdown import Markdown

from snippets.evidence.facts.value import FactValue, resolve
from snippets.evidence.formulas.formula import Formula
from snippets.evidence.formulas.outcome import Outcome
from snippets.evidence.problem import GuideError

from .. import formula_fence
from ..chapters import Chapters, name
from ..evidence import Evidence
from ..facts import anchors
from ..known import Known
from ..source import Source
from .gathered import Meaning, Same, alike, legend
from .kinds import kind

PARTS = ("list", "symbols")
PREDICTED = re.compile("^식이 말하는,? ")
"""How a formula is called that is held against a measurement; a symbol does not need it."""


class FormulasFence:
    """Formatter of one build's list of formulas; ``sources`` is full when a page is rendered."""

    def __init__(
        self, known: Known, evidence: Evidence, sources: Mapping[str, Source], chapters: Chapters
    ) -> None:
        self._known = known
        self._evidence = evidence
        self._sources = sources
        self._chapters = chapters

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return {"name": "formulas", "class": "formulas", "format": self.format}

    def format(
        self,
        source: str,
        language: str,  # noqa: ARG002
        css_class: str,  # noqa: ARG002
        options: dict[str, str],  # noqa: ARG002
        md: Markdown,
        **_: Any,
    ) -> str:
        """Render the part that the fence names."""
        if source.strip() == "symbols":
            return self._symbols()
        return self._list(md)

    def _list(self, md: Markdown) -> str:
        groups: dict[str, list[Same]] = {}
        for row in alike(self._known.formulas.values()):
            groups.setdefault(row.chapter, []).append(row)
        anchors.announce(md, (f"formulas-{chapter}" for chapter in groups))
        places = dict(shown_on(self._sources))
        made = "".join(
            f'<section class="formula-group"><h3 id="formulas-{escape(chapter)}">'
            f"{self._chapters.link(chapter)}</h3>"
            f"{''.join(self._row(row, places) for row in rows)}</section>"
            for chapter, rows in groups.items()
        )
        index = "".join(f'<a href="#formulas-{one}">{name(one)}</a>' for one in groups)
        return (
            f'<div class="formulas"><nav class="term-index" aria-label="장으로 찾기">{index}</nav>'
            f"{made}</div>"
        )

    def _row(self, row: Same, places: Mapping[str, str]) -> str:
        names = "".join(f"<li>{self._name(one, places)}</li>" for one in row.formulas)
        inputs = "".join(
            f"<div><dt>{_symbol(symbol)}</dt><dd>{_labels(ones)}</dd></div>"
            for symbol, ones in legend(row.formulas, self._unit).items()
            if symbol != row.formulas[0].symbol
        )
        units = ", ".join(escape(one) for one in row.units if one != "1")
        unit = f'<p class="formula-unit">단위 {units}</p>' if units else ""
        label = escape(row.formulas[0].label)
        return (
            f'<article class="formula-row"><div class="formula-lines" role="region" tabindex="0" '
            f'aria-label="식: {label}">{self._written(row)}</div>'
            f"<div><ul>{names}</ul>{unit}<dl>{inputs}</dl></div></article>"
        )

    def _written(self, row: Same) -> str:
        """The line with symbols; the bare expression where no record of this build has it."""
        for one in row.formulas:
            made = self._evidence.outcomes.get(one.id)
            if isinstance(made, Outcome):
                return made.mathml[0]
        first = row.formulas[0]
        left = f"{first.symbol} = " if first.symbol else ""
        return f"<code>{escape(left + first.expression)}</code>"

    def _name(self, formula: Formula, places: Mapping[str, str]) -> str:
        label, anchor = escape(formula.label), escape(formula.id)
        if formula.id in places:
            label = f'<a href="{places[formula.id]}#formula-{anchor}">{label}</a>'
        return f"{label} <code>{anchor}</code>"

    def _symbols(self) -> str:
        found = legend(self._known.formulas.values(), self._unit)
        symbols = sorted(found, key=_order)
        rows = "".join(self._meanings(symbol, found[symbol]) for symbol in symbols)
        return f'<dl class="symbols">{rows}</dl>'

    def _meanings(self, symbol: str, ones: Iterable[Meaning]) -> str:
        kinds: dict[str, dict[str, dict[str, None]]] = {}
        for one in ones:
            labels = kinds.setdefault(kind(one.unit), {})
            labels.setdefault(PREDICTED.sub("", one.label), {}).setdefault(one.chapter)
        lines = "".join(
            f"<dd><b>{escape(what)}</b> {_placed(labels)}</dd>" for what, labels in kinds.items()
        )
        again = ' <span class="symbol-again">뜻이 갈림</span>' if len(kinds) > 1 else ""
        return f"<div><dt>{_symbol(symbol)}{again}</dt>{lines}</div>"

    def _unit(self, ref: str) -> str:
        if ref in self._known.units:
            return self._known.units[ref]
        found = resolve(ref, self._known.facts)
        return found.unit if isinstance(found, FactValue) else ""


def shown_on(sources: Mapping[str, Source]) -> Iterator[tuple[str, str]]:
    """Formula → address of the first page that shows it whole, from the site's root."""
    for path, source in sorted(sources.items(), reverse=True):
        for fence in source.fences_of("formula"):
            for named in formula_fence.read(fence.body):
                yield named.id, f"/{path.removesuffix('.md')}/"


def check(source: Source) -> Iterator[GuideError]:
    """A fence that names no part."""
    for fence in source.fences_of("formulas"):
        part = fence.body.strip()
        if part not in PARTS:
            yield GuideError(
                source.path,
                fence.line,
                "formulas-part",
                f"formulas 펜스가 가리키는 것이 없습니다: {part or '빈 펜스'}",
                f"쓸 수 있는 것: {', '.join(PARTS)}",
            )


def _order(symbol: str) -> tuple[str, str]:
    return symbol.casefold(), symbol


def _symbol(symbol: str) -> str:
    base, _, index = symbol.partition("_")
    return f"<var>{escape(base)}</var>{f'<sub>{escape(index)}</sub>' if index else ''}"


def _labels(ones: Iterable[Meaning]) -> str:
    return escape(" · ".join(dict.fromkeys(one.label for one in ones)))


def _placed(labels: Mapping[str, Iterable[str]]) -> str:
    """``모델의 폭 (01장 · 02장), 한 변 (04장)``."""
    return ", ".join(
        f"{escape(label)} ({' · '.join(name(one) for one in where)})"
        for label, where in labels.items()
    )
