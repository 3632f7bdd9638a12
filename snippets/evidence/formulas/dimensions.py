"""The unit that an expression comes to."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .. import units
from .expression import fold, symbols
from .numbers import Numbers

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
