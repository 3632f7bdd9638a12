"""What a reviewer of new measurements reads, from its first line on."""

from __future__ import annotations

from snippets.evidence.claim import Claim, judge
from snippets.evidence.comparison import markdown
from snippets.evidence.figure import measured
from snippets.evidence.predicate import at_most
from snippets.evidence.record import Record
from snippets.evidence.summary import HEADS, Pair, summary
from tests.evidence.test_record import record

CLAIM = Claim(id="a.c", sentence="빠르다.", test=at_most("a.t", 16))


def taken(first: float) -> Record:
    time = measured("a.t", "ms", [first + n for n in range(6)])
    return record().model_copy(
        update={"figures": {time.id: time}, "claims": {"a.c": judge(CLAIM, {"a.t": time}.get)}}
    )


def test_what_flipped_and_what_is_missing_comes_before_the_tables() -> None:
    fast, slow = taken(10), taken(20)
    pairs = [Pair("a", "가", fast, slow), Pair("b", "나", fast, None), Pair("c", "다", None, fast)]
    assert summary(pairs) == (
        "## 뒤집힌 판정 1개\n\n- `a.c` 빠르다.: 지지 → 반박\n\n"
        "## 반박된 주장 1개\n\n- `a.c` 빠르다.\n\n"
        "## 새 기록이 없는 실험 1개\n\n- `b` 나\n\n"
        "## 수치 2개\n\n같음 0개 · 잡음 안 0개 · 달라짐 1개 · 새로 생김 1개 · 없어짐 0개\n\n"
        f"### a 가\n\n{markdown(fast, slow, HEADS)}\n"
        f"### c 다\n\n{markdown(None, fast, HEADS)}"
    )


def test_nothing_to_tell_is_told() -> None:
    text = summary([Pair("a", "가", taken(10), taken(10))])
    assert text.startswith(
        "## 뒤집힌 판정 0개\n\n- 없음\n\n## 반박된 주장 0개\n\n- 없음\n\n"
        "## 새 기록이 없는 실험 0개\n\n- 없음\n\n"
    )
