"""The product that chapter 09 times: in a process that is used to it, and in one that is new."""

from __future__ import annotations

from itertools import chain
from statistics import mean, median

import torch

from ..evidence.guard import Guard, Guarded
from ..evidence.passes import Pass
from ..evidence.stopwatch import Take, stopwatch

SIZE, CALLS = 512, 30


def product() -> Take:
    """Times the product; the matrix is there, and so is the place of its result."""
    torch.manual_seed(0)
    square = torch.rand(SIZE, SIZE)  # (n, n)
    result = torch.zeros(SIZE, SIZE)  # (n, n), written, so that its pages are there
    return stopwatch(lambda: torch.mm(square, square, out=result))


def thirty(take: Take) -> list[float]:
    """Seconds of so many calls, one after the other."""
    return [take() for _ in range(CALLS)]


def first_calls() -> Guarded[Pass]:
    """In a fresh process: the first call, the mean of the first thirty, and calls after those."""
    take = product()
    run = Guard(patience_s=0).rounds(lambda: (thirty(take), thirty(take)), 1)
    if run.retried or not run.kept:  # what is tried again is no first call
        return Guarded((), ((),), 1, run.retried)
    cold, *later = chain.from_iterable(run.kept[0])
    warm = median(chain.from_iterable(later))
    return Guarded((({"first": cold[0], "warm": warm, "mean": mean(cold)},),), (), 1, 0)
