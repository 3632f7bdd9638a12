"""Times of products in few bits and in many, of fresh processes, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from statistics import median

import torch
from torch import Tensor

from ..evidence.guard import Guard, Guarded
from ..evidence.passes import Pass, passes
from ..evidence.stopwatch import Take, stopwatch
from ..serving.linear import Int8, linear
from ..serving.quantized import Widened

SIZES = (32, 64, 128, 256, 512, 1024, 2048)
LEAST_WORK, MOST_CALLS = 4e7, 40  # FLOP timed in one go; small products are repeated for it
GOES = 5  # of what is short: one interruption would spoil a single go
ROWS_OUT, ROWS_IN = 4096, 2048  # one weight matrix, of those that a row is multiplied with
MATRICES = 24  # 201 MB as int8: none waits in a cache until its turn comes again
PATIENCE_S = 3  # for each run; a neighbour that stays must not hold up the build


def take(rounds: int) -> tuple[Guarded[Pass], Guarded[Pass]]:
    """Square products, then one row: guarded passes in this process."""
    torch.manual_seed(0)
    square, row = (
        passes(subjects, rounds, Guard(PATIENCE_S), warm_up=2)
        for subjects in (squares(), one_row())
    )
    return square, row


def squares() -> dict[str, Take]:
    """``fp32_32`` to ``bf16_2048``: what times a product of two n × n matrices."""
    return {
        f"{name}_{n}": repeated(torch.randn(2, n, n).to(dtype), calls(n), GOES if n < 2048 else 1)
        for n in SIZES
        for name, dtype in (("fp32", torch.float32), ("bf16", torch.bfloat16))
    }


def calls(n: int) -> int:
    """How many products of this size are timed in one go."""
    return int(min(MOST_CALLS, max(1, LEAST_WORK / (2 * n**3))))


def repeated(pair: Tensor, times: int, goes: int) -> Take:
    """The mean time of a product of the pair (2, n, n) in the middle one of several goes."""
    one, other = pair  # (n, n), (n, n)

    def work() -> None:
        for _ in range(times):
            torch.mm(one, other)  # (n, n)

    go = middle(stopwatch(work), goes)
    return lambda: go() / times


def middle(go: Take, goes: int) -> Take:
    """The middle one of several goes."""
    return lambda: median(go() for _ in range(goes))


def one_row() -> dict[str, Take]:
    """One row against a matrix in bf16, and in int8 by two ways."""
    weight = torch.randn(ROWS_OUT, ROWS_IN) / ROWS_IN**0.5  # (n_out, n_in)
    x = torch.randn(1, ROWS_IN).bfloat16()  # (1, n_in)
    sixteen = cycle([linear(weight, "bf16") for _ in range(MATRICES)])
    eight = [linear(weight, "int8") for _ in range(MATRICES)]
    subjects: dict[str, Callable[[], Tensor]] = {"bf16": lambda: next(sixteen)(x)}
    if keeps_int8():  # else there is one way only, the slow one
        direct = cycle(eight)
        subjects["int8"] = lambda: next(direct)(x)
    half = MATRICES // 2  # apart: else the way that comes second would find its matrix in a cache
    slow = cycle(eight[half:] + eight[:half])
    subjects["widened"] = lambda: Widened.__call__(next(slow), x)  # the same weights
    return {name: middle(stopwatch(subject), GOES) for name, subject in subjects.items()}


def keeps_int8() -> bool:
    """Whether this machine multiplies int8 weights as they are."""
    return isinstance(linear(torch.eye(32), "int8"), Int8)  # (32, 32)


def ratios(runs: list[Guarded[Pass]], one: str, other: str) -> Iterator[Guarded[float]]:
    """Time of ``one`` over that of ``other``, both of one pass."""
    return (mapped(run, lambda turn: turn[one] / turn[other]) for run in runs)


def mapped(run: Guarded[Pass], value: Callable[[Pass], float]) -> Guarded[float]:
    """One value a round: the median of its passes."""
    kept, thrown = (
        tuple((median(map(value, round_)),) for round_ in rounds)
        for rounds in (run.kept, run.thrown)
    )
    return Guarded(kept, thrown, run.rounds, run.retried, run.notes)
