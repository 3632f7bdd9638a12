"""Chapter 06: how fast memory is read, from how far away, and in what order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from statistics import median

import torch
from torch import Tensor

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.guard import Guard, Guarded
from .evidence.passes import Pass, account, fresh_passes, passes
from .evidence.predicate import above, at_most
from .evidence.sampling import over_processes
from .evidence.scale import repeats
from .evidence.stopwatch import stopwatch

KIB, MIB, GIB = 2**10, 2**20, 2**30
SETS = {
    "16k": 16 * KIB,
    "64k": 64 * KIB,
    "256k": 256 * KIB,
    "1m": MIB,
    "4m": 4 * MIB,
    "16m": 16 * MIB,
    "64m": 64 * MIB,
    "256m": 256 * MIB,
    "1g": GIB,
}
AT_LEAST = 64 * MIB  # read in one sample, so that a small set is read again and again
TABLE = 256 * MIB  # what pieces are picked from: more than the caches of this guest hold
PICKED = 16 * MIB  # bytes of pieces that one sample picks
TURNS = 4  # different picks that take turns
GOES = 3  # of what lasts some milliseconds: one interruption would spoil a single go
PIECES = {"4b": 4, "64b": 64, "1k": KIB, "16k": 16 * KIB}
PROCESSES, ROUNDS = repeats(4, quick=3), repeats(3, quick=2)
PATIENCE_S = 3  # for each process; a neighbour that stays must not hold up the build
NEGLIGIBLE = {"4b": 2}  # times as long: whether it is 6 or 8 makes no difference here


@experiment(
    "ch06",
    title="얼마나 멀리서, 어떤 차례로 읽는가",
    timeout_s=240,
    figures={
        "ch06.read_16k": ("GB/s", "16 KiB를 되풀이해 읽기"),
        "ch06.read_64k": ("GB/s", "64 KiB를 되풀이해 읽기"),
        "ch06.read_256k": ("GB/s", "256 KiB를 되풀이해 읽기"),
        "ch06.read_1m": ("GB/s", "1 MiB를 되풀이해 읽기"),
        "ch06.read_4m": ("GB/s", "4 MiB를 되풀이해 읽기"),
        "ch06.read_16m": ("GB/s", "16 MiB를 되풀이해 읽기"),
        "ch06.read_64m": ("GB/s", "64 MiB를 읽기"),
        "ch06.read_256m": ("GB/s", "256 MiB를 읽기"),
        "ch06.read_1g": ("GB/s", "1 GiB를 읽기"),
        "ch06.fall_near": ("배", "256 KiB의 속도 ÷ 16 MiB의 속도"),
        "ch06.fall_far": ("배", "16 MiB의 속도 ÷ 1 GiB의 속도"),
        "ch06.fall": ("배", "256 KiB의 속도 ÷ 1 GiB의 속도"),
        "ch06.pick_4b": ("배", "4 B씩 고르기: 무작위의 시간 ÷ 순서대로의 시간"),
        "ch06.pick_64b": ("배", "64 B씩 고르기: 무작위의 시간 ÷ 순서대로의 시간"),
        "ch06.pick_1k": ("배", "1 KiB씩 고르기: 무작위의 시간 ÷ 순서대로의 시간"),
        "ch06.pick_16k": ("배", "16 KiB씩 고르기: 무작위의 시간 ÷ 순서대로의 시간"),
    },
    claims={
        "ch06.cliffs": (
            "작업집합을 키우면 읽는 속도가 두 번 꺾인다. 256 KiB에서 16 MiB로 가며 2배 넘게, "
            "16 MiB에서 1 GiB로 가며 다시 1.3배 넘게 느려진다."
        ),
        "ch06.third": "1 GiB를 훑는 속도는 256 KiB를 되풀이해 읽는 속도의 1/3이 안 된다.",
        "ch06.random": "4 B씩 아무 데서나 고르면 차례로 고를 때보다 5배 넘게 오래 걸린다.",
        "ch06.blocks_are_long": (
            "16 KiB씩 고르면 아무 데서나 골라도 차례로 고를 때의 1.5배를 넘지 않는다."
        ),
    },
    workload={
        "읽기": "fp32 벡터를 더함(torch.sum). 작은 것은 합쳐서 64 MiB가 되도록 되풀이해 읽음",
        "고르기": "256 MiB 표에서 조각을 16 MiB만큼 골라 이어 붙임(torch.index_select)",
    },
    procedure={
        "측정": "새 프로세스 4번 × 3회, 회차마다 순서를 섞어 번갈아, 스레드 1개",
        "배": "같은 회차에 잰 둘의 비",
        "한 값": "64 MiB까지의 읽기와 고르기는 이어서 세 번 잰 것의 중앙값",
    },
)
def memory() -> Iterator[Yielded]:
    """Read every working set and pick every size of piece, in fresh processes."""
    runs: list[Guarded[Pass]] = []
    for run in fresh_passes(take, PROCESSES):
        runs.append(run)
        yield Step("새 프로세스에서 읽고 고르기", len(runs), PROCESSES)
    yield Condition("잡음 감시", account(runs))

    for name in SETS:
        rate = [run.column(f"read_{name}") for run in runs]
        yield over_processes(f"ch06.read_{name}", "GB/s", rate)
    for name in PIECES:
        pick = [run.column(f"pick_{name}") for run in runs]
        yield over_processes(f"ch06.pick_{name}", "배", pick, negligible=NEGLIGIBLE.get(name, 0))
    for name, near, far in (
        ("fall_near", "256k", "16m"),
        ("fall_far", "16m", "1g"),
        ("fall", "256k", "1g"),
    ):
        ratio = [
            run.of(lambda turn, a=near, b=far: turn[f"read_{a}"] / turn[f"read_{b}"])
            for run in runs
        ]
        yield over_processes(f"ch06.{name}", "배", ratio)
    two = above("ch06.fall_near", 2) & above("ch06.fall_far", 1.3)
    yield Claim(id="ch06.cliffs", test=two)
    yield Claim(id="ch06.third", test=above("ch06.fall", 3))
    yield Claim(id="ch06.random", test=above("ch06.pick_4b", 5))
    yield Claim(id="ch06.blocks_are_long", test=at_most("ch06.pick_16k", 1.5))


def take() -> Guarded[Pass]:
    """Guarded rounds in this process, each of passes through all subjects in shuffled order."""
    torch.manual_seed(0)
    everything = torch.rand(GIB // 4)  # (2²⁸,) fp32: 1 GiB
    reads = {f"read_{name}": reading(everything, size) for name, size in SETS.items()}
    picks = {f"pick_{name}": picking(everything, size) for name, size in PIECES.items()}
    subjects = {**reads, **picks}
    return passes(subjects, ROUNDS, Guard(PATIENCE_S))


def reading(everything: Tensor, size: int) -> Callable[[], float]:
    """What reads a working set of ``size`` bytes and says how fast, in GB/s."""
    again = max(1, AT_LEAST // size)
    # Every row is the same memory, so one call reads it again and again: a call a reading would
    # take longer than the reading where the set is small.
    rows = everything[: size // 4].expand(again, -1)  # (again, size / 4)
    sums = torch.empty(again)  # (again,)
    time = stopwatch(lambda: torch.sum(rows, 1, out=sums))
    goes = GOES if again * size <= AT_LEAST else 1
    return lambda: again * size / median(time() for _ in range(goes)) / 1e9


def picking(everything: Tensor, piece: int) -> Callable[[], float]:
    """What picks pieces at random and in order, and says how much longer the first takes."""
    table = everything[: TABLE // 4].view(-1, piece // 4)  # (pieces, piece / 4)
    pieces, n = len(table), PICKED // piece
    out = torch.empty(n, piece // 4)  # (n, piece / 4): written before, so no page is new
    # Other rows at each turn, for both alike: what was picked once would wait in a cache.
    in_order = cycle([torch.arange(n) + at * (pieces // TURNS) for at in range(TURNS)])  # (n,)
    anywhere = cycle([torch.randint(pieces, (n,)) for _ in range(TURNS)])  # (n,)

    def pick(rows: Iterator[Tensor]) -> Callable[[], float]:
        return stopwatch(lambda: torch.index_select(table, 0, next(rows), out=out))

    scattered, straight = pick(anywhere), pick(in_order)
    return lambda: median(scattered() / straight() for _ in range(GOES))
