"""Several subjects timed in turn, in one process or in each of several fresh ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from .fresh import in_fresh_process
from .guard import Guard, Guarded

Pass = dict[str, float]
"""One turn of every subject: name → seconds, or what is worked out from them."""


def passes(
    subjects: Mapping[str, Callable[[], float]],
    rounds: int,
    guard: Guard,
    seed: int = 0,
    warm_up: int = 1,
) -> Guarded[Pass]:
    """Guarded rounds of passes through all subjects, in an order shuffled for each pass.

    Args:
        subjects: Name → what runs it once and returns seconds (see ``stopwatch``).
        rounds: How many rounds; each lasts at least ``guard.ROUND_S``.
        guard: Takes the rounds.
        seed: Of the order.
        warm_up: Passes that are thrown away first.
    """
    order, shuffle = list(subjects), random.Random(seed).shuffle  # noqa: S311  no secret

    def one_pass() -> Pass:
        shuffle(order)
        return {name: subjects[name]() for name in order}

    for _ in range(warm_up):
        one_pass()
    return guard.rounds(one_pass, rounds)


def fresh_passes(take: Callable[[], Guarded[Pass]], processes: int) -> Iterator[Guarded[Pass]]:
    """Run ``take``, a function at the top of a module, in one new process after the other.

    What differs from start to start, such as where the pages of memory lie, belongs to the spread.
    Gives up as soon as more than half of all rounds are lost: nothing can save a figure then.
    """
    lost = 0
    for _ in range(processes):
        run = in_fresh_process(take)
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
