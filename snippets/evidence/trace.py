"""A trace: the spans of one real request, in the order in which one caused the next."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Path(StrEnum):
    """Which of the two paths of chapter 01 a span belongs to."""

    CONTROL = "control"
    DATA = "data"


class Span(BaseModel):
    """One stop of the journey.

    Attributes:
        id: Unique within the trace.
        after: Id of the span that handed the request over; ``None`` for the first.
        name: Dotted stop name, such as ``queue.wait`` or ``decode.matmul``.
        path: Control path or data path.
        start_us: Start, in microseconds after the client began to send.
        duration_us: Length, in microseconds.
        step: Index of the forward pass it belongs to (0 is the prefill), or of the layer in a trace
            of one pass; ``None`` outside.
        bytes: Bytes this stop moved, where it counts them (weights read, KV cache read and
            written, message length).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    after: str | None
    name: str
    path: Path
    start_us: float
    duration_us: float
    step: int | None = None
    bytes: int | None = None

    @property
    def end_us(self) -> float:
        """End, on the clock of ``start_us``."""
        return self.start_us + self.duration_us


class Trace(BaseModel):
    """All spans of one request.

    Attributes:
        id: ``chNN.name``.
        spans: Sorted by start.
        withheld: Why its durations must not be shown, in Korean; the order of its stops holds
            all the same.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    spans: tuple[Span, ...]
    withheld: str | None = None

    def without_times(self, reason: str) -> Trace:
        """The same trace, of which only the order of stops may be shown."""
        return self.model_copy(update={"withheld": reason})

    def count(self, name: str) -> int:
        """How often a stop was passed."""
        return sum(span.name == name for span in self.spans)

    def moved(self, name: str, step: int | None) -> int:
        """Bytes that a stop moved in one step."""
        spans = (span for span in self.spans if span.name == name and span.step == step)
        return sum(span.bytes or 0 for span in spans)

    def covered_us(self, paths: Collection[Path]) -> float:
        """Microseconds in which at least one span of these paths is open."""
        total = end = 0.0
        for span in self.spans:  # by start
            if span.path in paths:
                total += max(0.0, span.end_us - max(end, span.start_us))
                end = max(end, span.end_us)
        return total
