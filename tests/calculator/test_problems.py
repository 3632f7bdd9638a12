"""What is wrong with a calculator, word for word, at its line of ``snippets/calculators.py``."""

from __future__ import annotations

from pathlib import Path

import pytest

from snippets.evidence.calculators.reference import split, stated
from snippets.evidence.calculators.sheet import load
from snippets.evidence.calculators.work import work_out
from snippets.evidence.calculators.worked import Worked
from snippets.evidence.figure import ClaimType
from snippets.evidence.formulas.quantity import Quantity
from snippets.evidence.problem import GuideError
from snippets.evidence.withheld import Withheld

SHEET = """\
from snippets.evidence.calculators.calculator import (
    Calculator, Field, Group, Preset, Reading, Result)
from snippets.evidence.formulas.formula import Constant

CALCULATORS = (
    Calculator(
        id="read",
        title="읽기",
        inputs=(
            Field("n", "바이트", "GB", "A01", least=1, most=100, also=("GiB",)),
            Field("v", "속도", "GB/s", 4, least=1, most=10),
            Field("k", "배", "1", 1, choices={"하나": 1, "둘 다": 2}),
        ),
        steps=(
            Result("t", "시간", "k * n / v", "s", also=("ms",)),
            Reading("t / c - 1", "깁니다", "짧습니다"),
        ),
        constants={"c": Constant(1, "s", "기준")},
        groups=(Group("예", (Preset("하나", {"v": "A02:v", "k": "A02:둘 다"}),)),),
        leaves_out="나머지.",
    ),
)
"""
HINT = "docs/facts.yaml의 번호와, 그 conditions에 적힌 이름을 확인하세요"


def given(value: float, unit: str) -> Quantity:
    return Quantity(value, None, None, unit, ClaimType.VENDOR_REPORTED, "PRIMARY")


def worked(
    root: Path, *changes: tuple[str, str], **known: Quantity | Withheld
) -> Worked | list[str]:
    text = SHEET
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (root / "snippets").mkdir(exist_ok=True)
    (root / "snippets/calculators.py").write_text(text, encoding="utf-8")
    (calculator,) = load(root).values()
    values = {"A01": given(20, "GB"), "A02:v": given(5, "GB/s"), "A02:둘 다": given(1, "개")}
    made = work_out(calculator, (values | known).get, root / "cache")
    return made if isinstance(made, Worked) else [str(one) for one in made]


