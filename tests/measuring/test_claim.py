from __future__ import annotations

import pytest

from snippets.evidence.claim import Claim, Judged, Verdict, judge
from snippets.evidence.figure import Figure, counted, measured
from snippets.evidence.predicate import Predicate, at_least, at_most, difference, equal, within
from snippets.evidence.term import ClaimError
from snippets.evidence.withheld import Withheld, above_roof, machine_busy, too_few, unsteady

FIGURES: dict[str, Figure | Withheld] = {
    "ch01.ratio": measured("ch01.ratio", "배", [0.9, 0.95, 1, 1, 1.05, 1.1]).model_copy(
        update={"label": "종단 시간 비"}
    ),
    "ch01.tokens": counted("ch01.tokens", "개", 16).model_copy(update={"label": "토큰"}),
    "ch01.dark": Withheld(
        id="ch01.dark", label="TTFT", unit="ms", reason=machine_busy(kept=3, rounds=12)
    ),
}


def claim(test: Predicate, deterministic: bool = False) -> Claim:
    return Claim(id="ch01.same", sentence="같다.", test=test, deterministic=deterministic)


@pytest.mark.parametrize(
    ("test", "verdict", "reason"),
    [
        (within("ch01.ratio", 0.8, 1.25), "supported", "95% 구간 전체가 검사를 만족합니다"),
        (at_least("ch01.ratio", 2), "refuted", "95% 구간 전체가 검사를 어깁니다"),
        (at_least("ch01.ratio", 1), "undecided", "95% 구간이 경계에 걸쳐 있습니다"),
        (equal("ch01.tokens", 16), "supported", "값이 검사를 만족합니다"),
        (equal("ch01.tokens", 17), "refuted", "값이 검사를 어깁니다"),
        (at_most("ch01.dark", 5), "undecided", "TTFT: 기계가 바빴습니다 (조용한 회차 3/12)"),
        (at_most("ch01.none", 5), "undecided", "ch01.none 수치가 없습니다"),
        (
            at_most(difference("ch01.none", "ch01.dark"), 5) & at_least("ch01.dark", 0),
            "undecided",
            "ch01.none 수치가 없습니다; TTFT: 기계가 바빴습니다 (조용한 회차 3/12)",
        ),
        # What is not there cannot save a part that fails, or spoil one that suffices.
        (
            at_most("ch01.dark", 5) & at_least("ch01.ratio", 2),
            "refuted",
            "95% 구간 전체가 검사를 어깁니다",
        ),
        (
            at_most("ch01.dark", 5) | equal("ch01.tokens", 16),
            "supported",
            "95% 구간 전체가 검사를 만족합니다",
        ),
    ],
)
def test_verdicts(test: Predicate, verdict: str, reason: str) -> None:
    judged = judge(claim(test), FIGURES.get)
    assert (judged.verdict, judged.reason) == (Verdict(verdict), reason)


def test_a_verdict_names_what_it_rests_on() -> None:
    test = within("ch01.ratio", 0.8, 1.25) & at_most("ch01.none", 5) & at_most("ch01.dark", 1)
    judged = judge(claim(test), FIGURES.get, {"ch01.none": ("ms", "TPOT")})
    assert [seen.id for seen in judged.figures] == ["ch01.ratio", "ch01.dark"]
    assert judged.missing == ("ch01.none",)
    assert judged.test_text == ("0.8 ≤ 종단 시간 비 ≤ 1.25 그리고 TPOT ≤ 5 ms 그리고 TTFT ≤ 1 ms")
    assert Judged.model_validate_json(judged.model_dump_json()) == judged


def test_a_claim_is_kept_as_json() -> None:
    whole = claim(within("ch01.ratio", 0.8, 1.25), deterministic=True)
    assert Claim.model_validate_json(whole.model_dump_json()) == whole


@pytest.mark.parametrize(
    ("test", "said"),
    [
        (
            equal("ch01.tokens", 17),
            "p.py:3: claim-broken 'ch01.same'이 더는 참이 아닙니다: 토큰 = 17개 (ch01.tokens = 16) "
            "(코드가 달라졌다면 주장과 본문을 고치고, 아니면 코드를 되돌리세요)",
        ),
        (
            equal("ch01.none", 1),
            "p.py:3: claim-broken 'ch01.same'이 더는 참이 아닙니다: ch01.none = 1 (ch01.none 없음) "
            "(코드가 달라졌다면 주장과 본문을 고치고, 아니면 코드를 되돌리세요)",
        ),
        (
            at_least("ch01.dark", 1),
            "p.py:3: claim-broken 'ch01.same'이 더는 참이 아닙니다: TTFT ≥ 1 ms "
            "(ch01.dark 판정불가) "
            "(코드가 달라졌다면 주장과 본문을 고치고, 아니면 코드를 되돌리세요)",
        ),
        (
            within("ch01.ratio", 0, 9),
            "p.py:3: claim-not-exact 결정론적 주장 'ch01.same'이 흩어지는 수치에 기댑니다: "
            "ch01.ratio (deterministic을 지우거나, counted·calculated 수치만 쓰세요)",
        ),
    ],
)
def test_a_deterministic_claim_that_fails_is_an_error(test: Predicate, said: str) -> None:
    with pytest.raises(ClaimError) as caught:
        judge(claim(test, deterministic=True), FIGURES.get)
    assert str(caught.value.at("p.py", 3)) == said


def test_a_deterministic_claim_that_holds() -> None:
    judged = judge(claim(equal("ch01.tokens", 16), deterministic=True), FIGURES.get)
    assert judged.verdict is Verdict.SUPPORTED


def test_what_stands_for_a_withheld_figure() -> None:
    found = FIGURES["ch01.dark"]
    assert isinstance(found, Withheld)
    assert found.text == "판정불가 — 기계가 바빴습니다 (조용한 회차 3/12)"
    assert unsteady(0.314) == "너무 흩어집니다 (IQR이 중앙값의 31%)"
    assert too_few(4, 6) == "표본이 모자랍니다 (4개, 적어도 6개)"
    assert above_roof("41.0 GB/s", "33.0 GB/s") == (
        "잰 값 41.0 GB/s이(가) 같은 기계에서 잰 한계 33.0 GB/s을(를) 넘습니다: 측정 오류입니다"
    )
