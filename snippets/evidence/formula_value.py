"""What an expression comes to beside its number: its unit, and the range of its number."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import units
from .figure import Figure
from .formula import Formula, Given, Quantity, Residual, weakest
from .formula_expression import CALCULATE, Number, Numbers, fold, in_words, parse, symbols
from .problem import GuideError

Range = tuple[Number, Number]

CLUMSY = (ArithmeticError, ValueError)
"""What arithmetic raises when there is no finite answer."""

WORDS = {
    "[time]": "시간",
    "[energy]": "에너지",
    "[currency]": "원화",
    "[dollar]": "달러",
    "[information]": "정보량",
    "[token]": "토큰",
    "[request]": "요청",
    "[parameter]": "파라미터",
    "[flop]": "부동소수점 연산",
    "[operation]": "연산",
    "[device]": "장치",
}


class UnitError(ValueError):
    """Units that do not come out; the text names the dimensions, in Korean."""


def factor(unit: str) -> Fraction:
    """How many base units one ``unit`` is."""
    base = (1 * units.parse(unit)).to_base_units()
    return Fraction(repr(float(base.magnitude)))


def dimension(unit: str) -> Any:
    """The dimension of a unit, as pint counts it; empty for a pure number."""
    return units.parse(unit).dimensionality


def dimension_words(found: Any) -> str:
    """A dimension in Korean, such as ``정보량/시간``."""
    if not found:
        return "단위 없음"
    up = [_power(name, power) for name, power in sorted(found.items()) if power > 0]
    down = [_power(name, -power) for name, power in sorted(found.items()) if power < 0]
    return "/".join(["·".join(up) or "1", *down])


def _power(name: str, power: float) -> str:
    word = WORDS.get(name, name)
    return word if power == 1 else f"{word}^{float(power):g}"


@dataclass(frozen=True)
class Dimensions:
    """The algebra of dimensions; ``given`` is symbol → unit."""

    given: Mapping[str, str]

    def number(self, value: Fraction) -> Any:  # noqa: ARG002  whatever it is
        """A number in the expression has none."""
        return dimension("1")

    def symbol(self, name: str) -> Any:
        """That of its unit."""
        return dimension(self.given[name])

    def apply(self, operation: str, arguments: Sequence[Any], node: ast.expr) -> Any:
        """Work out the dimension.

        Raises:
            UnitError: What does not go together, and the dimensions that it has.
        """
        first, last = arguments[0], arguments[-1]
        if operation == "*":
            return first * last
        if operation == "/":
            return first / last
        if operation == "**":
            return first ** _exponent(first, last, node)
        if operation == "sqrt":
            return first**0.5
        if operation in {"+", "-", "min", "max"}:
            return _same(operation, arguments, node)
        if operation != "negative" and first:  # to round bytes is not to round megabytes
            raise _refuse(node, f"{operation}에는 단위 없는 수만 넣습니다", first)
        return first


def _same(operation: str, arguments: Sequence[Any], node: ast.expr) -> Any:
    parts = node.args if isinstance(node, ast.Call) else [node.left, node.right]  # type: ignore[attr-defined]
    for part, found in zip(parts, arguments, strict=True):
        if found != arguments[0]:
            raise UnitError(
                f"{ast.unparse(node)}: 차원이 다른 값을 {operation}로 이을 수 없습니다. "
                f"{ast.unparse(parts[0])} → {dimension_words(arguments[0])}, "
                f"{ast.unparse(part)} → {dimension_words(found)}"
            )
    return arguments[0]


def _exponent(base: Any, exponent: Any, node: ast.expr) -> float:
    assert isinstance(node, ast.BinOp)
    if exponent:
        raise _refuse(node, "지수에는 단위 없는 수만 씁니다", exponent)
    if base and symbols(node.right):
        raise _refuse(node, "단위가 있는 값의 지수는 수로 적습니다", base)
    return float(fold(node.right, Numbers({}))) if base else 1.0


def _refuse(node: ast.expr, why: str, found: Any) -> UnitError:
    return UnitError(f"{ast.unparse(node)}: {why}. 받은 것 → {dimension_words(found)}")


@dataclass(frozen=True)
class Ranges:
    """Interval arithmetic: never too narrow, and exact where every range occurs only once."""

    given: Mapping[str, Range]

    def number(self, value: Fraction) -> Range:
        """A point."""
        return value, value

    def symbol(self, name: str) -> Range:
        """Its range."""
        return self.given[name]

    def apply(self, operation: str, arguments: Sequence[Range], node: ast.expr) -> Range:  # noqa: ARG002
        """The range over all that the arguments may be."""
        calculate = CALCULATE[operation]
        (low, high), (below, above) = arguments[0], arguments[-1]
        if operation == "-":
            return low - above, high - below
        if operation == "negative":
            return -high, -low
        if (operation == "/" and below <= 0 <= above) or (
            operation == "**" and below < 0 and low <= 0 <= high
        ):
            raise ZeroDivisionError
        if operation in {"*", "/", "**"}:
            ends = [calculate(a, b) for a in (low, high) for b in (below, above)]
            if operation == "**" and low < 0 < high:
                ends.append(Fraction(0))  # an even power turns at zero
            return min(ends), max(ends)
        return calculate(*(a for a, _ in arguments)), calculate(*(b for _, b in arguments))


def bounds(node: ast.expr, given: Mapping[str, Range]) -> Range:
    """The range of an expression over the ranges of its symbols, each free of the others.

    Exact where every range occurs once, and where the expression is monotone in each of them (the
    sign of the derivative is proved). Elsewhere too wide at the worst, never too narrow.
    """
    spread = [name for name, (low, high) in given.items() if low < high]
    names = symbols(node)
    if all(names.count(name) == 1 for name in spread):
        return fold(node, Ranges(given))
    from .formula_print import direction  # noqa: PLC0415  SymPy, for the rare formula

    ways = {name: direction(node, name, given) for name in spread}
    if None in ways.values():
        return fold(node, Ranges(given))
    low = {name: ends[ways.get(name) == -1] for name, ends in given.items()}
    high = {name: ends[ways.get(name) != -1] for name, ends in given.items()}
    return fold(node, Numbers(low)), fold(node, Numbers(high))


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
