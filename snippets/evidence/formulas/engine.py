"""All that comes out of a formula. SymPy and pint are imported here, and so only when they work."""

from __future__ import annotations

from ..display import spread_text
from .calculation import figure, residual
from .formula import Formula
from .javascript import javascript
from .latex import lines, mathml, symbol_latex
from .outcome import Given, Outcome
from .quantity import weakest_grade, written


def outcome(formula: Formula, given: tuple[Given, ...], measured: Given | None) -> Outcome:
    """Work everything out.

    Raises:
        GuideError: Units, numbers or the residual do not come out.
    """
    made = figure(formula, given)
    found = residual(formula, made, measured.quantity) if measured else None
    if found and found.exact and not found.inside:
        band = "–".join(f"{end:g}" for end in formula.band)
        message = f"측정 ÷ 계산이 {found.ratio:.6g}입니다. 허용 {band}"
        hint = "둘 다 정확한 값이므로 식이나 측정 가운데 하나가 틀렸습니다"
        raise formula.problem("measured", "residual-outside", message, hint)
    quantities = {one.symbol: one.quantity for one in given}
    tex = lines(formula, quantities, " ".join(filter(None, (written(made), spread_text(made)))))
    return Outcome(
        figure=made,
        grade=weakest_grade(quantities.values()),
        conditions=tuple(dict.fromkeys(c for one in quantities.values() for c in one.conditions)),
        given=given,
        latex=tex,
        mathml=(mathml(tex[0]), mathml(tex[1])),
        symbols=tuple(mathml(symbol_latex(name), "inline") for name in quantities),
        javascript=javascript(formula, quantities),
        measured=measured,
        residual=found,
        band=formula.band,
    )
