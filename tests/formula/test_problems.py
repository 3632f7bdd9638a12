"""What is wrong with a formula, word for word, at its line of ``snippets/formulas.py``."""

from __future__ import annotations

import pytest

from snippets.evidence.formulas.outcome import Outcome
from snippets.evidence.formulas.quantity import Quantity
from snippets.evidence.formulas.sheet import load
from snippets.evidence.problem import GuideError

from .given import Sheet, exact, spread

FORMULA = """\
    Formula(
        id="ch01.x",
        label="값",
        expression={expression},
        unit="{unit}",
        inputs={{
            "W": Input("ch01.weights", "가중치"),
            "T": Input("ch01.time", "시간"),
        }},
    ),
"""
KNOWN = {"ch01__weights": exact(98.5, "MB"), "ch01__time": exact(13, "ms")}


def formula(expression: str, unit: str = "MB") -> str:
    return FORMULA.format(expression=repr(expression), unit=unit)


def test_bytes_are_not_added_to_seconds(sheet: Sheet) -> None:
    assert sheet.problems(formula("W + T"), **KNOWN) == [
        "snippets/formulas.py:7: formula-units ch01.x: W + T: 차원이 다른 값을 "
        "+로 이을 수 없습니다. W → 정보량, T → 시간 (식과 입력의 단위를 맞추세요)"
    ]


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("W / (1 - T)", "1 - T: 차원이 다른 값을 -로 이을 수 없습니다. 1 → 단위 없음, T → 시간"),
        (
            "W / T + 2 * W",
            "W / T + 2 * W: 차원이 다른 값을 +로 이을 수 없습니다. "
            "W / T → 정보량/시간, 2 * W → 정보량",
        ),
        (
            "max(W, W * W / T, T)",
            "max(W, W * W / T, T): 차원이 다른 값을 max로 이을 수 없습니다. "
            "W → 정보량, W * W / T → 정보량^2/시간",
        ),
        ("ceil(W) * T", "ceil(W): ceil에는 단위 없는 수만 넣습니다. 받은 것 → 정보량"),
        ("exp(1 / T) * W", "exp(1 / T): exp에는 단위 없는 수만 넣습니다. 받은 것 → 1/시간"),
        ("2 ** W * T", "2 ** W: 지수에는 단위 없는 수만 씁니다. 받은 것 → 정보량"),
        (
            "W ** (T / T)",
            "W ** (T / T): 단위가 있는 값의 지수는 수로 적습니다. 받은 것 → 정보량",
        ),
    ],
)
def test_units_that_do_not_go_together(sheet: Sheet, expression: str, message: str) -> None:
    assert sheet.problems(formula(expression), **KNOWN) == [
        f"snippets/formulas.py:7: formula-units ch01.x: {message} (식과 입력의 단위를 맞추세요)"
    ]


def test_a_result_of_another_dimension(sheet: Sheet) -> None:
    assert sheet.problems(formula("W / T", "MB"), **KNOWN) == [
        "snippets/formulas.py:8: formula-units ch01.x: 결과의 차원이 다릅니다. "
        "나온 것 → 정보량/시간, MB → 정보량 (식이나 unit을 고치세요)"
    ]


