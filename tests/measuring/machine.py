"""A machine that is not there: clocks that only move when told, neighbours by plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

from snippets.evidence.counters import Counters
from snippets.evidence.guard import Guard

QUIET, BUSY = (0.0, 0.0), (1.0, 0.0)
"""What the machine does in a round: (foreign CPUs, steal as a share)."""


@dataclass
class FakeMachine:
    """Two CPUs. Every call of ``body`` takes ``call_s``; ``plan`` says what each call meets."""

    plan: Sequence[tuple[float, float]] = ()
    always: tuple[float, float] = QUIET
    call_s: float = 0.2
    asleep: tuple[float, float] = QUIET
    now: float = 0.0
    wall_ahead: float = 0.0
    foreign: float = 0.0
    stolen: float = 0.0
    own: float = 0.0
    calls: int = 0
    slept: float = field(default=0.0)

    def __post_init__(self) -> None:
        self._weather = chain(self.plan, repeat(self.always))

    def body(self) -> int:
        """One call; returns its number."""
        self.own += self.call_s
        self._pass(self.call_s, next(self._weather))
        self.calls += 1
        return self.calls

    def sleep(self, seconds: float) -> None:
        self.slept += seconds
        self._pass(seconds, self.asleep)

    def read(self) -> Counters:
        return Counters(
            at=self.now,
            wall=self.now + self.wall_ahead,
            busy=self.foreign + self.own,
            steal=self.stolen,
            total=2 * self.now,
            own=self.own,
        )

    def guard(self, patience_s: float = 1.0) -> Guard:
        return Guard(patience_s, read=self.read, clock=lambda: self.now, sleep=self.sleep)

    def _pass(self, seconds: float, weather: tuple[float, float]) -> None:
        self.now += seconds
        self.foreign += weather[0] * seconds
        self.stolen += weather[1] * 2 * seconds
