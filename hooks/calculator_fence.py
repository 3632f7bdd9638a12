"""A ``calculator`` fence: its inputs, every formula with values put in, results, and its limits.

All of it stands in the page, worked out with the first values; ``assets/calculator.mjs`` only turns
the values into fields and works the results out anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any
from xml.etree.ElementTree import tostring

from markdown import Markdown

from snippets.evidence.calculators.calculator import Calculator, Field, Reading, Result
from snippets.evidence.calculators.worked import Put, Worked
from snippets.evidence.figure import ClaimType
from snippets.evidence.formulas.outcome import Outcome
from snippets.evidence.formulas.quantity import STRENGTH, Quantity, written

from .elements import badge
from .facts.anchors import announce
from .words import CLAIM_TYPE

PARTS = {"queue": "큐", "prefill": "prefill", "decode": "decode"}
"""Parts of a bar, and their names."""


class CalculatorFence:
    """Formatter of one build's calculators; ``worked`` is filled before a page is rendered."""

    def __init__(self, declared: Mapping[str, Calculator], worked: Mapping[str, Worked]) -> None:
        self._declared = declared
        self._worked = worked

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return {"name": "calculator", "class": "calculator", "format": self.format}

    def format(
        self,
        source: str,
        language: str,  # noqa: ARG002
        css_class: str,  # noqa: ARG002
        options: dict[str, str],  # noqa: ARG002
        md: Markdown,
        **_: Any,
    ) -> str:
        """Render; a calculator that there is not is left out, and the build has said so."""
        name = source.strip()
        worked = self._worked.get(name)
        if worked is None:
            return ""
        announce(md, [f"calculator-{name}"])
        return html(self._declared[name], worked)


def html(calculator: Calculator, worked: Worked) -> str:
    """The calculator as it stands without JavaScript."""
    anchor = f"calculator-{escape(calculator.id)}"
    steps = "".join(_steps(calculator, worked))
    return (
        f'<div class="calculator" id="{anchor}" data-calculator="{escape(calculator.id)}" '
        f'role="group" aria-labelledby="{anchor}-title">'
        f'<p class="calculator-title" id="{anchor}-title">{escape(calculator.title)}</p>'
        f'<dl class="calculator-fields">{"".join(_inputs(calculator, worked))}</dl>'
        f'<div class="calculator-steps">{steps}</div>{_bar(calculator, worked)}'
        '<p class="calculator-limits"><b>이 식이 빼놓은 것.</b> '
        f"{escape(calculator.leaves_out)}</p>"
        f'<details class="calculator-conditions"><summary>입력의 조건</summary>'
        f"<ul>{_conditions(worked)}</ul></details></div>"
    )


def _inputs(calculator: Calculator, worked: Worked) -> Iterator[str]:
    for field in calculator.inputs:
        put = worked.defaults[field.symbol]
        yield _row(field.symbol, worked, field.label, f"{_put(field, put)} {_source(put)}")
    for symbol, one in calculator.constants.items():
        quantity = Quantity(one.value, None, None, one.unit, ClaimType.CALCULATED)
        value = f'<span class="calculator-value">{_value(quantity)}</span>'
        stated = f'{value} <span class="calculator-source">식에서 정한 값</span>'
        yield _row("", worked, one.label, stated, symbol)


def _row(field: str, worked: Worked, label: str, value: str, symbol: str = "") -> str:
    mark = f' data-field="{escape(field)}"' if field else ""
    return (
        f"<div{mark}><dt>{worked.symbols[symbol or field]} "
        f'<span class="calculator-label">{escape(label)}</span></dt><dd>{value}</dd></div>'
    )


def _put(field: Field, put: Put) -> str:
    words = [words for words, value in field.choices.items() if value == put.quantity.value]
    shown = escape(words[0]) if words else _value(put.quantity)
    return f'<span class="calculator-value">{shown}</span>'


def _source(put: Put) -> str:
    if not put.ref:
        return '<span class="calculator-source">예로 든 값</span>'
    quantity = put.quantity
    mark = tostring(badge(quantity.figure, quantity.here), encoding="unicode")
    grade = f" {_grade(quantity.grade)}" if quantity.grade else ""
    link = f'<a href="{escape(quantity.link)}"><code>{escape(put.ref)}</code></a>'
    return f'<span class="calculator-source">{mark}{grade} {link}</span>'


def _grade(grade: str) -> str:
    return f'<span class="formula-grade">{escape(grade)}</span>'


def _steps(calculator: Calculator, worked: Worked) -> Iterator[str]:
    """Every step; a result says which other kinds of value it comes from, through any results."""
    behind = {name: {put.quantity.claim_type} for name, put in worked.defaults.items()}
    for step, made in zip(calculator.steps, worked.outcomes, strict=True):
        types = {one for given in made.given for one in behind.get(given.symbol, set())}
        words = [CLAIM_TYPE[one][0] for one in STRENGTH if one in types - {ClaimType.CALCULATED}]
        if isinstance(step, Result):
            behind[step.symbol] = types
        yield _step(step, made, f" 입력: {' · '.join(words)}" if words else "")


def _step(step: Result | Reading, made: Outcome, behind: str) -> str:
    if isinstance(step, Reading):
        said = step.positive if made.figure.value > 0 else step.otherwise
        hidden = "" if said else " hidden"
        return f'<p class="calculator-reading"{hidden}>{escape(said)}</p>'
    grade = f" {_grade(made.grade)}" if made.grade else ""
    label = escape(step.label)
    mark = tostring(badge(made.figure, made.here), encoding="unicode")
    # Wider than a phone, the lines scroll; what scrolls has to be reached by keyboard.
    return (
        f'<div class="calculator-step" data-step="{escape(step.symbol)}">'
        f'<p class="calculator-result"><span class="calculator-label">{label}</span> '
        '<span class="calculator-amount"><span class="calculator-value">'
        f'<data value="{made.figure.value!r}">{escape(written(made.figure))}</data></span></span> '
        f'<span class="calculator-source">{mark}{grade}{behind}</span></p>'
        f'<div class="calculator-lines" role="region" tabindex="0" aria-label="식: {label}">'
        f'{made.mathml[0]}<div class="calculator-numbers">{made.mathml[1]}</div></div></div>'
    )


def _bar(calculator: Calculator, worked: Worked) -> str:
    """The shares as one bar; the results above say the same, so it is left out for the ear."""
    if not calculator.shares:
        return ""
    share = {one.figure.id.partition(".")[2]: one.figure.value for one in worked.outcomes}
    parts = "".join(
        f'<span class="bar-part" data-part="{part}" data-share="{symbol}" '
        f'style="--share:{share[symbol]:.1f}"><span>{PARTS[part]}</span></span>'
        for part, symbol in calculator.shares.items()
    )
    return f'<div class="calculator-bar bar-track" aria-hidden="true">{parts}</div>'


def _conditions(worked: Worked) -> str:
    lines = dict.fromkeys(
        line for put in worked.defaults.values() for line in put.quantity.conditions
    )
    said = lines or ["사실표나 잰 값에서 온 입력이 없습니다."]
    return "".join(f"<li>{escape(line)}</li>" for line in said)


def _value(quantity: Quantity) -> str:
    return f'<data value="{float(quantity.value)!r}">{escape(quantity.text)}</data>'