def test_a_calculator_that_is_right(tmp_path: Path) -> None:
    made = worked(tmp_path)
    assert isinstance(made, Worked)
    assert [one.figure.value for one in made.outcomes] == [5, 4]
    assert made.groups[0][0].values["k"].quantity.value == 2
    assert worked(tmp_path) == made  # from the cache


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            '"k * n / v"',
            '"k * n + v"',
            "15: formula-units read: k * n + v: 차원이 다른 값을 +로 이을 수 없습니다. "
            "k * n → 정보량, v → 정보량/시간 (식과 입력의 단위를 맞추세요)",
        ),
        (
            '"s", also=("ms",)',
            '"GB", also=("GiB",)',
            "15: formula-units read: 결과의 차원이 다릅니다. 나온 것 → 시간, GB → 정보량 "
            "(식이나 unit을 고치세요)",
        ),
        (
            '"t / c - 1"',
            '"t - c"',
            "16: formula-units read: 결과의 차원이 다릅니다. 나온 것 → 시간, 1 → 단위 없음 "
            "(식이나 unit을 고치세요)",
        ),
        (
            '"k * n / v"',
            '"k * n / v + q"',
            "15: formula-symbol read: 기호 q의 입력이 없습니다 (inputs에 더하세요)",
        ),
        (
            '"k * n / v"',
            '"k * n //"',
            "15: formula-unparsable read: 식의 문법에 맞지 않습니다 (+ - * / **, 괄호, 수, 기호, "
            "sqrt, exp, log, log2, ceil, floor, min, max만 쓸 수 있습니다)",
        ),
        (
            '"k * n / v"',
            '"k * n / (v - v)"',
            "15: formula-not-finite read: 0으로 나누거나, 유한한 수가 나오지 않습니다 (입력의 "
            "값과 구간을 보세요. 나누는 값의 구간에 0이 들면 결과에 끝이 없습니다)",
        ),
        (
            'also=("GiB",)',
            'also=("ms",)',
            "10: calculator-unit read: n의 단위끼리 차원이 다릅니다. GB → 정보량, ms → 시간 "
            "(also를 고치세요)",
        ),
        (
            '"GB/s", 4',
            '"GBps", 4',
            "11: calculator-unit read: 모르는 단위입니다: GBps (혹시 GB/s인가요?)",
        ),
        (
            '"GB/s", 4,',
            '"GB/s", 40,',
            "11: calculator-value read: v의 처음 값: 40은 1–10의 밖입니다 "
            "(default나 least, most를 고치세요)",
        ),
        (
            '"GB/s", 4, least=1, most=10',
            '"GB/s", 4.5, least=1, most=10, integer=True',
            "11: calculator-value read: v의 처음 값: 4.5은 정수가 아닙니다 "
            "(default나 least, most를 고치세요)",
        ),
        (
            '"1", 1, choices',
            '"1", 3, choices',
            "12: calculator-value read: k의 처음 값: 3은 고를 수 있는 값이 아닙니다 "
            "(default나 least, most를 고치세요)",
        ),
        (
            '"k * n / v"',
            '"n / v"',
            "12: calculator-symbol read: 입력 k: 어느 식에도 나오지 않습니다 "
            "(식에 쓰거나 지우세요)",
        ),
        (
            '{"v": "A02:v"',
            '{"w": "A02:v"',
            "19: calculator-symbol read: '하나': 없는 입력입니다: w "
            "(inputs에 있는 기호를 적으세요)",
        ),
        (
            '"A01"',
            '"A99"',
            f"10: calculator-reference read: 'A99': 그런 수치나 사실이 없습니다 ({HINT})",
        ),
        (
            '"A02:v"',
            '"A02:w"',
            f"19: calculator-reference read: 'A02:w': 그런 수치나 사실이 없습니다 ({HINT})",
        ),
        (
            '"둘 다": 2',
            '"둘": 2',
            "19: calculator-value read: k에서 고를 수 없는 말입니다: 둘 다 "
            "(고를 수 있는 것: 하나, 둘)",
        ),
        (
            '"짧습니다"),',
            '"짧습니다"), Reading("1 - t / c", "", "끝", stops=True),',
            "16: calculator-default read: 처음 값으로는 결과가 나오지 않습니다: 끝 "
            "(처음 값을 고치세요)",
        ),
    ],
)
def test_a_mistake_is_told_at_its_line(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert worked(tmp_path, (old, new)) == [f"snippets/calculators.py:{problem}"]


def test_a_fact_of_another_dimension_or_beyond_the_limits(tmp_path: Path) -> None:
    assert worked(tmp_path, A01=given(20, "ms")) == [
        "snippets/calculators.py:10: calculator-unit read: n에 넣을 'A01'의 차원이 다릅니다. "
        "ms → 시간, GB → 정보량 (다른 값을 고르세요)"
    ]
    assert worked(tmp_path, A01=given(1, "TB")) == [
        "snippets/calculators.py:10: calculator-value read: n에 넣을 'A01': 1000은 1–100의 "
        "밖입니다 (least나 most를 고치세요)"
    ]


def test_a_preset_on_a_withheld_figure_is_not_offered(tmp_path: Path) -> None:
    busy = Withheld(id="x", unit="s", reason="기계가 바빴습니다")
    made = worked(tmp_path, **{"A02:v": busy})
    assert isinstance(made, Worked)
    assert made.groups == ((),)
    assert worked(tmp_path, A01=busy) == [
        "snippets/calculators.py:10: calculator-default read: 처음 값 'A01'이 없는 빌드가 있을 수 "
        "있습니다 (처음 값에는 수나 사실을, 잰 수치는 프리셋에 쓰세요)"
    ]


def test_a_measured_value_goes_in_with_the_digits_it_has(tmp_path: Path) -> None:
    seen = Quantity(5.23456, 5.1, 5.4, "GB/s", ClaimType.MEASURED)
    made = worked(tmp_path, **{"A02:v": seen})
    assert isinstance(made, Worked)
    assert made.groups[0][0].values["v"].quantity.value == 5.2


def test_an_id_twice_and_a_sheet_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "snippets/calculators.py"
    path.parent.mkdir()
    body = SHEET[SHEET.index("    Calculator(") : SHEET.rindex(")")]
    path.write_text(SHEET.replace(body, body * 2), encoding="utf-8")
    with pytest.raises(GuideError) as caught:
        load(tmp_path)
    assert str(caught.value) == (
        "snippets/calculators.py:23: calculator-duplicate read: 같은 id의 계산기가 또 있습니다 "
        "(한쪽의 id를 바꾸세요)"
    )
    path.write_text("CALCULATORS = (1 / 0,)\n", encoding="utf-8")
    with pytest.raises(GuideError) as caught:
        load(tmp_path)
    assert str(caught.value) == (
        "snippets/calculators.py:1: calculator-unreadable 계산기 목록을 읽을 수 없습니다: "
        "ZeroDivisionError: division by zero (이 줄을 고치세요)"
    )


def test_a_project_need_not_have_calculators(tmp_path: Path) -> None:
    assert load(tmp_path) == {}


def test_what_a_fact_states() -> None:
    conditions = "L=32,d=4096,heads=32(kv=8), 임베딩 공유. FFN은 256의 배수"
    assert split("W01:d / heads") == ("W01", "d / heads")
    assert split("A05.대역폭") == ("A05.대역폭", "")
    assert [stated(conditions, one) for one in ("L", "kv", "d / heads", "임베딩 공유")] == [
        32,
        8,
        128,
        1,
    ]
    assert [stated(conditions, one) for one in ("x", "임베딩", "d /", "공유")] == [None] * 4
