"""Which way an expression goes with one of its symbols, proved from its derivative."""

from __future__ import annotations

import ast
from collections.abc import Mapping

import sympy  # type: ignore[import-untyped]

from .expression import fold, parse
from .ranges import Range, Ranges
from .symbolic import Symbolic

HALVINGS = 10
"""Of the ranges, until the sign of a derivative is seen."""


def direction(node: ast.expr, name: str, given: Mapping[str, Range]) -> int | None:
    """1 where the expression never falls with ``name``, -1 where it never rises."""
    evaluated = fold(node, Symbolic(evaluate=True))
    slope = sympy.diff(evaluated, sympy.Symbol(name, real=True))
    if slope.has(sympy.E, sympy.I):  # would be read back as symbols of the formula
        return None
    try:
        return _sign(parse(str(slope)), dict(given), HALVINGS)
    except (ArithmeticError, LookupError, ValueError):  # not to be read, or not finite
        return None


def _sign(node: ast.expr, given: dict[str, Range], halvings: int) -> int | None:
    """The sign that an expression keeps over all ranges; halves them in turn to see it."""
    low, high = fold(node, Ranges(given))
    if low >= 0 or high <= 0 or not halvings:
        return 1 if low >= 0 else -1 if high <= 0 else None
    spread = [name for name, (start, end) in given.items() if start < end]
    name = spread[halvings % len(spread)]
    start, end = given[name]
    middle = (start + end) / 2
    below = _sign(node, given | {name: (start, middle)}, halvings - 1)
    if below is None or below != _sign(node, given | {name: (middle, end)}, halvings - 1):
        return None
    return below
