from __future__ import annotations

from snippets.evidence.claim import Claim, judge
from snippets.evidence.comparison import Change, compare, markdown
from snippets.evidence.figure import Figure, counted, measured
from snippets.evidence.predicate import at_most
from snippets.evidence.record import Record
from tests.evidence.test_record import record


def holding(*figures: Figure) -> Record:
    return record().model_copy(update={"figures": {figure.id: figure for figure in figures}})


def test_each_figure_is_judged_by_its_kind() -> None:
    before = holding(
        counted("a.same", "개", 1),
        counted("a.other", "개", 1),
        measured("a.noise", "ms", [1, 2, 3, 4, 5, 6]),
        measured("a.slower", "ms", [1, 2, 3, 4, 5, 6]),
        counted("a.gone", "개", 1),
    )
    after = holding(
        counted("a.same", "개", 1),
        counted("a.other", "개", 2),
        measured("a.noise", "ms", [5, 6, 7, 8, 9, 10]),
        measured("a.slower", "ms", [7, 8, 9, 10, 11, 12]),
        counted("a.new", "개", 1),
    )
    assert {line.id: line.change for line in compare(before, after)} == {
        "a.same": Change.SAME,
        "a.other": Change.DIFFERENT,
        "a.noise": Change.NOISE,
        "a.slower": Change.DIFFERENT,
        "a.new": Change.NEW,
        "a.gone": Change.GONE,
    }


def test_the_table_for_a_pull_request() -> None:
    before = holding(measured("a.t", "ms", [10, 11, 12, 13, 14, 15]))
    after = holding(measured("a.t", "ms", [20, 21, 22, 23, 24, 25]))
    newer = after.conditions.model_copy(
        update={
            "software": {"Python": "3.12"},
            "calibration": {"matmul_gflops": 2.0, "read_gbps": 1.05},
        }
    )
    after = after.model_copy(update={"conditions": newer})
    assert markdown(before, after, ("전", "후")) == (
        "| 수치 | 전 | 후 | 변화 | 판단 |\n"
        "|---|---|---|---|---|\n"
        "| `a.t`  | 12 ms [10–15] | 22 ms [20–25] | +80% | 달라짐 |\n"
        "\n바뀐 조건:\n\n"
        "- Python: 3.11 → 3.12\n"
        "- 기준 커널 matmul_gflops: 1 → 2\n"
    )


def test_a_verdict_that_flipped_is_named() -> None:
    claim = Claim(id="a.c", sentence="빠르다.", test=at_most("a.t", 16))
    fast = measured("a.t", "ms", [10, 11, 12, 13, 14, 15])
    slow = measured("a.t", "ms", [20, 21, 22, 23, 24, 25])
    before, after = (
        holding(one).model_copy(update={"claims": {"a.c": judge(claim, {"a.t": one}.get)}})
        for one in (fast, slow)
    )
    text = markdown(before, after, ("전", "후"))
    assert "\n뒤집힌 판정:\n\n- `a.c` 빠르다.: 지지 → 반박\n" in text
    assert "\n뒤집힌 판정:\n\n- 없음\n" in markdown(before, before, ("전", "후"))


def test_without_a_record_to_compare_with() -> None:
    text = markdown(None, holding(counted("a.n", "개", 3)), ("전", "후"))
    assert "| `a.n`  | — | 3개 | — | 새로 생김 |" in text
    assert text.endswith("- 견줄 기록이 없습니다\n")
