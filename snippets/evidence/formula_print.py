"""What SymPy makes of an expression: LaTeX, MathML, JavaScript, and the sign of a derivative.

SymPy is told to evaluate nothing: ``1 + (n - 1)`` stays as it was written, on the page too.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy  # type: ignore[import-untyped]
from latex2mathml.converter import convert

from .display import spread_text
from .formula import Formula, Given, Outcome, Quantity, stated, weakest_grade, written
from .formula_expression import fold, parse, symbols
from .formula_value import Range, Ranges, factor, figure, residual

HALVINGS = 10
"""Of the ranges, until the sign of a derivative is seen."""

GREEK = re.compile("alpha|beta|gamma|delta|epsilon|eta|theta|kappa|lambda|mu|rho|sigma|tau")


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


def latex(expression: str, texts: Mapping[str, str] | None = None) -> str:
    """The expression in LaTeX; ``texts`` puts a value with its unit in for each symbol."""
    node = parse(expression)
    bases = {one.left.id for one in ast.walk(node) if _is_power_of_symbol(one)}  # type: ignore[attr-defined]
    if texts is None:
        written = {name: symbol_latex(name) for name in symbols(node)}
    else:
        written = {name: _value_latex(texts[name], name in bases) for name in symbols(node)}
    return str(
        sympy.latex(
            fold(node, Symbolic()),
            order="none",
            mul_symbol="dot" if texts is None else "times",
            symbol_names={sympy.Symbol(name, real=True): tex for name, tex in written.items()},
        )
    )


def symbol_latex(name: str) -> str:
    """A symbol: one letter or a Greek one stays a letter, a longer name is set upright."""
    base, _, index = name.partition("_")
    return f"{_letters(base)}_{{{_letters(index)}}}" if index else _letters(base)


def text_latex(text: str) -> str:
    """Words, or a value with its unit: never broken, never read as a product of letters."""
    return rf"\text{{{text}}}"


def mathml(tex: str, display: str = "block") -> str:
    """LaTeX as MathML, in a line of its own or ``inline``."""
    return convert(tex, display=display)


def calculate_js(expression: str) -> str:
    """A pure function in JavaScript; its argument holds every input in base units."""
    return f"(x) => {sympy.jscode(fold(parse(expression), Symbolic(lambda name: f'x.{name}')))}"


def javascript(formula: Formula, quantities: Mapping[str, Quantity] | None = None) -> str:
    """One JavaScript expression: an object with inputs, result and the pure function.

    ``calculate`` takes an object of inputs in base units and gives the result in base units; a
    value times its ``factor`` is in base units. Without ``quantities`` only the constants have a
    unit and a value.
    """
    known = stated(formula) | dict(quantities or {})
    inputs = {
        name: {"label": one.label} | (_measure(known[name]) if name in known else {})
        for name, one in formula.inputs.items()
    }
    result = {"label": formula.label, "unit": formula.unit, "factor": float(factor(formula.unit))}
    told = (json.dumps(one, ensure_ascii=False) for one in (inputs, result))
    return "{{inputs: {}, result: {}, calculate: {}}}".format(
        *told, calculate_js(formula.expression)
    )


def lines(formula: Formula, quantities: Mapping[str, Quantity], result: str) -> tuple[str, str]:
    """The formula in LaTeX: with its symbols, and with values put in and what comes out."""
    left = f"{symbol_latex(formula.symbol)} = " if formula.symbol else ""
    put_in = latex(formula.expression, {name: one.text for name, one in quantities.items()})
    return (
        f"{left}{latex(formula.expression)}",
        f"{left}{put_in} = {text_latex(result)}",
    )


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


def _letters(word: str) -> str:
    if GREEK.fullmatch(word):
        return f"\\{word}"
    return word if len(word) == 1 or word.isdigit() else text_latex(word)


def _value_latex(text: str, raised: bool) -> str:
    tex = text_latex(text)
    return rf"\left({tex}\right)" if raised or text.startswith("-") else tex


def _is_power_of_symbol(node: ast.AST) -> bool:
    power = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)
    return power and isinstance(node.left, ast.Name)  # type: ignore[attr-defined]


def _measure(quantity: Quantity) -> dict[str, Any]:
    one = float(factor(quantity.unit))
    return {"unit": quantity.unit, "factor": one, "value": quantity.value}
