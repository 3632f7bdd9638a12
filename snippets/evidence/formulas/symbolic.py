"""An expression in SymPy.

SymPy is told to evaluate nothing: ``1 + (n - 1)`` stays as it was written, on the page too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy  # type: ignore[import-untyped]


@dataclass(frozen=True)
class Symbolic:
    """The algebra of SymPy expressions; ``name`` says what a symbol is called there."""

    name: Callable[[str], str] = str
    evaluate: bool = False

    def number(self, value: Fraction) -> Any:
        """An integer, or a decimal as it was written."""
        return sympy.Integer(int(value)) if value.denominator == 1 else sympy.Float(float(value))

    def symbol(self, name: str) -> Any:
        """A symbol."""
        return sympy.Symbol(self.name(name), real=True)

    def apply(self, operation: str, arguments: Sequence[Any], node: ast.expr) -> Any:
        """Build the expression as it stands; a chain such as ``a*b/c`` becomes one product."""
        first, last = arguments[0], arguments[-1]
        if operation in {"+", "-"}:
            last = self._make(sympy.Mul, sympy.Integer(-1), last) if operation == "-" else last
            return self._chain(sympy.Add, first, last, node)
        if operation in {"*", "/"}:
            last = self._make(sympy.Pow, last, sympy.Integer(-1)) if operation == "/" else last
            return self._chain(sympy.Mul, first, last, node)
        if operation == "negative":
            return self._make(sympy.Mul, sympy.Integer(-1), first)
        if operation == "log2":  # jscode writes an unevaluated log(x, 2) as Math.log(x, 2)
            return self._make(sympy.Mul, sympy.log(first), 1 / sympy.log(2))
        named = {"**": sympy.Pow, "ceil": sympy.ceiling, "min": sympy.Min, "max": sympy.Max}
        return self._make(named.get(operation) or getattr(sympy, operation), *arguments)

    def _make(self, kind: Any, *arguments: Any) -> Any:
        return kind(*arguments, evaluate=self.evaluate)

    def _chain(self, kind: Any, first: Any, last: Any, node: ast.expr) -> Any:
        chained = isinstance(getattr(node, "left", None), ast.BinOp) and isinstance(first, kind)
        return self._make(kind, *(first.args if chained else (first,)), last)
