from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Callable

import pytest

from snippets.evidence.conditions import Watch
from snippets.evidence.display import flag_text, quantity
from snippets.evidence.environment import environment_for, recorded
from snippets.evidence.figure import Figure, measured
from snippets.evidence.fresh import in_fresh_process, in_fresh_processes
from snippets.evidence.guard import Guarded
from snippets.evidence.roofline import TOLERANCE, Kernel, above_roofline, limits, rates, roof, under
from snippets.evidence.sampling import observed, over_processes, steady
from snippets.evidence.timing import calibrate
from snippets.evidence.withheld import Withheld
from tests.measuring.machine import BUSY, FakeMachine


def run(*rounds: float, asked: int | None = None, calls: int = 1) -> Guarded[float]:
    kept = tuple((value,) * calls for value in rounds)
    return Guarded(kept=kept, thrown=(), rounds=asked or len(rounds), retried=0)


STEADY = (10.0, 10.1, 10.2, 10.3, 10.4, 10.5, 10.6)


def test_a_round_counts_once_however_many_calls_it_holds() -> None:
    one, many = (observed("a.b", "ms", run(*STEADY, calls=n)) for n in (1, 1000))
    assert one == many
    assert isinstance(one, Figure)
    assert (one.value, one.low, one.high, len(one.samples)) == (10.3, 10.0, 10.6, 7)


def test_samples_are_scaled_to_the_unit() -> None:
    found = observed("a.b", "ms", run(*STEADY), scale=1000)
    assert isinstance(found, Figure)
    assert found.value == 10300


@pytest.mark.parametrize(
    ("taken", "reason"),
    [
        (run(*STEADY, asked=15), "기계가 바빴습니다 (조용한 회차 7/15)"),
        (run(asked=12), "기계가 바빴습니다 (조용한 회차 0/12)"),
        (run(1, 2, 3, 4, 5, asked=9), "표본이 모자랍니다 (5개, 적어도 6개)"),
        (run(-1, -1, -1, 0, 1, 1, 1), "너무 흩어집니다 (중앙값이 0)"),
        (run(1, 1, 1, 2, 2, 2, 2), "너무 흩어집니다 (IQR이 중앙값의 50%)"),
    ],
)
def test_what_is_withheld(taken: Guarded[float], reason: str) -> None:
    assert observed("a.b", "ms", taken) == Withheld(id="a.b", unit="ms", reason=reason)


def test_scatter_that_does_not_matter_is_no_reason() -> None:
    tiny = run(0.1, 0.1, 0.1, 0.2, 0.3, 0.3, 0.3)
    assert isinstance(observed("a.b", "%", tiny), Withheld)
    assert isinstance(observed("a.b", "%", tiny, negligible=1.0), Figure)
    assert isinstance(observed("a.b", "%", tiny, negligible=0.1), Withheld)
    assert isinstance(over_processes("a.b", "%", [tiny] * 3, negligible=1.0), Figure)


def test_processes_that_differ_widen_the_interval() -> None:
    alike = over_processes("a.b", "ms", [run(*STEADY)] * 3)
    apart = over_processes(
        "a.b", "ms", [run(*(shift * one for one in STEADY)) for shift in (0.95, 1.0, 1.05)]
    )
    assert isinstance(alike, Figure)
    assert isinstance(apart, Figure)
    assert (alike.low, alike.high) == (10.1, 10.5)  # that of the 21 pooled rounds
    assert apart.low is not None
    assert apart.low < 0.95 * 10.3


def test_no_time_is_below_zero() -> None:
    """Student's t on three medians that scatter reaches below zero; what was timed does not."""
    times = over_processes("a.b", "ms", [run(*[x] * 3) for x in (0.1, 0.4, 0.9)], negligible=2)
    gaps = over_processes("a.b", "%", [run(*[x] * 3) for x in (-0.1, 0.4, 0.9)], negligible=2)
    assert isinstance(times, Figure)
    assert isinstance(gaps, Figure)
    assert times.low == 0
    assert gaps.low is not None
    assert gaps.low < 0


