"""What changed between two takings, and what may be said of it."""

from __future__ import annotations

import pytest

from hooks.history.add import grow
from hooks.history.change import flips, moved, moves, reasons
from hooks.history.entry import Commit, Entry, Value
from hooks.history.log import rounds
from hooks.history.past import Past
from snippets.evidence.figure import ClaimType
from snippets.evidence.record import Record

from .takings import LISTING, body, taken


def entries(*records: Record) -> tuple[Entry, ...]:
    return grow((), [(body(one), Commit(f"c{at}", "why")) for at, one in enumerate(records)])


def value(middle: float, half: float | None = None, unit: str = "ms") -> Value:
    ends = (None, None) if half is None else (middle - half, middle + half)
    return Value(middle, *ends, unit, ClaimType.MEASURED)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (value(1), value(1), False),
        (value(1), value(2), True),
        (value(1, 0.2), value(1.4, 0.2), False),
        (value(1, 0.2), value(1.5, 0.2), True),
        (value(1.5, 0.2), value(1, 0.2), True),
        (value(1, unit="s"), value(1000), False),
    ],
)
def test_only_intervals_that_do_not_touch_are_a_change(
    before: Value, after: Value, expected: bool
) -> None:
    assert moved(before, after) is expected


def test_reasons_name_code_packages_machine_and_speed_or_say_that_there_is_none() -> None:
    first, second = entries(taken(1, a="1"), taken(1.1, a="2"))
    changed = second.model_copy(
        update={
            "software": second.software | {"torch": "2.14.0"},
            "machine": "다른 기계",
            "calibration": {"matmul_gflops": 2.0, "read_gbps": 1.05},
        }
    )
    assert [(str(one.cause), one.details) for one in reasons(first, changed)] == [
        ("코드", ("snippets/a.py",)),
        ("패키지", ("torch 2.13.0 → 2.14.0",)),
        ("기계", (f"{first.machine} → 다른 기계",)),
        ("기계의 빠르기", ("행렬 곱 1 → 2 GFLOP/s",)),
    ]
    same = entries(taken(1), taken(1.1))
    assert [str(one.cause) for one in reasons(*same)] == ["바뀐 것 없음"]


def test_moves_and_flips() -> None:
    first, second = entries(taken(1), taken(5))
    assert [(one.id, one.before.value, one.after.value) for one in moves(first, second)] == [
        ("ch01.time", 1.25, 5.25)
    ]
    assert [(one.id, one.before, one.after) for one in flips(first, second)] == [
        ("ch01.fast", "지지", "반박")
    ]


def test_noise_is_no_news_and_what_one_commit_brought_is_one_round() -> None:
    history = entries(taken(1, hour=1), taken(1.1, hour=2), taken(5, hour=3), taken(None, hour=4))
    found = rounds([Past(LISTING, history)])
    assert [(one.anchor, one.taken, one.title, one.subject) for one in found] == [
        ("round-c3", "2026-11-30T04:00Z", "판정 1개 뒤집힘", "why"),
        ("round-c2", "2026-11-30T03:00Z", "판정 1개 뒤집힘, 수치 1개 달라짐", "why"),
    ]
