"""Chapter 09: one product held against four baselines, each of them real: four times "N times"."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from .evidence.claim import Claim
from .evidence.experiment import Condition, Yielded, experiment
from .evidence.figure import counted
from .evidence.guard import Guard
from .evidence.paired import AGAIN, floor_of, in_turn, judge, ratios
from .evidence.predicate import above, at_most, ratio
from .evidence.sampling import observed
from .evidence.scale import repeats
from .evidence.stopwatch import Take, stopwatch

SIZE = 512
SLICE = 16  # of the inner dimension: so much is multiplied before the result is written
FIELDS = 16  # numbers of a record of which one is multiplied: 64 B, as a line of a cache
ROUNDS = repeats(12, quick=6)
BASELINES = ("loop", "columns", "slices", "layout")


@experiment(
    "ch09_baselines",
    title="같은 구현, 네 가지 기준선",
    timeout_s=120,
    figures={
        "ch09_baselines.best": ("ms", "우리 구현: 이어진 행렬을 한 번에 곱하기"),
        "ch09_baselines.loop": ("배", "파이썬 반복문 ÷ 우리 구현"),
        "ch09_baselines.columns": ("배", "한 열씩 따로 곱하기 ÷ 우리 구현"),
        "ch09_baselines.slices": ("배", "조각내어 곱하고 더하기 ÷ 우리 구현"),
        "ch09_baselines.layout": ("배", "띄엄띄엄 놓인 행렬 ÷ 우리 구현"),
        "ch09_baselines.error": ("%", "답의 가장 큰 차이 ÷ 가장 큰 답"),
    },
    claims={
        "ch09_baselines.same": "다섯 구현의 답은 1만분의 1 안에서 같다(반복문은 결과의 첫 행만).",
        "ch09_baselines.apart": (
            "파이썬 반복문을 기준선으로 삼은 배수는 띄엄띄엄 놓인 행렬을 기준선으로 삼은 배수의 "
            "100배를 넘는다."
        ),
    },
    workload={
        "곱": "512×512 fp32 행렬 둘의 곱, torch.mm",
        "반복문": "결과의 한 행을 파이썬으로 곱해 재고, 행의 수 512를 곱해 전체로 침",
        "한 열씩": "행렬 × 열을 512번 하고 이어 붙임",
        "조각내어": "안쪽 차원을 16씩 잘라 32번 곱하고, 곱할 때마다 결과에 더해 메모리에 씀",
        "띄엄띄엄": "수 16개짜리 레코드마다 하나씩 골라 곱함",
    },
    procedure={
        "측정": "한 프로세스에서 회차 12번, 순서를 섞어 번갈아, 스레드 1개",
        "예열": "재기 전에 한 번씩(반복문은 바로 잼)",
        "A/A": "우리 구현을 다른 이름으로 한 번 더 재고, 그 비가 벗어난 폭보다 좁게 말하지 않음",
    },
)
def baselines() -> Iterator[Yielded]:
    """Check that all give one answer; then time them in turn."""
    torch.manual_seed(0)
    a, b = torch.randn(SIZE, SIZE), torch.randn(SIZE, SIZE)  # (n, n)
    apart_a, apart_b = apart(a), apart(b)  # the same numbers, far from each other
    lists = b.T.tolist()  # one for each column
    works: dict[str, Callable[[], Tensor]] = {
        "best": lambda: a @ b,
        "loop": lambda: row(a[0].tolist(), lists),
        "columns": lambda: columns(a, b),
        "slices": lambda: slices(a, b),
        "layout": lambda: apart_a @ apart_b,
    }
    yield counted("ch09_baselines.error", "%", 100 * error(works))
    same = at_most("ch09_baselines.error", 0.01)
    yield Claim(id="ch09_baselines.same", test=same, deterministic=True)

    takes = {name: warm(work) for name, work in works.items()}
    takes["loop"] = scaled(stopwatch(works["loop"]), SIZE)
    taken = in_turn(takes, ROUNDS, seed=0, guard=Guard(patience_s=5))
    yield Condition("잡음 감시", taken.account)
    yield observed("ch09_baselines.best", "ms", taken.column("best"), scale=1e3)
    floor = floor_of(ratios(taken, AGAIN, "best"))
    for name in BASELINES:
        found = judge(ratios(taken, name, "best"), floor, taken)
        yield found.figure(f"ch09_baselines.{name}")
    gap = ratio("ch09_baselines.loop", "ch09_baselines.layout")
    yield Claim(id="ch09_baselines.apart", test=above(gap, 100))


def row(left: list[float], columns: list[list[float]]) -> Tensor:
    """One row of the product by loops: (1, n)."""
    found = []
    for column in columns:
        total = 0.0
        for x, y in zip(left, column, strict=True):
            total += x * y
        found.append(total)
    return torch.tensor([found])


def columns(a: Tensor, b: Tensor) -> Tensor:
    """The product a column at a time: (n, n)."""
    return torch.stack([a @ b[:, j] for j in range(SIZE)], dim=1)


def slices(a: Tensor, b: Tensor) -> Tensor:
    """The product in slices, each written to memory and added there: (n, n)."""
    total = torch.zeros(SIZE, SIZE)  # (n, n)
    for at in range(0, SIZE, SLICE):
        total += a[:, at : at + SLICE] @ b[at : at + SLICE]  # (n, k) @ (k, n)
    return total


def apart(matrix: Tensor) -> Tensor:
    """The same matrix as one field of a table of records: (n, n), ``FIELDS`` numbers apart."""
    table = torch.zeros(SIZE, SIZE, FIELDS)  # (n, n, fields)
    table[:, :, 0] = matrix
    return table[:, :, 0]


def error(works: dict[str, Callable[[], Tensor]]) -> float:
    """How far any answer is from the first, over the largest number of it."""
    best, *others = (work() for work in works.values())
    gaps = [float((one - best[: len(one)]).abs().max()) for one in others]
    return max(gaps) / float(best.abs().max())


def warm(work: Callable[[], Tensor]) -> Take:
    """Times ``work`` when it has just been done: what it reads is as near as it can be."""
    run = stopwatch(work)

    def take() -> float:
        run()
        return run()

    return take


def scaled(take: Take, times: int) -> Take:
    """As long as so many would take."""
    return lambda: times * take()
