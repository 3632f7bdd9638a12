"""Tracing with OpenTelemetry: a span for every stop, handed on like a baton.

A span's parent is the request as a whole; its *link* is the stop that handed the request
over. So the order of stops is the order of causes and needs no clock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from opentelemetry import trace
from opentelemetry.trace import Link, SpanContext, SpanKind, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from ..evidence.trace import Path
from .clock import now_ns


@dataclass(frozen=True)
class Stop:
    """One stop, as it is noted while the request runs."""

    name: str
    path: Path
    start_ns: int
    end_ns: int
    after: int  # place of the stop that handed over; -1 is the client
    step: int | None
    moved: int | None


@dataclass
class Count:
    """Bytes that a stop has moved, where it counts them."""

    moved: int | None = None


class Relay:
    """The baton of one traced request.

    While the request runs, a stop is a line in a list. Spans are made from the list
    afterwards, so that tracing does not slow down what it looks at.
    """

    on = True

    def __init__(self, tracer: Tracer, client: SpanContext) -> None:
        self._tracer = tracer
        self._client = client
        self._started_ns = now_ns()
        self._stops: list[Stop] = []
        self.last = -1
        self.name = "text_completion"
        self.attributes: dict[str, str | int | float] = {"gen_ai.operation.name": "text_completion"}

    def stop(  # noqa: PLR0913  a span has this many sides
        self,
        name: str,
        path: Path,
        start_ns: int,
        end_ns: int,
        *,
        step: int | None = None,
        moved: int | None = None,
    ) -> None:
        """Note a stop that took the baton from the last one and holds it now."""
        self._stops.append(Stop(name, path, start_ns, end_ns, self.last, step, moved))
        self.last = len(self._stops) - 1

    def aside(self, stop: Stop) -> None:
        """Note a stop beside the course: the baton stays where it is."""
        self._stops.append(stop)

    @contextmanager
    def control(self, name: str) -> Iterator[Count]:
        """Note a stop on the control path around a block of code, which may count bytes."""
        start_ns, count = now_ns(), Count()
        try:
            yield count
        finally:
            self.stop(name, Path.CONTROL, start_ns, now_ns(), moved=count.moved)

    async def export(self) -> None:
        """Make spans of what was noted; the request's own span comes last."""
        ended_ns = now_ns()
        parent = trace.set_span_in_context(trace.NonRecordingSpan(self._client))
        root = self._tracer.start_span(
            self.name, parent, SpanKind.SERVER, self.attributes, start_time=self._started_ns
        )
        inside = trace.set_span_in_context(root)
        baton = {-1: self._client}
        for place, stop in enumerate(self._stops):
            span = self._tracer.start_span(
                stop.name,
                inside,
                attributes=_attributes(stop),
                links=[Link(baton[stop.after])],
                start_time=stop.start_ns,
            )
            span.end(stop.end_ns)
            baton[place] = span.get_span_context()
            await asyncio.sleep(0)  # other requests go first
        root.end(ended_ns)


class NoRelay(Relay):
    """Stands in for the baton of a request that nobody traces."""

    on = False

    def __init__(self) -> None:
        super().__init__(trace.NoOpTracer(), trace.INVALID_SPAN_CONTEXT)

    def stop(self, *_: object, **__: object) -> None:
        """Do nothing."""

    def aside(self, stop: Stop) -> None:
        """Do nothing."""

    async def export(self) -> None:
        """Do nothing."""


def relay_for(headers: Mapping[str, str], tracer: Tracer | None) -> Relay:
    """Read the W3C ``traceparent`` header: a sampled request is traced, others are not."""
    context = TraceContextTextMapPropagator().extract(headers)
    client = trace.get_current_span(context).get_span_context()
    if tracer is None or not (client.is_valid and client.trace_flags.sampled):
        return NoRelay()
    return Relay(tracer, client)


def _attributes(stop: Stop) -> dict[str, str | int]:
    known: dict[str, str | int] = {"guide.path": stop.path.value}
    if stop.step is not None:
        known["guide.step"] = stop.step
    if stop.moved is not None:
        known["guide.bytes"] = stop.moved
    return known
