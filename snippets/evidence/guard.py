"""The guard: a round of samples counts only when the machine was ours while it was taken.

A neighbour can make every sample of a run ten times too slow and equally steady, so spread alone
shows nothing. What does show is CPU time that others used. A round is judged by that alone,
never by the times it gave: to throw away slow rounds would be to choose the result.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import Generic, TypeVar

from . import counters
from .counters import Counters, Usage, between

FOREIGN_LIMIT = 0.15
"""CPUs that others may keep busy; chosen by hand. A quiet machine shows up to 0.1 (clock ticks)."""

STEAL_LIMIT = 0.03
RETRIES = 2

ROUND_S = 0.2
"""Shortest round. CPU time is counted in ticks of 10 ms: two of them are 0.1 CPU here."""

CLOCK_JUMP_S = 1.0

T = TypeVar("T")
V = TypeVar("V")


@dataclass(frozen=True)
class Guarded(Generic[T]):
    """What a guarded run gave.

    Attributes:
        kept: Results of the clean rounds, in order.
        thrown: Results of the rejected rounds: for diagnosis, never for a figure.
        rounds: How many rounds were asked for.
        retried: How many rejected rounds were tried once more.
        notes: What else a reader has to know, in Korean.
    """

    kept: tuple[tuple[T, ...], ...]
    thrown: tuple[tuple[T, ...], ...]
    rounds: int
    retried: int
    notes: tuple[str, ...] = ()

    @property
    def samples(self) -> tuple[T, ...]:
        """All results of the clean rounds."""
        return tuple(chain.from_iterable(self.kept))

    def of(self, pick: Callable[[T], V]) -> Guarded[V]:
        """One value of every result."""
        kept, thrown = (
            tuple(tuple(pick(turn) for turn in round_) for round_ in rounds)
            for rounds in (self.kept, self.thrown)
        )
        return Guarded(kept, thrown, self.rounds, self.retried, self.notes)

    def column(self: Guarded[dict[str, V]], name: str) -> Guarded[V]:
        """One subject of a run whose passes give several."""
        return self.of(lambda turn: turn[name])

    @property
    def rejected(self) -> int:
        """How many rounds were thrown away, retries included."""
        return len(self.thrown)

    @property
    def clean(self) -> bool:
        """Whether at least half of the rounds are clean; a figure of fewer is withheld."""
        return bool(self.kept) and 2 * len(self.kept) >= self.rounds

    @property
    def account(self) -> str:
        """How many rounds were taken and thrown away, for the conditions."""
        return f"{self.rounds}회 가운데 {len(self.kept)}회 채택, 버린 회차 {self.rejected}개"


@dataclass(frozen=True)
class Guard:
    """Takes rounds; what it reads and how it waits can be replaced in a test.

    Attributes:
        patience_s: How long a run may wait for a quiet moment, all its retries together. A
            neighbour's burst passes; one that stays must not hold up the build.
    """

    patience_s: float = 10.0
    read: Callable[[], Counters] = counters.read
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def rounds(self, body: Callable[[], T], count: int) -> Guarded[T]:
        """Take ``count`` rounds, each of as many calls of ``body`` as fill ``ROUND_S``.

        Gives up as soon as more than half of the rounds are lost: nothing can save them then.
        """
        kept: list[tuple[T, ...]] = []
        thrown: list[tuple[T, ...]] = []
        retried = lost = 0
        patience = self.patience_s
        start = self.read()
        while len(kept) + lost < count and 2 * lost <= count:
            for attempt in range(1 + RETRIES):
                if attempt:
                    retried += 1
                    patience -= self._wait_for_quiet(patience)
                results, usage = self._round(body)
                if is_clean(usage):
                    kept.append(results)
                    break
                thrown.append(results)
            else:
                lost += 1
        return Guarded(tuple(kept), tuple(thrown), count, retried, notes(start, self.read()))

    def _round(self, body: Callable[[], T]) -> tuple[tuple[T, ...], Usage]:
        before, end = self.read(), self.clock() + ROUND_S
        results = [body()]
        while self.clock() < end:
            results.append(body())
        return tuple(results), between(before, self.read())

    def _wait_for_quiet(self, patience_s: float) -> float:
        """Look on until a neighbour's burst has passed; return how long that took."""
        start = before = self.read()
        while before.at - start.at < patience_s:
            self.sleep(ROUND_S)
            after = self.read()
            if is_clean(between(before, after)):
                return after.at - start.at
            before = after
        return before.at - start.at


def is_clean(usage: Usage) -> bool:
    """Whether the machine was ours."""
    return usage.foreign_cpus <= FOREIGN_LIMIT and usage.steal_share <= STEAL_LIMIT


def notes(start: Counters, end: Counters, has_steal: bool = counters.HAS_STEAL) -> tuple[str, ...]:
    """What the guard could not see, and what it saw besides."""
    found = []
    if not has_steal:
        found.append(
            "이 운영체제는 하이퍼바이저가 빼앗은 시간을 알려 주지 않습니다 (psutil로 읽음)"
        )
    jump = between(start, end).clock_jump_s
    if abs(jump) > CLOCK_JUMP_S:
        way = "앞으로" if jump > 0 else "뒤로"
        found.append(
            f"재는 동안 벽시계가 {abs(jump):.0f}초 {way} 뛰었습니다 (단조 시계로 쟀습니다)"
        )
    return tuple(found)
