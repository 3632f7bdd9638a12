"""Expressions that are Python, but no formula: nothing of them is ever executed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.formula.given import Sheet
from tests.formula.test_problems import KNOWN, formula

BAD = {
    "a lambda": ("(lambda: W)() / T", "식에 쓸 수 없는 표현입니다: (lambda: W)()"),
    "a comparison": ("W / T > 1", "식에 쓸 수 없는 표현입니다: W / T > 1"),
    "a string": ("'W' / T", "수가 아닙니다: 'W'"),
    "a list": ("[W, T]", "식에 쓸 수 없는 표현입니다: [W, T]"),
    "a subscript": ("W[0] / T", "식에 쓸 수 없는 표현입니다: W[0]"),
    "a walrus": ("(X := W) / T", "식에 쓸 수 없는 표현입니다: (X := W)"),
    "a star": ("max(*W, T)", "식에 쓸 수 없는 표현입니다: *W"),
    "a keyword": ("max(W, key=T)", "식에 쓸 수 없는 표현입니다: max(W, key=T)"),
    "a bit shift": ("W << T", "식에 쓸 수 없는 표현입니다: W << T"),
    "two lines": ("W /\nT", "식의 문법에 맞지 않습니다"),
    "an f-string": ("f'{W}' / T", "식에 쓸 수 없는 표현입니다: f'{W}'"),
    "a comprehension": ("max(x for x in W) / T", "식에 쓸 수 없는 표현입니다: max((x for x in W))"),
    "an attribute call": ("W.__class__ / T", "식에 쓸 수 없는 표현입니다: W.__class__"),
    "an unclosed bracket": ("(W / T", "식의 문법에 맞지 않습니다"),
    "Korean digits": ("W / T * ３", "식의 문법에 맞지 않습니다"),
    "a very deep bracket": ("(" * 300 + "W / T" + ")" * 300, "식의 문법에 맞지 않습니다"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_formula_is_told_at_its_line(name: str, tmp_path: Path) -> None:
    expression, said = BAD[name]
    assert Sheet(tmp_path).problems(formula(expression, "MB/s"), **KNOWN) == [
        f"snippets/formulas.py:7: formula-unparsable ch01.x: {said} "
        "(+ - * / **, 괄호, 수, 기호, sqrt, exp, log, log2, ceil, floor, min, max만 쓸 수 있습니다)"
    ]


def test_a_number_that_fills_no_memory(tmp_path: Path) -> None:
    assert Sheet(tmp_path).problems(formula("W / T * 9 ** 9 ** 9 ** 9", "MB/s"), **KNOWN) == [
        "snippets/formulas.py:7: formula-not-finite ch01.x: 0으로 나누거나, 유한한 수가 나오지 "
        "않습니다 (입력의 값과 구간을 보세요. 나누는 값의 구간에 0이 들면 결과에 끝이 없습니다)"
    ]