def test_a_unit_that_there_is_not(sheet: Sheet) -> None:
    assert sheet.problems(formula("W / T", "GBps"), **KNOWN) == [
        "snippets/formulas.py:8: formula-unit-unknown ch01.x: 모르는 단위입니다: GBps "
        "(혹시 GB/s인가요?)"
    ]
    known = KNOWN | {"ch01__time": exact(13, "눈깜짝")}
    assert [
        text.partition(" (")[0] for text in sheet.problems(formula("W / T", "GB/s"), **known)
    ] == ["snippets/formulas.py:11: formula-unit-unknown ch01.x: 모르는 단위입니다: 눈깜짝"]


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("W +", "식의 문법에 맞지 않습니다"),
        ("", "식의 문법에 맞지 않습니다"),
        ("W; T", "식의 문법에 맞지 않습니다"),
        ("W + T\x00", "식의 문법에 맞지 않습니다"),
        ("W if T else 1", "식에 쓸 수 없는 표현입니다: W if T else 1"),
        ("W // T", "식에 쓸 수 없는 표현입니다: W // T"),
        ("W.real + T", "식에 쓸 수 없는 표현입니다: W.real"),
        ("__import__('os')", "식에 쓸 수 없는 표현입니다: __import__('os')"),
        ("max(W)", "식에 쓸 수 없는 표현입니다: max(W)"),
        ("log(W, T)", "식에 쓸 수 없는 표현입니다: log(W, T)"),
        ("W + True", "수가 아닙니다: True"),
        ("W + 1e999", "수가 아닙니다: 1e309"),
        ("W + 2j", "수가 아닙니다: 2j"),
        ("가중치 / T", "기호로 쓸 수 없는 이름입니다: 가중치"),
        ("max / T", "기호로 쓸 수 없는 이름입니다: max"),
        ("W_ / T", "기호로 쓸 수 없는 이름입니다: W_"),
    ],
)
def test_an_expression_that_cannot_be_read(sheet: Sheet, expression: str, message: str) -> None:
    assert sheet.problems(formula(expression), **KNOWN) == [
        f"snippets/formulas.py:7: formula-unparsable ch01.x: {message} "
        "(+ - * / **, 괄호, 수, 기호, sqrt, exp, log, log2, ceil, floor, min, max만 쓸 수 있습니다)"
    ]


def test_a_symbol_without_an_input(sheet: Sheet) -> None:
    assert sheet.problems(formula("W / T * q"), **KNOWN) == [
        "snippets/formulas.py:7: formula-symbol ch01.x: 기호 q의 입력이 없습니다 "
        "(inputs에 더하세요)"
    ]


def test_an_input_that_is_not_used(sheet: Sheet) -> None:
    assert sheet.problems(formula("W + W"), **KNOWN) == [
        "snippets/formulas.py:11: formula-symbol ch01.x: 입력 T: 식에 나오지 않는 기호입니다 "
        "(식에 쓰거나 지우세요)"
    ]


def test_nothing_is_calculated_from_nothing(sheet: Sheet) -> None:
    text = '    Formula(id="ch01.x", label="값", expression="1 + 1", unit="개", inputs={}),\n'
    assert sheet.problems(text) == [
        "snippets/formulas.py:4: formula-symbol ch01.x: 입력이 하나도 없습니다 "
        "(수는 Constant로 적으세요)"
    ]


def test_an_input_that_nothing_declares(sheet: Sheet) -> None:
    assert sheet.problems(formula("W / T", "MB/s"), ch01__weights=KNOWN["ch01__weights"]) == [
        "snippets/formulas.py:11: formula-input-unknown ch01.x: 'ch01.time': 그런 수치, 사실, 식이 "
        "없습니다 (python -m snippets list 와 docs/facts.yaml 에서 이름을 확인하세요)"
    ]


@pytest.mark.parametrize(
    ("expression", "time"),
    [
        ("W / T", exact(0, "ms")),
        ("W / T", spread(1, 0, 2, "ms")),
        ("W / T", spread(1, -1, 2, "ms")),
        ("W / T * sqrt(0 - 1 * T / T)", exact(1, "ms")),
        ("W / T * log(1 - T / T)", exact(1, "ms")),
        ("W / T * 10 ** 400", exact(1, "ms")),
        ("W / T * 2 ** 10 ** 10", exact(1, "ms")),
        ("W / T * exp(1000)", exact(1, "ms")),
        ("W / T * (0 - T / T) ** 0.5", exact(1, "ms")),
    ],
)
def test_a_result_that_is_not_finite(sheet: Sheet, expression: str, time: Quantity) -> None:
    known = KNOWN | {"ch01__time": time}
    assert sheet.problems(formula(expression, "MB/s"), **known) == [
        "snippets/formulas.py:7: formula-not-finite ch01.x: 0으로 나누거나, 유한한 수가 나오지 "
        "않습니다 (입력의 값과 구간을 보세요. 나누는 값의 구간에 0이 들면 결과에 끝이 없습니다)"
    ]


def chained(name: str, ref: str) -> str:
    return (
        f'    Formula(id="{name}", label="값", expression="a", unit="개",\n'
        f'            inputs={{"a": Input("{ref}", "앞")}}),\n'
    )


