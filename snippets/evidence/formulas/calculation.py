"""The figure that a formula gives, and how it compares with what was measured."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .. import units
from ..figure import Figure
from ..problem import GuideError
from .dimensions import Dimensions, UnitError, dimension, dimension_words, factor
from .expression import fold, in_words, parse
from .formula import Formula
from .numbers import Number, Numbers
from .outcome import Given, Residual
from .quantity import Quantity, weakest
from .ranges import Ranges, bounds

CLUMSY = (ArithmeticError, ValueError)
"""What arithmetic raises when there is no finite answer."""


def figure(formula: Formula, given: Sequence[Given]) -> Figure:
    """The calculated figure.

    Raises:
        GuideError: ``formula-unit-unknown``, ``formula-units`` or ``formula-not-finite``.
    """
    node = parse(formula.expression)
    _check_units(formula, node, given)
    one = factor(formula.unit)
    try:
        value = float(fold(node, Numbers({g.symbol: _base(g.quantity)[1] for g in given})) / one)
        low, high = bounds(node, {g.symbol: _base(g.quantity)[::2] for g in given})
        low, high = min(float(low / one), value), max(float(high / one), value)
    except CLUMSY:
        raise _not_finite(formula, "expression") from None
    if not math.isfinite(high - low):
        raise _not_finite(formula, "expression")
    exact = all(g.quantity.low is None for g in given)
    return Figure(
        id=formula.id,
        label=formula.label,
        unit=formula.unit,
        claim_type=weakest(g.quantity for g in given),
        value=value,
        low=None if exact else low,
        high=None if exact else high,
        formula=in_words(node, {g.symbol: g.label for g in given}),
        inputs=tuple(g.ref or f"{g.label} = {g.quantity.text}" for g in given),
    )


def residual(formula: Formula, calculated: Figure, measured: Quantity) -> Residual:
    """Measured ÷ calculated; both ranges are taken at their worst.

    Raises:
        GuideError: ``formula-units`` or ``formula-not-finite``.
    """
    found = _unit(formula, "measured", measured.unit)
    wanted = dimension(formula.unit)
    if found != wanted:
        raise _units(formula, "measured", f"{formula.measured}의 차원이 다릅니다", found, wanted)
    above, below = _base(measured), _base(Quantity.of(calculated, None, ()))
    try:
        ratio = float(above[1] / below[1])
        low, high = Ranges({}).apply("/", [above[::2], below[::2]], parse("0"))
    except CLUMSY:
        raise _not_finite(formula, "measured") from None
    exact = measured.low is None and calculated.low is None
    inside = formula.band[0] <= ratio <= formula.band[1]
    return Residual(ratio, min(float(low), ratio), max(float(high), ratio), inside, exact)


def _base(quantity: Quantity) -> tuple[Number, Number, Number]:
    """Low end, value and high end in base units; decimals as written, not as stored."""
    one = factor(quantity.unit)
    ends = (quantity.low, quantity.value, quantity.high)
    low, value, high = (Fraction(repr(quantity.value if x is None else x)) * one for x in ends)
    return low, value, high


def _check_units(formula: Formula, node: ast.expr, given: Sequence[Given]) -> None:
    for one in given:
        _unit(formula, one.symbol, one.quantity.unit)
    wanted = _unit(formula, "unit", formula.unit)
    try:
        found = fold(node, Dimensions({one.symbol: one.quantity.unit for one in given}))
    except UnitError as error:
        hint = "식과 입력의 단위를 맞추세요"
        raise formula.problem("expression", "formula-units", str(error), hint) from None
    if found != wanted:
        raise _units(formula, "unit", "결과의 차원이 다릅니다", found, wanted)


def _unit(formula: Formula, part: str, text: str) -> Any:
    try:
        return dimension(text)
    except units.UnknownUnit as error:
        message = f"모르는 단위입니다: {error.text}"
        raise formula.problem(part, "formula-unit-unknown", message, error.hint) from None


def _units(formula: Formula, part: str, what: str, found: Any, wanted: Any) -> GuideError:
    message = (
        f"{what}. 나온 것 → {dimension_words(found)}, {formula.unit} → {dimension_words(wanted)}"
    )
    return formula.problem(part, "formula-units", message, "식이나 unit을 고치세요")


def _not_finite(formula: Formula, part: str) -> GuideError:
    message = "0으로 나누거나, 유한한 수가 나오지 않습니다"
    hint = "입력의 값과 구간을 보세요. 나누는 값의 구간에 0이 들면 결과에 끝이 없습니다"
    return formula.problem(part, "formula-not-finite", message, hint)
