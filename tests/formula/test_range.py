"""Ranges, against the extremes of a fine grid."""

from __future__ import annotations

import math
from itertools import product

import pytest

from snippets.evidence.figure import Figure
from snippets.evidence.formulas.expression import fold, parse, symbols
from snippets.evidence.formulas.formula import Formula, Input
from snippets.evidence.formulas.numbers import Numbers

from .given import exact, resolver, spread

RANGES = {"x": (0.6, 0.4, 0.7), "y": (3.0, 2.0, 5.0), "z": (-1.0, -2.0, 0.5)}
"""Symbol → value, low, high."""


def calculated(expression: str, **changed: tuple[float, float, float]) -> Figure:
    ranges = RANGES | changed
    names = list(dict.fromkeys(symbols(parse(expression))))
    formula = Formula(
        id="a.b",
        label="값",
        expression=expression,
        unit="1",
        inputs={name: Input(name, name) for name in names},
    )
    known = {
        name: spread(*ranges[name], "1") if ranges[name][1] < ranges[name][2] else exact(1, "1")
        for name in names
    }
    figure = formula.evaluate(resolver(known))
    assert isinstance(figure, Figure)
    return figure


def brute(expression: str, steps: int = 40) -> tuple[float, float]:
    node = parse(expression)
    names = list(dict.fromkeys(symbols(node)))
    axes = [
        [low + (high - low) * step / steps for step in range(steps + 1)]
        for _, low, high in (RANGES[name] for name in names)
    ]
    values = [
        float(fold(node, Numbers(dict(zip(names, point, strict=True))))) for point in product(*axes)
    ]
    return min(values), max(values)


@pytest.mark.parametrize(
    "expression",
    [
        "x + y",
        "x - y",
        "x * y - z",
        "x * z",
        "x / y",
        "-x / (y + 1)",
        "z ** 2",
        "z ** 3",
        "y ** -2",
        "y ** x",
        "x ** z",
        "sqrt(y) - exp(z)",
        "log(y) / log2(x)",
        "max(x, y / 3, z)",
        "min(z, 0.1) * y",
        "x / (1 - x)",  # a symbol twice: monotone, which its derivative proves
        "1 + (x - 1)",
        "x / (x + y)",
        "y * x ** 2 / (2 * (1 - x))",
        "1 - (1 - x) ** y * x / x",
        "(1 - x ** (y + 1)) / (1 - x)",
    ],
)
def test_a_range_is_exact(expression: str) -> None:
    figure = calculated(expression)
    assert figure.low is not None
    assert figure.high is not None
    low, high = brute(expression)
    assert math.isclose(figure.low, low, rel_tol=1e-9, abs_tol=1e-9)
    assert math.isclose(figure.high, high, rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.parametrize(
    "expression", ["x * (1 - x)", "z * z - z", "y - ceil(y)", "max(x, 1 - x)", "exp(1) * z * z"]
)
def test_a_range_that_is_not_proved_is_never_too_narrow(expression: str) -> None:
    figure = calculated(expression)
    assert figure.low is not None
    assert figure.high is not None
    low, high = brute(expression)
    assert figure.low <= low
    assert figure.high >= high


@pytest.mark.parametrize(("y", "low", "high"), [((2.5, 2.0, 3.1), 2, 4), ((2.5, 2.1, 2.9), 3, 3)])
def test_rounding_up_takes_both_ends(
    y: tuple[float, float, float], low: float, high: float
) -> None:
    figure = calculated("ceil(y)", y=y)
    assert (figure.value, figure.low, figure.high) == (3, low, high)


def test_exact_inputs_give_an_exact_result() -> None:
    formula = Formula(
        id="a.b",
        label="값",
        expression="a / b * 3",
        unit="배",
        inputs={"a": Input("a", "앞"), "b": Input("b", "뒤")},
    )
    known = {"a": exact(0.1, "MB"), "b": exact(0.3, "MB")}
    figure = formula.evaluate(resolver(known))
    assert isinstance(figure, Figure)
    assert figure.exact
    assert figure.value == 1  # 0.1 / 0.3 * 3 is not, in floats


def test_units_are_converted() -> None:
    formula = Formula(
        id="a.b",
        label="대역폭",
        expression="n / t",
        unit="GB/s",
        inputs={"n": Input("n", "바이트"), "t": Input("t", "시간")},
    )
    known = {"n": exact(2, "GiB"), "t": spread(100, 80, 125, "ms")}
    figure = formula.evaluate(resolver(known))
    assert isinstance(figure, Figure)
    assert (figure.value, figure.unit) == (21.47483648, "GB/s")
    assert (figure.low, figure.high) == (17.179869184, 26.8435456)
    bits = formula.evaluate(resolver(known | {"n": exact(80, "Gb")}))
    assert isinstance(bits, Figure)
    assert bits.value == 100
