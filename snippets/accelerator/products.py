"""The same kind of multiplication by a loop, by vectors, by matrices; timed in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import median

import torch

from ..evidence.guard import Guard, Guarded
from ..evidence.passes import Pass, passes
from ..evidence.scale import repeats
from ..evidence.stopwatch import stopwatch
from .matrix_unit import multiplies_bf16

SIZES = (32, 128, 256, 512, 1024, 2048)
SLOW_MOST = 512  # the largest bf16 product where no instruction is made for it
LADDER = 256  # two matrices of this order, and the product of them, stay in a core's own cache
ROUNDS = repeats(3, quick=2)
PATIENCE_S = 3  # for each process; a neighbour that stays must not hold up the build

Subjects = dict[str, Callable[[], float]]
"""Name, such as ``bf16_1024`` → what times one call."""


def everything() -> Guarded[Pass]:
    """The products in both types, the ladder and the cost of a call."""
    return take(
        products("fp32", torch.float32, SIZES)
        | products("bf16", torch.bfloat16, bf16_sizes())
        | ladder()
        | additions((1, 1024))
    )


def only_bf16() -> Guarded[Pass]:
    """The products that the matrix unit would take, if it is there."""
    return take(products("bf16", torch.bfloat16, bf16_sizes()))


def take(subjects: Subjects) -> Guarded[Pass]:
    """Guarded rounds of passes through all subjects in shuffled order."""
    return passes(subjects, ROUNDS, Guard(PATIENCE_S))


def bf16_sizes() -> tuple[int, ...]:
    """The sizes at which this CPU multiplies bf16 in bearable time."""
    return SIZES if multiplies_bf16() else tuple(n for n in SIZES if n <= SLOW_MOST)


def products(name: str, dtype: torch.dtype, sizes: Iterable[int]) -> Subjects:
    """One product of two square matrices, of every size."""

    def product(n: int) -> Callable[[], float]:
        a, b = (torch.randn(n, n).to(dtype) for _ in range(2))  # (n, n)
        c = torch.empty(n, n, dtype=dtype)  # (n, n): no memory is asked for while it is timed
        calls, times = within(4e8 / (2 * n**3), 1, 200), 3 if n < max(SIZES) else 1
        return per_call(lambda: torch.mm(a, b, out=c), calls, times)

    return {f"{name}_{n}": product(n) for n in sizes}


def ladder() -> Subjects:
    """One row of a product by a loop of Python, and all places of two matrices by vectors."""
    a, b = torch.randn(LADDER, LADDER), torch.randn(LADDER, LADDER)  # (n, n)
    c = torch.empty(LADDER, LADDER)  # (n, n)
    row, columns = a[0].tolist(), b.T.tolist()  # n numbers; n columns of n numbers

    def loop() -> list[float]:
        products = []
        for column in columns:
            total = 0.0
            for x, y in zip(row, column, strict=True):
                total += x * y
            products.append(total)
        return products

    return {
        "loop": per_call(loop, calls=1),
        "vector": per_call(lambda: torch.mul(a, b, out=c), calls=100),
    }


def additions(sizes: Iterable[int]) -> Subjects:
    """One addition of so many numbers: of one number, next to nothing but the call itself."""

    def addition(n: int) -> Callable[[], float]:
        x, y, z = torch.randn(n), torch.randn(n), torch.empty(n)  # (n,)
        return per_call(lambda: torch.add(x, y, out=z), calls=1000)

    return {f"add_{n}": addition(n) for n in sizes}


def per_call(run: Callable[[], object], calls: int, times: int = 3) -> Callable[[], float]:
    """Seconds of one call, the mean of so many in a row that reading the clock costs nothing.

    A row may last less than a tick of the machine's clock, and one interruption would double it;
    so the median of a few rows is one value.
    """

    def all_of_them() -> None:
        for _ in range(calls):
            run()

    timed = stopwatch(all_of_them)
    return lambda: median(timed() for _ in range(times)) / calls


def within(value: float, least: int, most: int) -> int:
    """A whole number between two ends."""
    return int(min(max(value, least), most))
