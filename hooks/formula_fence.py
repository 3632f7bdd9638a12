"""A ``formula`` fence: a formula with its symbols, with values put in, and what went in.

One id a line. The MathML was made when the formula was worked out; nothing is calculated here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any
from xml.etree.ElementTree import tostring

from snippets.evidence.display import spread_text
from snippets.evidence.figure import ClaimType, Figure
from snippets.evidence.formulas.outcome import Given, Outcome
from snippets.evidence.formulas.quantity import Quantity, written
from snippets.evidence.withheld import VERDICT, Withheld

from .elements import badge

Find = Callable[[str], Outcome | Withheld | None]


@dataclass(frozen=True)
class Named:
    """One line of the fence; ``offset`` counts from the opening fence."""

    id: str
    offset: int


def read(body: str) -> tuple[Named, ...]:
    """The formulas that a fence names."""
    lines = enumerate(body.split("\n"), 1)
    return tuple(Named(line.strip(), offset) for offset, line in lines if line.strip())


class FormulaFence:
    """Formatter of one build's formulas; ``find`` is asked when a page is rendered."""

    def __init__(self, find: Find) -> None:
        self._find = find

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return {"name": "formula", "class": "formula", "format": self.format}

    def format(
        self,
        source: str,
        language: str,  # noqa: ARG002
        css_class: str,  # noqa: ARG002
        options: dict[str, str],  # noqa: ARG002
        md: Any,
        **_: Any,
    ) -> str:
        """Render; a formula that there is not is left out, and the build has said so."""
        # Ids that this page has so far: an input that is a formula too links to its block.
        seen: set[str] = md.__dict__.setdefault("guide_formulas", set())
        blocks = []
        for named in read(source):
            found = self._find(named.id)
            anchor = "" if named.id in seen else f' id="{_anchor(named.id)}"'
            if isinstance(found, Withheld):
                blocks.append(f"<section{anchor}>{_withheld(found)}</section>")
            elif found is not None:
                blocks.append(f"<section{anchor}>{_block(found, seen)}</section>")
            seen.add(named.id)
        return f'<div class="formula">{"".join(blocks)}</div>'


def _anchor(name: str) -> str:
    return f"formula-{escape(name)}"


def _withheld(found: Withheld) -> str:
    return (
        f'<p class="formula-title">{escape(found.label)}</p>'
        f"<p><strong>{VERDICT}</strong> — {escape(found.reason)}</p>"
    )


def _block(made: Outcome, seen: set[str]) -> str:
    inputs = zip(made.given, made.symbols, strict=True)
    legend = "".join(
        f"<div><dt>{symbol}</dt><dd>{_input(one, seen)}</dd></div>" for one, symbol in inputs
    )
    # Wider than a phone, the lines scroll; what scrolls has to be reached by keyboard.
    return (
        f'<p class="formula-title">{escape(made.figure.label)}</p>'
        f'<div class="formula-lines" role="region" tabindex="0" '
        f'aria-label="식: {escape(made.figure.label)}">{"".join(made.mathml)}</div>'
        f'<dl class="formula-inputs">{legend}</dl>'
        f"<p>결과: {_result(made)}</p>{_residual(made)}{_conditions(made)}"
    )


def _input(given: Given, seen: set[str]) -> str:
    value = _value(given.quantity.figure)
    if not given.ref:
        return f'{escape(given.label)} {value} <span class="formula-stated">식에서 정한 값</span>'
    return f"{escape(given.label)} {value}{_badge(given.quantity)} {_source(given, seen)}"


def _source(given: Given, seen: set[str]) -> str:
    link = given.quantity.link or (f"#{_anchor(given.ref)}" if given.ref in seen else "")
    name = f"<code>{escape(given.ref)}</code>"
    return f'<a href="{escape(link)}">{name}</a>' if link else name


def _result(made: Outcome) -> str:
    name = escape(made.figure.id)
    mark = tostring(badge(made.figure), encoding="unicode")
    return f'<span data-figure="{name}">{_value(made.figure)}{mark}</span>{_grade(made.grade)}'


def _residual(made: Outcome) -> str:
    if made.measured is None or made.residual is None:
        return ""
    found = made.residual
    held = made.measured.quantity.figure
    measured = f"{_value(held)}{_badge(made.measured.quantity)}"
    source = _source(made.measured, set())
    counted = held.claim_type is ClaimType.CALCULATED  # nobody watched the bytes: they were added
    how, ratio = ("센 값", "센 값") if counted else ("잰 값", "측정")
    if found.exact and found.ratio == 1:
        return f"<p>{how}: {measured} {source}. 식과 정확히 같습니다.</p>"
    band = "–".join(f"{end:g}" for end in made.band)
    spread = "" if found.exact else f" [{found.low:.3g}–{found.high:.3g}]"
    verdict = "안에 있습니다" if found.inside else "밖에 있습니다"
    return (
        f"<p>{how}: {measured} {source}. {ratio} ÷ 계산 = {found.ratio:.3g}{spread}, "
        f"맞는다고 볼 범위 {band}의 {verdict}.</p>"
    )


def _conditions(made: Outcome) -> str:
    if not made.conditions:
        return ""
    lines = "".join(f"<li>{escape(line)}</li>" for line in made.conditions)
    return f"<details><summary>입력의 조건</summary><ul>{lines}</ul></details>"


def _value(figure: Figure) -> str:
    spread = spread_text(figure)
    tail = f' <span class="figure-spread">{escape(spread)}</span>' if spread else ""
    return f'<data value="{figure.value!r}">{escape(written(figure))}</data>{tail}'


def _badge(quantity: Quantity) -> str:
    mark = tostring(badge(quantity.figure, quantity.here), encoding="unicode")
    return f"{mark}{_grade(quantity.grade)}"


def _grade(grade: str | None) -> str:
    return f' <span class="formula-grade">{escape(str(grade))}</span>' if grade else ""
