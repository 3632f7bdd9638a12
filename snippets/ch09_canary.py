"""Chapter 09: a small product that falls silent when a neighbour moves in, and what was thrown."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from statistics import median

import torch

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.figure import counted
from .evidence.guard import Guard, Guarded
from .evidence.passes import Pass, passes
from .evidence.predicate import above, equal
from .evidence.sampling import observed
from .evidence.scale import repeats
from .evidence.series import counted_series
from .evidence.stopwatch import Take, stopwatch
from .evidence.withheld import Withheld, machine_busy
from .reading.neighbour import neighbour

SIZE = 64
SPAN_S = 0.1  # for so long the product is done again and again: one value
CORES = os.cpu_count() or 1
THREADS = {"one": 1, "all": CORES}
WORDS = {"one": "스레드 하나", "all": "코어마다 하나"}
ROUNDS = repeats(5, quick=3)  # quiet ones, before and after
TRIED = repeats(6, quick=4)  # beside the neighbour


@experiment(
    "ch09_canary",
    title="이웃이 오면 먼저 멎는 작은 곱, 그리고 버린 회차",
    timeout_s=120,
    figures={
        "ch09_canary.cores": ("개", "이 기계의 논리 CPU(스레드의 수)"),
        "ch09_canary.one_quiet": ("µs", "조용할 때, 스레드 하나"),
        "ch09_canary.all_quiet": ("µs", "조용할 때, 코어마다 스레드 하나"),
        "ch09_canary.one_noisy": ("µs", "진단: 이웃이 있을 때, 스레드 하나"),
        "ch09_canary.all_noisy": ("µs", "진단: 이웃이 있을 때, 코어마다 스레드 하나"),
        "ch09_canary.one_over": ("배", "스레드 하나: 이웃이 있을 때 ÷ 조용할 때"),
        "ch09_canary.all_over": ("배", "코어마다 스레드 하나: 이웃이 있을 때 ÷ 조용할 때"),
        "ch09_canary.published": ("µs", "이웃이 있을 때 감시를 거친 값"),
        "ch09_canary.asked": ("번", "이웃을 두고 재려던 회차"),
        "ch09_canary.tried": ("번", "이웃을 두고 재 본 회차(다시 잰 것까지)"),
        "ch09_canary.kept": ("번", "이웃을 두고 재서 채택한 회차"),
    },
    series={"ch09_canary.rounds": ("µs", "회차마다 작은 곱 한 번의 시간")},
    claims={
        "ch09_canary.silent": (
            "이웃이 CPU 하나를 쓰면, 코어마다 스레드를 하나씩 쓰는 작은 곱은 2배 넘게 느려진다."
        ),
        "ch09_canary.all_thrown": "감시는 이웃이 있는 동안의 회차를 하나도 채택하지 않는다.",
    },
    workload={
        "곱": "64×64 fp32 행렬의 곱을 0.1초 동안 되풀이하고, 횟수로 나눈 시간",
        "이웃": "빈 반복문을 도는 프로세스 하나. 감시에게는 남의 것으로 세게 함",
    },
    procedure={
        "측정": "조용한 회차 5번, 이웃을 둔 회차 6번, 다시 조용한 회차 5번",
        "스레드": "1개, 그리고 코어 수만큼",
        "진단": "버린 회차를 모두 합친 평균. 감시를 통과하지 못한 값이라 구간을 말하지 않음",
    },
)
def canary() -> Iterator[Yielded]:
    """Listen, let a neighbour in, and listen again."""
    torch.manual_seed(0)
    square = torch.rand(SIZE, SIZE)  # (n, n)
    subjects = {name: product(square, threads) for name, threads in THREADS.items()}
    before = passes(subjects, ROUNDS, Guard(patience_s=3))
    yield Step("조용할 때", 1, 3)
    with neighbour() as next_door:
        next_door.wake()
        noisy = passes(subjects, TRIED, Guard(patience_s=0, read=next_door.read))
    yield Step("이웃이 있을 때", 2, 3)
    quiet = joined(before, passes(subjects, ROUNDS, Guard(patience_s=3)))
    yield Step("다시 조용할 때", 3, 3)
    yield Condition("잡음 감시", f"조용할 때 {quiet.account}, 이웃이 있을 때 {noisy.account}")

    yield counted("ch09_canary.cores", "개", CORES)
    yield counted("ch09_canary.asked", "번", noisy.rounds)
    yield counted("ch09_canary.tried", "번", len(noisy.kept) + noisy.rejected)
    yield counted("ch09_canary.kept", "번", len(noisy.kept))
    yield observed("ch09_canary.published", "µs", noisy.column("all"), scale=1e6)
    for name in THREADS:
        yield from diagnosed(name, quiet.column(name), noisy.column(name))
    yield drawn(quiet, noisy)
    yield Claim(id="ch09_canary.silent", test=above("ch09_canary.all_over", 2))
    yield Claim(id="ch09_canary.all_thrown", test=equal("ch09_canary.kept", 0))


def product(square: torch.Tensor, threads: int) -> Take:
    """Seconds of a small product, on average over a while: a stall counts for what it takes."""
    once = stopwatch(lambda: square @ square, threads)

    def take() -> float:
        once()  # wakes the threads
        total, calls = 0.0, 0
        while total < SPAN_S:
            total, calls = total + once(), calls + 1
        return total / calls

    return take


def joined(one: Guarded[Pass], other: Guarded[Pass]) -> Guarded[Pass]:
    """Two runs as one."""
    return Guarded(
        one.kept + other.kept,
        one.thrown + other.thrown,
        one.rounds + other.rounds,
        one.retried + other.retried,
        one.notes + other.notes,
    )


def diagnosed(name: str, quiet: Guarded[float], noisy: Guarded[float]) -> Iterator[Yielded]:
    """The quiet figure, and beside it what the rounds next to the neighbour say, thrown or not."""
    yield observed(f"ch09_canary.{name}_quiet", "µs", quiet, scale=1e6)
    seen = median(values(noisy))
    yield counted(f"ch09_canary.{name}_noisy", "µs", roughly(1e6 * seen))
    over = f"ch09_canary.{name}_over"
    if quiet.clean:
        yield counted(over, "배", roughly(seen / median(quiet.samples)))
    else:
        yield Withheld(id=over, unit="배", reason=machine_busy(len(quiet.kept), quiet.rounds))


def roughly(value: float) -> float:
    """One digit: beside a neighbour values fall into heaps, and only their size is told."""
    return float(f"{value:.1g}")


def drawn(quiet: Guarded[Pass], noisy: Guarded[Pass]) -> Yielded:
    """Every value of the quiet rounds that were kept, and all beside the neighbour, in order."""
    points: dict[tuple[str, float], float] = {}
    for name, word in WORDS.items():
        rows = {"조용할 때": quiet.column(name).samples, "이웃": values(noisy.column(name))}
        for when, times in rows.items():
            points |= {(f"{when}, {word}", float(i)): 1e6 * t for i, t in enumerate(times, 1)}
    shape = {"kind": "points", "y_scale": "log", "x_label": "차례(이웃이 있을 때는 채택한 것부터)"}
    return counted_series("ch09_canary.rounds", "µs", points, **shape)


def values(run: Guarded[float]) -> Sequence[float]:
    """All values of a run, the thrown ones too."""
    return [one for round_ in (*run.kept, *run.thrown) for one in round_]
