"""The way of one number from its samples to the page, written down while it goes that way.

Guard, figure and text are those of every experiment. Only the neighbour is made up: the guard reads
counters of a machine on which nobody else runs, but for one who comes and goes on cue. So the way
is the same on every machine, and the number at its end is not for a page.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter_ns
from typing import TypeVar

from ..evidence.counters import Counters, Usage
from ..evidence.display import spread_text, value_text
from ..evidence.figure import Figure
from ..evidence.guard import Guard, Guarded, is_clean
from ..evidence.sampling import Value, observed
from ..evidence.trace import Path, Span, Trace

ROUNDS = 3  # before the neighbour comes, and as many after
SCRIPTED = "이웃의 등장을 각본대로 꾸민 기록입니다"

T = TypeVar("T")


@dataclass
class Walk:
    """Spans in the order in which they happen: each is caused by the last."""

    spans: list[Span] = field(default_factory=list)
    zero: int = field(default_factory=perf_counter_ns)

    def note(self, name: str, run: Callable[[], T], path: Path = Path.CONTROL) -> T:
        """Run something and write down that it happened; of a text, how many bytes it has."""
        start = perf_counter_ns()
        result = run()
        span = Span(
            id=f"s{len(self.spans)}",
            after=self.spans[-1].id if self.spans else None,
            name=name,
            path=path,
            start_us=(start - self.zero) / 1e3,
            duration_us=(perf_counter_ns() - start) / 1e3,
            bytes=len(result.encode()) if isinstance(result, str) else None,
        )
        self.spans.append(span)
        return result


@dataclass
class Stage:
    """A machine with nobody else on it, but for a neighbour with one CPU of work, on cue."""

    here: bool = False
    used: float = 0.0
    at: float = field(default_factory=time.monotonic)

    def read(self) -> Counters:
        """What the guard reads: seconds that the neighbour used, and none of anybody else."""
        now = time.monotonic()
        self.used, self.at = self.used + (now - self.at if self.here else 0.0), now
        return Counters(at=now, wall=time.time(), busy=self.used, steal=0.0, total=now, own=0.0)

    def leave(self, seconds: float) -> None:
        """Go away while the guard waits."""
        self.here = False
        time.sleep(seconds)


@dataclass(frozen=True)
class NotedGuard(Guard):
    """The guard of every experiment; what it decides is noted."""

    walk: Walk = field(default_factory=Walk)

    def _round(self, body: Callable[[], T]) -> tuple[tuple[T, ...], Usage]:
        results, usage = super()._round(body)
        clean = self.walk.note("guard.judge", lambda: is_clean(usage))
        self.walk.note("guard.keep" if clean else "guard.throw", lambda: None)
        return results, usage

    def _wait_for_quiet(self, patience_s: float) -> float:
        return self.walk.note(
            "guard.wait", lambda: super(NotedGuard, self)._wait_for_quiet(patience_s)
        )


def walk(name: str, take: Callable[[], float]) -> Trace:
    """Lead one number from its samples to the page.

    Args:
        name: Id of the trace.
        take: Gives one sample, in seconds.
    """
    notes, stage = Walk(), Stage()
    guard = NotedGuard(read=stage.read, sleep=stage.leave, walk=notes)

    def noted() -> float:
        return notes.note("sample.take", take, Path.DATA)

    before = guard.rounds(noted, ROUNDS)
    stage.read()
    stage.here = True  # until the guard waits
    after = guard.rounds(noted, ROUNDS)
    taken = Guarded(before.kept + after.kept, after.thrown, 2 * ROUNDS, after.retried)
    found = notes.note("figure.observe", lambda: observed(f"{name}.time", "ms", taken, scale=1e3))
    record = notes.note("record.write", found.model_dump_json)
    notes.note("page.write", lambda: text(type(found).model_validate_json(record)))
    return Trace(id=name, spans=tuple(notes.spans)).without_times(SCRIPTED)


def text(found: Value) -> str:
    """What a reader sees of it."""
    if isinstance(found, Figure):
        return f"{value_text(found)} {spread_text(found)}"
    return found.text
