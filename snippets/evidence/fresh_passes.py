"""Several subjects, timed in turn in each of several fresh processes.

What differs from start to start, such as where the pages of memory lie, belongs to the spread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from .guard import Guarded
from .paired import Pass

Take = Callable[[], Guarded[Pass]]
"""Takes guarded passes; a function at the top of a module, which the child finds by name."""


def fresh_passes(take: Take, processes: int) -> Iterator[Guarded[Pass]]:
    """Run ``take`` in one new process after the other.

    Gives up as soon as more than half of all rounds are lost: nothing can save a figure then.
    """
    lost = 0
    for _ in range(processes):
        with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as pool:
            run = pool.submit(take).result()
        yield run
        lost += run.rounds - len(run.kept)
        if 2 * lost > processes * run.rounds:
            return


def account(runs: Sequence[Guarded[Pass]]) -> str:
    """How many rounds were taken and thrown away, for the conditions."""
    asked, kept = sum(run.rounds for run in runs), sum(len(run.kept) for run in runs)
    thrown = sum(run.rejected for run in runs)
    return f"{asked}회 가운데 {kept}회 채택, 버린 회차 {thrown}개"


def each(runs: Sequence[Guarded[Pass]], value: Callable[[Pass], float]) -> list[Guarded[float]]:
    """One value a pass, worked out from times of that same pass."""
    return [run.of(value) for run in runs]
