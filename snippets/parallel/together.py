"""Ranks timed together: rank 0 says what is next and takes the time, and all do it at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import perf_counter, process_time

import torch
from torch import distributed as dist

from ..evidence import counters
from ..evidence.counters import Counters
from ..evidence.guard import Guard, Guarded
from ..evidence.passes import Pass, passes

STOP, COUNT = -1, -2


@dataclass(frozen=True)
class Work:
    """Something that all ranks do at once.

    Attributes:
        run: What this rank does of it; may be nothing.
        times: How often it is done for one value: short work many times.
    """

    run: Callable[[], object]
    times: int = 1

    def __call__(self) -> float:
        """Do it, from a moment at which all are ready; seconds for each time."""
        dist.barrier()
        start = perf_counter()
        for _ in range(self.times):
            self.run()
        return (perf_counter() - start) / self.times


def passes_together(
    works: Mapping[str, Work], rounds: int, patience_s: float
) -> Guarded[Pass] | None:
    """Guarded rounds of passes through all works, timed by rank 0; the others give nothing."""
    turns = list(works.values())
    if dist.get_rank() != 0:
        _follow(turns)
        return None

    def take(place: int) -> Callable[[], float]:
        def one() -> float:
            _tell(place)
            return turns[place]()

        return one

    subjects = {name: take(place) for place, name in enumerate(works)}
    try:
        return passes(subjects, rounds, Guard(patience_s, read=_read))
    finally:
        _tell(STOP)


def _follow(turns: list[Work]) -> None:
    """What another rank does: whatever rank 0 says."""
    while (place := _tell(0)) != STOP:
        if place == COUNT:
            _others_cpu()
        else:
            turns[place]()


def _tell(place: int) -> int:
    """Rank 0's word to all: the place of a work, or one of the two above."""
    word = torch.tensor([place])  # (1,) int64
    dist.broadcast(word, 0)
    return int(word)


def _read() -> Counters:
    """The machine's counters. To the guard of rank 0 the other ranks are no strangers."""
    _tell(COUNT)
    others = _others_cpu()
    seen = counters.read()
    return replace(seen, own=seen.own + others)


def _others_cpu() -> float:
    """CPU time of all ranks but the first."""
    mine = process_time() if dist.get_rank() else 0.0
    spent = torch.tensor([mine], dtype=torch.float64)  # (1,)
    dist.all_reduce(spent)
    return float(spent)
