"""What a formula predicts, held against what was measured."""

from __future__ import annotations

import pytest

from snippets.evidence.formulas.outcome import Outcome, Residual
from snippets.evidence.formulas.quantity import Quantity

from .given import Sheet, exact, spread

FORMULA = """\
    Formula(
        id="ch01.passes",
        label="순전파",
        expression="1 + (n - 1)",
        unit="번",
        inputs={"n": Input("ch01.tokens", "토큰")},
        measured="ch01.passes_seen",
        band=(0.99, 1.01),
    ),
"""


def residual(sheet: Sheet, tokens: Quantity, seen: Quantity) -> Residual | None:
    made = sheet.evaluate(FORMULA, ch01__tokens=tokens, ch01__passes_seen=seen)
    assert made.problems == ()
    outcome = made.outcomes["ch01.passes"]
    assert isinstance(outcome, Outcome)
    return outcome.residual


@pytest.mark.parametrize("seen", [1000, 990, 1010])
def test_inside(sheet: Sheet, seen: float) -> None:
    ratio = seen / 1000
    assert residual(sheet, exact(1000, "개"), exact(seen, "번")) == Residual(
        ratio, ratio, ratio, inside=True, exact=True
    )


@pytest.mark.parametrize(("seen", "ratio"), [(989, "0.989"), (1011, "1.011"), (0, "0")])
def test_exact_and_outside_is_an_error(sheet: Sheet, seen: float, ratio: str) -> None:
    known = {"ch01__tokens": exact(1000, "개"), "ch01__passes_seen": exact(seen, "번")}
    assert sheet.problems(FORMULA, **known) == [
        f"snippets/formulas.py:10: residual-outside ch01.passes: 측정 ÷ 계산이 {ratio}입니다. "
        "허용 0.99–1.01 (둘 다 정확한 값이므로 식이나 측정 가운데 하나가 틀렸습니다)"
    ]


@pytest.mark.parametrize(
    ("tokens", "seen", "expected"),
    [
        (exact(100, "개"), spread(120, 90, 150, "번"), Residual(1.2, 0.9, 1.5, False, False)),
        (spread(100, 80, 125, "개"), exact(100, "번"), Residual(1, 0.8, 1.25, True, False)),
        (
            spread(100, 80, 125, "개"),
            spread(50, 40, 60, "번"),
            Residual(0.5, 0.32, 0.75, False, False),
        ),
    ],
)
def test_a_spread_is_only_reported(
    sheet: Sheet, tokens: Quantity, seen: Quantity, expected: Residual
) -> None:
    assert residual(sheet, tokens, seen) == expected


def test_another_dimension(sheet: Sheet) -> None:
    known = {"ch01__tokens": exact(1000, "개"), "ch01__passes_seen": exact(1000, "B")}
    assert sheet.problems(FORMULA, **known) == [
        "snippets/formulas.py:10: formula-units ch01.passes: ch01.passes_seen의 차원이 다릅니다. "
        "나온 것 → 정보량, 번 → 단위 없음 (식이나 unit을 고치세요)"
    ]


def test_nothing_was_measured(sheet: Sheet) -> None:
    assert sheet.problems(FORMULA, ch01__tokens=exact(1000, "개")) == [
        "snippets/formulas.py:10: formula-input-unknown ch01.passes: 'ch01.passes_seen': 그런 "
        "수치, 사실, 식이 없습니다 (python -m snippets list 와 docs/facts.yaml 에서 이름을 "
        "확인하세요)"
    ]


def test_zero_was_calculated(sheet: Sheet) -> None:
    known = {"ch01__tokens": exact(0, "개"), "ch01__passes_seen": exact(0, "번")}
    assert sheet.problems(FORMULA, **known) == [
        "snippets/formulas.py:10: formula-not-finite ch01.passes: 0으로 나누거나, 유한한 수가 "
        "나오지 않습니다 (입력의 값과 구간을 보세요. 나누는 값의 구간에 0이 들면 결과에 끝이 "
        "없습니다)"
    ]
