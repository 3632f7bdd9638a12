"""A formula as LaTeX, MathML and JavaScript, whole."""

from __future__ import annotations

import pytest

from snippets.evidence.formulas.evaluation import evaluate_all
from snippets.evidence.formulas.formula import Formula, Input
from snippets.evidence.formulas.javascript import calculate_js
from snippets.evidence.formulas.latex import latex, symbol_latex
from snippets.evidence.formulas.outcome import Outcome

from .given import exact, resolver, spread

THICKNESS = Formula(
    id="ch01.thickness",
    label="읽은 가중치 ÷ 배정 쪽지",
    symbol="r",
    expression="W / P",
    unit="배",
    inputs={"W": Input("ch01.w", "읽은 가중치"), "P": Input("ch01.p", "배정 쪽지")},
)
MATH = '<math xmlns="http://www.w3.org/1998/Math/MathML" display="{}"><mrow>{}</mrow></math>'


def test_a_formula_with_symbols_and_with_values() -> None:
    known = {"ch01.w": spread(98.5, 97.2, 99.4, "MB"), "ch01.p": exact(1234, "B")}
    made = evaluate_all([THICKNESS], resolver(known)).outcomes["ch01.thickness"]
    assert isinstance(made, Outcome)
    assert made.latex == (
        r"r = \frac{W}{P}",
        r"r = \frac{\text{98 MB}}{\text{1,234 B}} = \text{79,800배 [78,800–80,600]}",
    )
    fraction = "<mfrac><mrow>{}</mrow><mrow>{}</mrow></mfrac>"
    equals = "<mo>&#x0003D;</mo>"
    put_in = fraction.format("<mtext>98&#x000A0;MB</mtext>", "<mtext>1,234&#x000A0;B</mtext>")
    result = "<mtext>79,800배&#x000A0;[78,800–80,600]</mtext>"
    assert made.mathml == (
        MATH.format("block", f"<mi>r</mi>{equals}{fraction.format('<mi>W</mi>', '<mi>P</mi>')}"),
        MATH.format("block", f"<mi>r</mi>{equals}{put_in}{equals}{result}"),
    )
    assert made.symbols == tuple(MATH.format("inline", f"<mi>{name}</mi>") for name in "WP")
    assert made.javascript == (
        '{inputs: {"W": {"label": "읽은 가중치", '
        '"unit": "MB", "factor": 8000000.0, "value": 98.5}, "P": {"label": "배정 쪽지", '
        '"unit": "B", "factor": 8.0, "value": 1234}}, '
        'result: {"label": "읽은 가중치 ÷ 배정 쪽지", "unit": "배", "factor": 1.0}, '
        "calculate: (x) => x.W/x.P}"
    )


@pytest.mark.parametrize(
    ("expression", "tex", "js"),
    [
        ("1 + (n - 1)", r"1 + \left(n - 1\right)", "(x) => (x.n - 1) + 1"),
        ("a + b - c", "a + b - c", "(x) => x.a + x.b - x.c"),
        ("a - (b - c)", r"a - \left(b - c\right)", "(x) => x.a - (x.b - x.c)"),
        ("a / b / c", r"\frac{a}{b \cdot c}", "(x) => x.a/(x.b*x.c)"),
        ("a / (b * c)", r"\frac{a}{b \cdot c}", "(x) => x.a/((x.b*x.c))"),
        ("2 * a * b", r"2 \cdot a \cdot b", "(x) => 2*x.a*x.b"),
        ("0.9 * a", r"0.9 \cdot a", "(x) => 0.9*x.a"),
        ("a ** 2", "a^{2}", "(x) => Math.pow(x.a, 2)"),
        ("sqrt(a)", r"\sqrt{a}", "(x) => Math.sqrt(x.a)"),
        ("ceil(a / b)", r"\left\lceil{\frac{a}{b}}\right\rceil", "(x) => Math.ceil(x.a/x.b)"),
        ("max(b, a)", r"\max\left(a, b\right)", "(x) => Math.max(x.a, x.b)"),
        (
            "new / var",
            r"\frac{\text{new}}{\text{var}}",
            "(x) => x.new/x.var",  # a word of JavaScript's own is a name like any other
        ),
        ("E * I * S", r"E \cdot I \cdot S", "(x) => x.E*x.I*x.S"),  # not SymPy's e, i and S
    ],
)
def test_it_stays_as_it_was_written(expression: str, tex: str, js: str) -> None:
    assert latex(expression) == tex
    assert calculate_js(expression) == js


def test_a_value_that_is_raised_stands_in_brackets() -> None:
    texts = {"a": "2 B", "b": "-3"}
    assert latex("a ** 2 * b", texts) == (
        r"\left(\text{2 B}\right)^{2} \times \left(\text{-3}\right)"
    )


@pytest.mark.parametrize(
    ("name", "tex"),
    [
        ("W", "W"),
        ("rho", r"\rho"),
        ("t_first", r"t_{\text{first}}"),
        ("n_2", "n_{2}"),
        ("batch", r"\text{batch}"),
    ],
)
def test_symbols(name: str, tex: str) -> None:
    assert symbol_latex(name) == tex
