"""The number that an expression comes to: exact, where what goes in is."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

Number = Fraction | float


def _raise(base: Number, exponent: Number) -> Number:
    """Exact where both are; a large exponent is left to floats, which overflow in time."""
    if isinstance(base, Fraction) and -64 <= exponent <= 64 and exponent == int(exponent):
        return base ** int(exponent)
    return math.pow(base, exponent)


CALCULATE: dict[str, Callable[..., Number]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "**": _raise,
    "negative": operator.neg,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "log2": math.log2,
    "ceil": lambda x: Fraction(math.ceil(x)),
    "floor": lambda x: Fraction(math.floor(x)),
    "min": min,
    "max": max,
}


@dataclass(frozen=True)
class Numbers:
    """The algebra of numbers: fractions, so that exact inputs give an exact result."""

    given: Mapping[str, Number]

    def number(self, value: Fraction) -> Number:
        """Itself."""
        return value

    def symbol(self, name: str) -> Number:
        """Its value."""
        return self.given[name]

    def apply(self, operation: str, arguments: Sequence[Number], node: ast.expr) -> Number:  # noqa: ARG002
        """Calculate."""
        return CALCULATE[operation](*arguments)
