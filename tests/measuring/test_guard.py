from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from snippets.evidence import counters
from snippets.evidence.counters import Counters, between
from snippets.evidence.guard import Guard, Guarded, notes
from tests.measuring.machine import BUSY, QUIET, FakeMachine


def test_a_quiet_machine_keeps_every_round() -> None:
    machine = FakeMachine()
    taken = machine.guard().rounds(machine.body, 3)
    assert taken == Guarded(kept=((1,), (2,), (3,)), thrown=(), rounds=3, retried=0, notes=())
    assert taken.clean
    assert machine.slept == 0


def test_short_samples_fill_a_round() -> None:
    machine = FakeMachine(call_s=0.0625)  # exact in binary
    taken = machine.guard().rounds(machine.body, 2)
    assert taken.kept == ((1, 2, 3, 4), (5, 6, 7, 8))
    assert taken.samples == (1, 2, 3, 4, 5, 6, 7, 8)


def test_a_dirty_round_is_quarantined_and_tried_again() -> None:
    machine = FakeMachine(plan=[QUIET, BUSY, QUIET])
    taken = machine.guard().rounds(machine.body, 3)
    assert taken.kept == ((1,), (3,), (4,))
    assert taken.thrown == ((2,),)
    assert (taken.rejected, taken.retried) == (1, 1)
    assert taken.account == "3회 가운데 3회 채택, 버린 회차 1개"


def test_a_round_is_tried_three_times_and_then_lost() -> None:
    machine = FakeMachine(plan=[BUSY, BUSY, BUSY])
    taken = machine.guard().rounds(machine.body, 3)
    assert taken.kept == ((4,), (5,))
    assert (taken.rejected, taken.retried) == (3, 2)
    assert taken.clean


@pytest.mark.parametrize(
    ("weather", "clean"),
    [
        ((0.14, 0.0), True),
        ((0.16, 0.0), False),
        ((0.0, 0.029), True),
        ((0.0, 0.031), False),
        ((0.16, 0.031), False),
    ],
)
def test_the_limits(weather: tuple[float, float], clean: bool) -> None:
    machine = FakeMachine(always=weather)
    assert machine.guard().rounds(machine.body, 4).clean is clean


@pytest.mark.parametrize(("lost", "clean"), [(0, True), (3, True), (4, False)])
def test_fewer_than_half_the_rounds_are_too_few(lost: int, clean: bool) -> None:
    machine = FakeMachine(plan=[BUSY] * 3 * lost)
    assert machine.guard().rounds(machine.body, 6).clean is clean


def test_a_hopeless_run_is_given_up() -> None:
    machine = FakeMachine(always=BUSY, asleep=BUSY)
    taken = machine.guard(patience_s=1.0).rounds(machine.body, 6)
    assert not taken.clean
    assert machine.calls == 4 * 3  # four of six rounds lost, three tries each
    assert machine.slept == pytest.approx(1.0, abs=0.21)  # patience is for the whole run


def test_a_round_is_never_judged_by_what_it_gives() -> None:
    machine = FakeMachine()
    values = iter([1.0, 1000.0, 1.0, float("nan"), -5.0, 1.0])

    def body() -> float:
        machine.body()
        return next(values)

    assert len(machine.guard().rounds(body, 6).kept) == 6


def test_what_the_body_raises_passes_through() -> None:
    machine = FakeMachine()

    def body() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        machine.guard().rounds(body, 1)


def reading(at: float, wall: float) -> Counters:
    return Counters(at=at, wall=wall, busy=0, steal=0, total=at, own=0)


@pytest.mark.parametrize(
    ("wall", "said"),
    [
        (10.0, ()),
        (10.9, ()),
        (13.0, ("재는 동안 벽시계가 3초 앞으로 뛰었습니다 (단조 시계로 쟀습니다)",)),
        (-3590.0, ("재는 동안 벽시계가 3600초 뒤로 뛰었습니다 (단조 시계로 쟀습니다)",)),
    ],
)
def test_a_clock_that_jumps_is_noted(wall: float, said: tuple[str, ...]) -> None:
    assert notes(reading(0, 0), reading(10, wall), has_steal=True) == said


def test_a_jump_does_not_reach_the_samples() -> None:
    machine = FakeMachine()

    def body() -> int:
        machine.wall_ahead += 100
        return machine.body()

    taken = machine.guard().rounds(body, 2)
    assert len(taken.kept) == 2
    assert "200초 앞으로" in taken.notes[-1]


def test_a_system_without_steal_says_so() -> None:
    assert notes(reading(0, 0), reading(1, 1), has_steal=False) == (
        "이 운영체제는 하이퍼바이저가 빼앗은 시간을 알려 주지 않습니다 (psutil로 읽음)",
    )


def test_one_subject_of_a_run_with_several() -> None:
    taken = Guarded(kept=(({"a": 1, "b": 2},),), thrown=(({"a": 3, "b": 4},),), rounds=1, retried=2)
    assert taken.column("b") == Guarded(kept=((2,),), thrown=((4,),), rounds=1, retried=2)


def test_children_and_grandchildren_are_our_own() -> None:
    burn = "import time\nend = time.process_time() + .3\nwhile time.process_time() < end: pass\n"
    child = f"import subprocess, sys\n{burn}subprocess.run([sys.executable, '-c', {burn!r}])\n"
    before = counters.read()
    alive = subprocess.Popen([sys.executable, "-c", f"{child}input()"], stdin=subprocess.PIPE)
    deadline = time.monotonic() + 15
    while counters.read().own - before.own < 0.55 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert counters.read().own - before.own > 0.55  # alive, with a grandchild that has ended
    alive.communicate(b"\n")
    assert counters.read().own - before.own > 0.55  # ended: its time is not lost


def test_the_counters_of_this_machine_go_forward() -> None:
    before = counters.read()
    os.urandom(1 << 20)
    after = counters.read()
    usage = between(before, after)
    assert usage.foreign_cpus >= 0
    assert 0 <= usage.steal_share <= 1
    assert abs(usage.clock_jump_s) < 0.5


def test_a_guard_on_this_machine_comes_to_an_end() -> None:
    taken = Guard(patience_s=0).rounds(lambda: time.sleep(0.05), 2)
    assert len(taken.kept) + taken.rejected >= 2
