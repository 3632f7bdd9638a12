"""Numbers as a reader types them, and as the calculator writes them."""

from __future__ import annotations

import random

import pytest

from snippets.evidence.figure import ClaimType, Figure
from snippets.evidence.formulas.quantity import written

from .guide import run, state

LIMITS = {"least": 1, "most": 1e12, "integer": True, "unit": "토큰"}


@pytest.mark.parametrize(
    "text", ["8192", " 8192 ", "8,192", "8_192", "8 192", "8192.0", "8.192e3", "８１９２", "+8192"]
)
def test_a_number_in_many_ways(text: str) -> None:
    assert run("return read(...given)", text, LIMITS) == 8192


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "값을 넣어 주세요."),
        ("  ", "값을 넣어 주세요."),
        ("많이", "수로 적어 주세요. 예: 8192, 8,192, 1e12"),
        ("8k", "수로 적어 주세요. 예: 8192, 8,192, 1e12"),
        ("1,5", "수로 적어 주세요. 예: 8192, 8,192, 1e12"),
        ("1.2.3", "수로 적어 주세요. 예: 8192, 8,192, 1e12"),
        (".", "수로 적어 주세요. 예: 8192, 8,192, 1e12"),
        ("e5", "수로 적어 주세요. 예: 8192, 8,192, 1e12"),
        ("0x10", "수로 적어 주세요. 예: 8192, 8,192, 1e12"),
        ("NaN", "수로 적어 주세요. 예: 8192, 8,192, 1e12"),
        ("Infinity", "수로 적어 주세요. 예: 8192, 8,192, 1e12"),
        ("-3", "음수는 넣을 수 없습니다."),
        ("−3", "음수는 넣을 수 없습니다."),
        ("1.5", "정수로 적어 주세요."),
        ("0", "1토큰 이상으로 적어 주세요."),
        ("1e13", "1,000,000,000,000토큰 이하로 적어 주세요."),
        ("1e999", "1,000,000,000,000토큰 이하로 적어 주세요."),
    ],
)
def test_nonsense_is_explained(text: str, message: str) -> None:
    assert run("return read(...given)", text, LIMITS) == message


def test_a_limit_is_told_in_the_unit_that_is_chosen() -> None:
    body = """
      const calculator = CALCULATORS.kv;
      const state = initial(calculator);
      state.entries.M = {text: '200000000', unit: 2};
      return work(calculator, state).values.M.error;
    """
    assert run(body) == "104,858 GB 이하로 적어 주세요."


def test_nonsense_gives_no_result_at_all() -> None:
    shown = state("kv", T="많이", D="-1")
    assert shown["errors"] == {
        "D": "음수는 넣을 수 없습니다.",
        "T": "수로 적어 주세요. 예: 8192, 8,192, 1e12",
    }
    assert set(shown["results"].values()) == {None}
    assert shown["said"] == []


def test_what_cannot_be_divided_is_said_and_stops() -> None:
    shown = state("request", q="0", p="0", t="0")
    assert shown["results"]["E"] == "0 ms"
    assert shown["results"]["s_q"] is None
    assert shown["said"] == ["이 값으로는 나눌 수 없거나 수가 너무 커집니다."]


@pytest.mark.parametrize("unit", ["ms", "개", "%", "GiB", "1"])
def test_a_number_is_written_as_everywhere_in_the_guide(unit: str) -> None:
    chance = random.Random(unit)
    values = [0, 1, 999, 1000, 8_030_261_248, 0.5, 0.0123, 12.5, 123.45, -5.43, 1e-7]
    values += [chance.uniform(0, 10 ** chance.randint(-6, 9)) for _ in range(200)]
    figures = [
        Figure(id="x", unit=unit, claim_type=ClaimType.CALCULATED, value=abs(one)) for one in values
    ]
    got = run(
        "return given[0].map((one) => write(one, given[1]))", [f.value for f in figures], unit
    )
    assert got == [written(one) for one in figures]


def test_a_float_that_misses_a_whole_number_is_whole() -> None:
    assert run("return [write(9.000000000000002, '배'), write(9.0001, '배')]") == ["9배", "9.00배"]


def test_the_line_with_the_numbers_in_it() -> None:
    assert state("kv", T="4096")["numbers"] == {
        "K": "2개/토큰 × 32층 × 8개 × 128개 × 2 B",
        "R": "131,072 B/토큰 × 4,096토큰",
        "W": "8,030,261,248파라미터 × 2 B/파라미터",
        "F": "90% × 81,559 MiB − 16.06 GB",
        "X": "60.91 GB ÷ 131,072 B/토큰",
        "n": "내림(60.91 GB ÷ 0.500 GiB)",
    }
    assert state("parameters")["numbers"]["A"] == (
        "2 × (4,096개)² + 2 × 4,096개 × 8개 × 4,096개 ÷ 32개 + 0개 × (4,096개 + 2 × 8개 × "
        "4,096개 ÷ 32개)"
    )
    assert state("waiting")["numbers"]["m"] == "90% ÷ (1 − 90%) × (1 + 1²) ÷ 2"
