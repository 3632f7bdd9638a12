"""An expression as it is written, and what it means in any algebra.

``fold`` carries the same expression into numbers, ranges, units and SymPy, so that no two of them
can disagree about what was written. Nothing here is slow to import.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

SYMBOL = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)?")
"""Plain letters: a symbol becomes LaTeX, with what follows ``_`` as its subscript."""
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
}
FUNCTIONS = {"sqrt": 1, "exp": 1, "log": 1, "log2": 1, "ceil": 1, "floor": 1, "min": 2, "max": 2}
"""Name → fewest arguments; only ``min`` and ``max`` take more."""


class ExpressionError(ValueError):
    """An expression that cannot be read; the text says why, in Korean."""


T = TypeVar("T")


class Algebra(Protocol[T]):
    """What numbers, symbols and operations are in one reading of an expression."""

    def number(self, value: Fraction) -> T:
        """A number that stands in the expression."""

    def symbol(self, name: str) -> T:
        """A symbol."""

    def apply(self, operation: str, arguments: Sequence[T], node: ast.expr) -> T:
        """An operator or function over what its arguments came to; ``negative`` is a sign."""


def fold(node: ast.expr, algebra: Algebra[T]) -> T:
    """What a parsed expression comes to in ``algebra``."""
    if isinstance(node, ast.Constant):
        return algebra.number(Fraction(str(node.value)))
    if isinstance(node, ast.Name):
        return algebra.symbol(node.id)
    operation, children = _parts(node)
    return algebra.apply(operation, [fold(child, algebra) for child in children], node)


def parse(text: str) -> ast.expr:
    """Read an expression: numbers, symbols, ``+ - * / **``, brackets and a few functions.

    Raises:
        ExpressionError: It is something else.
    """
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        raise ExpressionError("식의 문법에 맞지 않습니다") from None
    _check(node)
    return node


def symbols(node: ast.expr) -> list[str]:
    """The symbols of a parsed expression, in the order in which they are read, with repeats."""
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Constant):
        return []
    return [name for child in _parts(node)[1] for name in symbols(child)]


def in_words(node: ast.expr, labels: dict[str, str]) -> str:
    """The expression with Korean names for its symbols, such as ``읽은 가중치 ÷ 배정 쪽지``."""
    text = re.sub(r" ?\*\* ?", "^", ast.unparse(node))
    text = text.replace("*", "×").replace("/", "÷").replace("-", "−")
    return re.sub(SYMBOL, lambda found: labels.get(found[0], found[0]), text)


def _parts(node: ast.expr) -> tuple[str, list[ast.expr]]:
    if isinstance(node, ast.BinOp):
        return OPERATORS[type(node.op)], [node.left, node.right]
    if isinstance(node, ast.UnaryOp):
        return "negative", [node.operand]
    assert isinstance(node, ast.Call)
    assert isinstance(node.func, ast.Name)
    return node.func.id, node.args


def _check(node: ast.expr) -> None:
    if isinstance(node, ast.Constant):
        if type(node.value) not in (int, float) or str(node.value) == "inf":
            raise ExpressionError(f"수가 아닙니다: {ast.unparse(node)}")
        return
    if isinstance(node, ast.Name):
        if not SYMBOL.fullmatch(node.id) or node.id in FUNCTIONS:
            raise ExpressionError(f"기호로 쓸 수 없는 이름입니다: {node.id}")
        return
    if not _known(node):
        raise ExpressionError(f"식에 쓸 수 없는 표현입니다: {ast.unparse(node)}")
    for child in _parts(node)[1]:
        _check(child)


def _known(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return type(node.op) in OPERATORS
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.keywords:
        return False
    fewest = FUNCTIONS.get(node.func.id, 0)
    given = len(node.args)
    return given >= fewest if fewest == 2 else given == fewest == 1
