"""The range that an expression comes to."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .expression import fold, symbols
from .numbers import CALCULATE, Number, Numbers

Range = tuple[Number, Number]


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
    from .direction import direction  # noqa: PLC0415  SymPy, for the rare formula

    ways = {name: direction(node, name, given) for name in spread}
    if None in ways.values():
        return fold(node, Ranges(given))
    low = {name: ends[ways.get(name) == -1] for name, ends in given.items()}
    high = {name: ends[ways.get(name) != -1] for name, ends in given.items()}
    return fold(node, Numbers(low)), fold(node, Numbers(high))