def test_a_cycle_and_what_does_not_belong_to_it(sheet: Sheet) -> None:
    text = chained("a.a", "a.b") + chained("a.b", "a.c") + chained("a.c", "a.a")
    made = sheet.evaluate(text + chained("a.d", "a.e"), a__e=exact(3, "개"))
    assert [str(one) for one in made.problems] == [
        "snippets/formulas.py:5: formula-cycle a.a: 식이 돌고 돌아 자기를 입력으로 씁니다: "
        "a.a → a.b → a.c → a.a (입력 하나를 측정한 수치나 사실로 바꾸세요)"
    ]
    assert list(made.outcomes) == ["a.d"]


def test_a_formula_that_is_measured_by_itself(sheet: Sheet) -> None:
    text = chained("a.a", "a.e").replace("inputs", 'measured="a.a", inputs')
    (problem,) = sheet.problems(text, a__e=exact(3, "개"))
    assert "formula-cycle a.a: 식이 돌고 돌아 자기를 입력으로 씁니다: a.a → a.a" in problem


def test_an_id_twice(sheet: Sheet) -> None:
    sheet.write(chained("a.a", "a.e") + chained("a.a", "a.e"))
    with pytest.raises(GuideError) as caught:
        load(sheet.root)
    assert str(caught.value) == (
        "snippets/formulas.py:6: formula-duplicate a.a: 같은 id의 식이 또 있습니다 "
        "(한쪽의 id를 바꾸세요)"
    )


def test_what_rests_on_a_broken_formula_is_left_out_in_silence(sheet: Sheet) -> None:
    text = chained("a.a", "a.none") + chained("a.b", "a.a")
    made = sheet.evaluate(text)
    assert [problem.code for problem in made.problems] == ["formula-input-unknown"]
    assert made.outcomes == {}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("    1 +,\n", 4, "SyntaxError: invalid syntax"),
        (
            '\n    Formula(id="a.a"),\n',
            5,
            "TypeError: Formula.__init__() missing 4 required keyword-only arguments: 'label', "
            "'expression', 'unit', and 'inputs'",
        ),
        ("    1 / 0,\n", 4, "ZeroDivisionError: division by zero"),
    ],
)
def test_a_sheet_that_cannot_be_read(sheet: Sheet, text: str, line: int, message: str) -> None:
    sheet.write(text)
    with pytest.raises(GuideError) as caught:
        load(sheet.root)
    assert str(caught.value) == (
        f"snippets/formulas.py:{line}: formula-unreadable 식 목록을 읽을 수 없습니다: {message} "
        "(이 줄을 고치세요)"
    )


def test_a_sheet_without_formulas(sheet: Sheet) -> None:
    path = sheet.root / "snippets/formulas.py"
    path.parent.mkdir()
    path.write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(GuideError, match=r"formulas\.py:1: formula-unreadable"):
        load(sheet.root)


def test_every_chapter_may_have_a_sheet_and_errors_name_it(sheet: Sheet) -> None:
    sheet.write(formula("W / T", "MB/s"))
    here = sheet.root / "snippets/formulas.py"
    there = sheet.root / "snippets/formulas_ch02.py"
    there.write_text(here.read_text("utf-8"), encoding="utf-8")
    with pytest.raises(GuideError) as caught:
        load(sheet.root)
    assert str(caught.value).startswith("snippets/formulas_ch02.py:5: formula-duplicate ch01.x: ")
    there.write_text(here.read_text("utf-8").replace("ch01.x", "ch02.x"), encoding="utf-8")
    assert [one.id for one in load(sheet.root)] == ["ch01.x", "ch02.x"]


def test_a_sheet_is_read_anew(sheet: Sheet) -> None:
    sheet.write(formula("W / T", "MB/s"))
    assert load(sheet.root)[0].expression == "W / T"
    sheet.write(formula("T / W", "s/MB"))
    assert load(sheet.root)[0].expression == "T / W"


def test_a_large_power_stays_exact(sheet: Sheet) -> None:
    made = sheet.evaluate(formula("W / T * 2 ** 64 / 2 ** 64", "MB/s"), **KNOWN)
    outcome = made.outcomes["ch01.x"]
    assert isinstance(outcome, Outcome)
    assert outcome.figure.value == 98.5 / 0.013
