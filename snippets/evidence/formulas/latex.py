"""A formula in LaTeX, and that as MathML."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

import sympy  # type: ignore[import-untyped]
from latex2mathml.converter import convert

from .expression import fold, parse, symbols
from .formula import Formula
from .quantity import Quantity
from .symbolic import Symbolic

GREEK = re.compile("alpha|beta|gamma|delta|epsilon|eta|theta|kappa|lambda|mu|rho|sigma|tau")


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


def lines(formula: Formula, quantities: Mapping[str, Quantity], result: str) -> tuple[str, str]:
    """The formula in LaTeX: with its symbols, and with values put in and what comes out."""
    left = f"{symbol_latex(formula.symbol)} = " if formula.symbol else ""
    put_in = latex(formula.expression, {name: one.text for name, one in quantities.items()})
    return (
        f"{left}{latex(formula.expression)}",
        f"{left}{put_in} = {text_latex(result)}",
    )


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
