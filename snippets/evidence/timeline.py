"""When a request was in which phase, and when its tokens left: read off its spans."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .trace import Span, Trace

QUEUE = "queue.wait"
TOKEN = "stream.send"  # noqa: S105  a word of an answer, no secret


class Phase(StrEnum):
    """What a request is in at one moment."""

    ARRIVE = "arrive"
    QUEUE = "queue"
    PREFILL = "prefill"
    DECODE = "decode"
    CONTROL = "control"
    DATA = "data"


@dataclass(frozen=True)
class Stretch:
    """A phase from ``start_us`` to ``end_us``, on the trace's clock."""

    phase: Phase
    start_us: float
    end_us: float


@dataclass(frozen=True)
class Timeline:
    """One request from the client's first byte to its last span.

    Attributes:
        stretches: In order; none overlaps, and none is empty.
        tokens_us: When the server had sent each token.
        length_us: End of the last span.
        admitted_us: When the request left the queue; ``None`` for a trace of which only the two
            paths are known.
    """

    stretches: tuple[Stretch, ...]
    tokens_us: tuple[float, ...]
    length_us: float
    admitted_us: float | None = None

    @property
    def ttft_us(self) -> float | None:
        """When the server had sent the first token; the client gets it a little later."""
        return self.tokens_us[0] if self.tokens_us else None

    def phase_of(self, span: Span, step: int) -> Phase:
        """The phase that a span belongs to; the step that it hangs on tells, not the clock.

        Args:
            span: A span of the same trace.
            step: The step that it is in, or in which its cause is; -1 before the first.
        """
        if self.admitted_us is None:
            return Phase(span.path)
        if span.name == QUEUE:
            return Phase.QUEUE
        if step > 0:
            return Phase.DECODE
        done = step == 0 or span.start_us >= self.admitted_us
        return Phase.PREFILL if done else Phase.ARRIVE


def timeline(trace: Trace) -> Timeline:
    """Read the timeline of a trace.

    The serving system's own span names tell the phases: a request waits in ``queue.wait``, is
    prefilled until its first ``stream.send`` has ended, and decoded until the last has. A trace
    without these has only its two paths.
    """
    length = max((span.end_us for span in trace.spans), default=0.0)
    tokens = tuple(sorted(span.end_us for span in trace.spans if span.name == TOKEN))
    wait = next((span for span in trace.spans if span.name == QUEUE), None)
    if wait is None or not tokens:
        return Timeline(_paths(trace), tokens, length)
    edges = (
        (Phase.ARRIVE, 0.0, wait.start_us),
        (Phase.QUEUE, wait.start_us, wait.end_us),
        (Phase.PREFILL, wait.end_us, tokens[0]),
        (Phase.DECODE, tokens[0], length),
    )
    stretches = tuple(Stretch(*edge) for edge in edges if edge[2] > edge[1])
    return Timeline(stretches, tokens, length, wait.end_us)


def _paths(trace: Trace) -> tuple[Stretch, ...]:
    """Runs of one path; where both are at work, the one that began earlier has the moment."""
    found: list[Stretch] = []
    at = 0.0
    for span in trace.spans:  # by start
        start = max(at, span.start_us)
        if span.end_us <= start:
            continue
        phase, at = Phase(span.path), span.end_us
        if found and found[-1].phase is phase:
            start = found.pop().start_us
        found.append(Stretch(phase, start, at))
    return tuple(found)