def test_a_process_on_a_busy_machine_drops_out() -> None:
    dirty = run(99.0, asked=7)
    three = over_processes("a.b", "ms", [run(*STEADY), dirty, run(*STEADY), run(*STEADY)])
    assert isinstance(three, Figure)
    assert max(three.samples) < 11
    assert over_processes("a.b", "ms", [run(*STEADY), dirty, run(*STEADY)]) == Withheld(
        id="a.b", unit="ms", reason="표본이 모자랍니다 (2개, 적어도 3개)"
    )
    assert over_processes("a.b", "ms", [dirty] * 3) == Withheld(
        id="a.b", unit="ms", reason="기계가 바빴습니다 (조용한 회차 3/21)"
    )


def test_nothing_contaminated_becomes_a_figure() -> None:
    """A slow-down that is perfectly steady: only the guard can see it."""
    for seed in range(50):
        draw = random.Random(seed)
        weather = [BUSY if draw.random() < 0.8 else (0.0, 0.0) for _ in range(200)]
        machine = FakeMachine(plan=weather, asleep=BUSY)
        slow = iter([40.0 if one == BUSY else 1.0 for one in weather])

        def take(machine: FakeMachine = machine, slow: object = slow) -> float:
            machine.body()
            return next(slow)  # type: ignore[call-overload, no-any-return]

        found = observed("a.b", "ms", steady(take, warmup=0, guard=machine.guard()))
        if isinstance(found, Figure):
            assert set(found.samples) == {1.0}


def test_the_flag() -> None:
    assert flag_text(measured("a.b", "ms", STEADY)) == ""
    assert (
        flag_text(measured("a.b", "ms", [9, 9, 9, 10, 10.2, 10.2, 10.2])) == "흩어짐 큼 (IQR 12%)"
    )
    assert quantity(1234.5, "GB/s") == "1,230 GB/s"
    assert quantity(0.01234, "%p", 2) == "0.012%p"


LIMIT = measured("roof.read", "GB/s", [19, 19, 20, 20, 20, 21])


@pytest.mark.parametrize(("value", "above"), [(20.0, False), (23.1, False), (23.2, True)])
def test_above_the_roof(value: float, above: bool) -> None:
    assert roof(LIMIT) == pytest.approx(21 * TOLERANCE)
    assert above_roofline(value, LIMIT) is above
    found = under(measured("a.b", "GB/s", [value] * 6), LIMIT)
    assert isinstance(found, Withheld) is above


def test_a_wide_limit_forgives_more() -> None:
    assert roof(measured("roof.read", "GB/s", [16, 20, 20, 20, 20, 25])) == 25 * 1.25


def test_why_a_figure_is_not_shown_under_a_roof() -> None:
    impossible = measured("a.b", "GB/s", [99.0] * 6)
    assert under(impossible, LIMIT) == Withheld(
        id="a.b",
        unit="GB/s",
        reason="잰 값 99.0 GB/s이(가) 같은 기계에서 잰 한계 23.1 GB/s을(를) 넘습니다: "
        "측정 오류입니다",
    )
    unknown = Withheld(id="roof.read", unit="GB/s", reason="기계가 바빴습니다")
    assert not above_roofline(99, unknown)
    assert under(impossible, unknown) == Withheld(
        id="a.b", unit="GB/s", reason="기계의 한계를 재지 못했습니다: 기계가 바빴습니다"
    )
    with pytest.raises(ValueError, match=r"a\.b is in ms, its limit in GB/s"):
        under(measured("a.b", "ms", [1.0] * 6), LIMIT)


def kernels(machine: FakeMachine) -> dict[str, Kernel]:
    return {name: Kernel("GB/s", 1.0, machine.body) for name in ("one", "two")}


