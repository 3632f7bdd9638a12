"""Made-up traces of one request, as the reference serving system would leave them."""

from __future__ import annotations

from dataclasses import dataclass, field

from snippets.evidence.trace import Path, Span, Trace

CONTROL = {"client", "gateway", "queue", "scheduler", "stream"}


@dataclass
class Walk:
    """Writes a trace span by span: each starts where its cause ends, and takes 10 µs.

    ``go("queue.wait")`` adds a span caused by the one before, ``go("stream.send", 0)`` one of
    step 0, and ``after=`` names another cause. It returns the span's id.
    """

    spans: list[Span] = field(default_factory=list)

    def go(
        self,
        name: str,
        step: int | None = None,
        *,
        after: str | None = None,
        moved: int | None = None,
    ) -> str:
        cause = after or (self.spans[-1].id if self.spans else None)
        start = next((span.end_us for span in self.spans if span.id == cause), 0.0)
        self.spans.append(
            Span(
                id=f"s{len(self.spans)}",
                after=cause,
                name=name,
                path=Path.CONTROL if name.partition(".")[0] in CONTROL else Path.DATA,
                start_us=start,
                duration_us=10.0,
                step=step,
                bytes=moved,
            )
        )
        return self.spans[-1].id

    @property
    def trace(self) -> Trace:
        return Trace(
            id="ch01.request", spans=tuple(sorted(self.spans, key=lambda span: span.start_us))
        )


def request(tokens: int = 3, layers: int = 2) -> Trace:
    """A whole request: admitted, prefilled, decoded; token k is sent while step k + 1 runs."""
    walk = Walk()
    for name in ("client.send", "gateway.receive", "gateway.auth", "gateway.validate"):
        walk.go(name)
    for name in ("queue.wait", "scheduler.assign", "worker.admit"):
        walk.go(name)
    for step in range(tokens):
        phase = "decode" if step else "prefill"
        walk.go(f"{phase}.embed", step, moved=8)
        for _ in range(layers):
            walk.go(f"{phase}.matmul", step, moved=1000)
            walk.go(f"{phase}.kv_cache", step, moved=16)
        walk.go(f"{phase}.matmul", step, moved=1000)
        sampled = walk.go("sampler.sample", step, moved=4)
        walk.go("stream.send", step)
        if step + 1 < tokens:
            walk.go("scheduler.step", step + 1, after=sampled)
    return walk.trace


def chain(*names: str) -> Trace:
    """A trace of spans that cause each other; ``name@2`` belongs to step 2."""
    walk = Walk()
    for name, _, step in (one.partition("@") for one in names):
        walk.go(name, int(step) if step else None)
    return walk.trace


def without(trace: Trace, name: str) -> Trace:
    """A trace in which the spans of one name never happened: their causes hand over instead."""
    cause = {span.id: span.after for span in trace.spans if span.name == name}
    kept = [span for span in trace.spans if span.id not in cause]
    return Trace(id=trace.id, spans=tuple(_bridged(span, cause) for span in kept))


def renamed(trace: Trace, old: str, new: str) -> Trace:
    """A trace in which spans have another name."""
    return Trace(
        id=trace.id,
        spans=tuple(
            span.model_copy(update={"name": new}) if span.name == old else span
            for span in trace.spans
        ),
    )


def moved_to(trace: Trace, name: str, path: Path) -> Trace:
    """A trace in which the spans of one name belong to the other path."""
    return Trace(
        id=trace.id,
        spans=tuple(
            span.model_copy(update={"path": path}) if span.name == name else span
            for span in trace.spans
        ),
    )


def with_racing_clocks(trace: Trace) -> Trace:
    """A trace whose control spans come from a clock that is 1 s behind, or ahead, by turns."""
    turns = {span.id: 1e6 if n % 2 else -1e6 for n, span in enumerate(trace.spans)}
    late = [
        span.model_copy(update={"start_us": span.start_us + turns[span.id]})
        if span.path is Path.CONTROL
        else span
        for span in trace.spans
    ]
    return Trace(id=trace.id, spans=tuple(sorted(late, key=lambda span: span.start_us)))


def _bridged(span: Span, cause: dict[str, str | None]) -> Span:
    after = span.after
    while after in cause:
        after = cause[after]
    return span.model_copy(update={"after": after})
