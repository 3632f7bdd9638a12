"""Chapter 05: one column or many against the same weights, which are read once either way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle

import torch

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.figure import calculated
from .evidence.guard import Guard, Guarded
from .evidence.passes import Pass, account, each, fresh_passes, passes
from .evidence.predicate import at_most
from .evidence.sampling import over_processes
from .evidence.scale import repeats
from .evidence.stopwatch import stopwatch

WIDTH = 4096  # W is (WIDTH, WIDTH): 64 MiB in fp32, 32 MiB in bf16
READ_BYTES = 256 * 2**20  # so many matrices take turns that none waits in a cache
BATCHES = (1, 2, 4, 8, 16, 32)
PROCESSES, ROUNDS = repeats(4, quick=3), repeats(3, quick=2)
PATIENCE_S = 3  # for each process; a neighbour that stays must not hold up the build


@experiment(
    "ch05",
    title="한 열을 곱할 때와 여러 열을 곱할 때",
    timeout_s=180,
    figures={
        "ch05.weight_bytes": ("MB", "가중치 행렬 하나의 크기(fp32)"),
        "ch05.ratio_2": ("배", "fp32, B=2의 시간 (B=1의 몇 배)"),
        "ch05.ratio_4": ("배", "fp32, B=4의 시간 (B=1의 몇 배)"),
        "ch05.ratio_8": ("배", "fp32, B=8의 시간 (B=1의 몇 배)"),
        "ch05.ratio_16": ("배", "fp32, B=16의 시간 (B=1의 몇 배)"),
        "ch05.ratio_32": ("배", "fp32, B=32의 시간 (B=1의 몇 배)"),
        "ch05.bf16_ratio_16": ("배", "bf16, B=16의 시간 (B=1의 몇 배)"),
        "ch05.gflops_1": ("GFLOP/s", "fp32, B=1의 연산 속도"),
        "ch05.gflops_2": ("GFLOP/s", "fp32, B=2의 연산 속도"),
        "ch05.gflops_4": ("GFLOP/s", "fp32, B=4의 연산 속도"),
        "ch05.gflops_8": ("GFLOP/s", "fp32, B=8의 연산 속도"),
        "ch05.gflops_16": ("GFLOP/s", "fp32, B=16의 연산 속도"),
        "ch05.gflops_32": ("GFLOP/s", "fp32, B=32의 연산 속도"),
        "ch05.gbps_1": ("GB/s", "fp32, B=1의 가중치 크기 ÷ 시간"),
        "ch05.gbps_2": ("GB/s", "fp32, B=2의 가중치 크기 ÷ 시간"),
        "ch05.gbps_4": ("GB/s", "fp32, B=4의 가중치 크기 ÷ 시간"),
        "ch05.gbps_8": ("GB/s", "fp32, B=8의 가중치 크기 ÷ 시간"),
        "ch05.gbps_16": ("GB/s", "fp32, B=16의 가중치 크기 ÷ 시간"),
        "ch05.gbps_32": ("GB/s", "fp32, B=32의 가중치 크기 ÷ 시간"),
    },
    claims={
        "ch05.flat_bf16": "bf16에서는 B를 1에서 16으로 늘려도 시간이 1.3배를 넘지 않는다.",
        "ch05.flat_fp32": "fp32에서도 B를 1에서 16으로 늘려도 시간이 1.3배를 넘지 않는다.",
    },
    workload={
        "행렬": "W 4096×4096, 열 B개, torch의 F.linear",
        "캐시": (
            "서로 다른 W를 합쳐서 256 MiB만큼 돌려 씀. 이 기계의 L3에 얼마나 남는지는 알 수 없음"
        ),
    },
    procedure={
        "측정": "새 프로세스 4번 × 3회, 회차마다 순서를 섞어 번갈아, 스레드 1개",
        "GB/s": "W의 크기를 걸린 시간으로 나눈 값. 입력과 출력은 세지 않음",
    },
)
def matrix_shapes() -> Iterator[Yielded]:
    """Time every shape in fresh processes, and set them against one column."""
    runs: list[Guarded[Pass]] = []
    for run in fresh_passes(take, PROCESSES):
        runs.append(run)
        yield Step("새 프로세스에서 곱하기", len(runs), PROCESSES)
    yield Condition("잡음 감시", account(runs))

    for b in BATCHES:
        work, read = 2 * WIDTH**2 * b / 1e9, 4 * WIDTH**2 / 1e9  # GFLOP, GB
        yield over_processes(f"ch05.gflops_{b}", "GFLOP/s", rates(runs, f"fp32_{b}", work))
        yield over_processes(f"ch05.gbps_{b}", "GB/s", rates(runs, f"fp32_{b}", read))
    for b in BATCHES[1:]:
        yield over_processes(f"ch05.ratio_{b}", "배", ratios(runs, f"fp32_{b}", "fp32_1"))
    yield over_processes("ch05.bf16_ratio_16", "배", ratios(runs, "bf16_16", "bf16_1"))
    size = 4 * WIDTH**2 / 1e6
    yield calculated("ch05.weight_bytes", "MB", size, "4096 × 4096 × 4바이트", ("W의 차원",))
    yield Claim(id="ch05.flat_bf16", test=at_most("ch05.bf16_ratio_16", 1.3))
    yield Claim(id="ch05.flat_fp32", test=at_most("ch05.ratio_16", 1.3))


def take() -> Guarded[Pass]:
    """Guarded rounds in this process, each of passes through all shapes in shuffled order."""
    torch.manual_seed(0)
    subjects = {
        **products("fp32", torch.float32, BATCHES),
        **products("bf16", torch.bfloat16, (1, 16)),
    }
    return passes(subjects, ROUNDS, Guard(PATIENCE_S), warm_up=2)


def products(
    name: str, dtype: torch.dtype, batches: Sequence[int]
) -> Mapping[str, Callable[[], float]]:
    """Name → what times one product with the next of the matrices."""
    count = READ_BYTES // (WIDTH**2 * dtype.itemsize)
    one = torch.randn(WIDTH, WIDTH).to(dtype)  # the same numbers, each time in memory of their own
    weights = cycle([one.clone() for _ in range(count)])

    def product(b: int) -> Callable[[], float]:
        x = torch.randn(b, WIDTH).to(dtype)  # (B, n): torch lays a column of X out as a row
        return stopwatch(lambda: torch.nn.functional.linear(x, next(weights)))

    return {f"{name}_{b}": product(b) for b in batches}


def ratios(runs: Sequence[Guarded[Pass]], shape: str, base: str) -> list[Guarded[float]]:
    """Time over that of ``base``, both of one pass."""
    return each(runs, lambda turn: turn[shape] / turn[base])


def rates(runs: Sequence[Guarded[Pass]], shape: str, work: float) -> list[Guarded[float]]:
    """``work`` a second."""
    return each(runs, lambda turn: work / turn[shape])