def test_limits_are_withheld_beside_a_busy_neighbour() -> None:
    machine = FakeMachine(always=BUSY, asleep=BUSY)
    found = limits(guard=machine.guard(), of=kernels(machine))
    assert found["two"] == Withheld(
        id="roof.two", unit="GB/s", reason="기계가 바빴습니다 (조용한 회차 0/12)"
    )


def test_rates_take_turns_in_a_round() -> None:
    machine = FakeMachine(call_s=0.125)
    taken = rates(kernels(machine), 1, machine.guard(), 3)
    assert [len(round_) for round_ in taken["one"].kept] == [1, 1, 1]
    assert machine.calls == 2 + 3 * 2


def test_the_calibration_keeps_its_names() -> None:
    found = calibrate(rounds=1)
    assert set(found) == {"matmul_gflops", "read_gbps", "clean_rounds"}
    assert all(value > 0 for name, value in found.items() if name != "clean_rounds")


def test_environment_before_the_start() -> None:
    threads = {"OMP_NUM_THREADS": "2", "MKL_NUM_THREADS": "2"}
    assert environment_for(2, platform="linux") == threads
    assert environment_for(2, huge_pages=True, platform="linux") == threads | {
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=4294967296"
    }
    assert environment_for(2, huge_pages=True, platform="darwin") == threads


def test_only_known_values_of_known_variables_are_recorded() -> None:
    assert recorded(environment_for(2, huge_pages=True, platform="linux")) == {
        "OMP_NUM_THREADS": "2",
        "MKL_NUM_THREADS": "2",
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=4294967296",
    }
    assert recorded(
        {
            "OMP_NUM_THREADS": "/home/kim/secret",
            "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:x=/home/kim",
            "OMP_WAIT_POLICY": "passive\nTOKEN=1",
            "HOME": "/home/kim",
            "AWS_SECRET_ACCESS_KEY": "x",
        }
    ) == {
        "OMP_NUM_THREADS": "다른 값",
        "GLIBC_TUNABLES": "다른 값",
        "OMP_WAIT_POLICY": "다른 값",
    }


def builder() -> Callable[[], object]:
    return lambda: os.environ["OMP_NUM_THREADS"]


def test_fresh_processes_are_fresh_and_set_up_before_they_start() -> None:
    found = in_fresh_processes(builder, processes=1, rounds=1, threads=2, patience_s=0)
    assert len(found) == 1
    assert found[0].rounds == 1
    assert len(found[0].kept) + found[0].rejected >= 1


def broken() -> Callable[[], object]:
    raise ZeroDivisionError


def test_a_fresh_process_that_fails_is_an_error() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        in_fresh_processes(broken, processes=1, rounds=1)


def test_a_builder_must_be_found_by_name() -> None:
    def inner() -> Callable[[], object]:
        return builder()

    with pytest.raises(ValueError, match="is not at the top of an importable module"):
        in_fresh_processes(inner)


def limit() -> str | None:
    return os.environ.get("ONEDNN_MAX_CPU_ISA")


def test_a_variable_is_set_for_one_fresh_process_only() -> None:
    assert in_fresh_process(limit, {"ONEDNN_MAX_CPU_ISA": "AVX2"}) == "AVX2"
    assert in_fresh_process(limit) is None
    assert limit() is None


def test_the_watch_says_what_happened_around_an_experiment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = FakeMachine(always=(0.5, 0.01))
    monkeypatch.setattr("snippets.evidence.counters.read", machine.read)
    watch = Watch()
    for _ in range(10):
        machine.body()
    machine.wall_ahead = 5
    seen = watch.conditions({}, {"표본": "10개"}, {}, ())
    assert (seen.quiet.foreign_cpus, seen.quiet.steal_share) == (0.5, 0.01)
    assert seen.duration_s == 2.0
    assert seen.procedure["표본"] == "10개"
    assert "벽시계가 5초 앞으로 뛰었습니다" in seen.procedure["알아둘 일"]
