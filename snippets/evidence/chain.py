"""A trace that is written down span by span, each caused by the last."""

from __future__ import annotations

from time import perf_counter_ns

from .trace import Path, Span, Trace


class Chain:
    """What happens one after another in one process; each span lasts since the last."""

    def __init__(self) -> None:
        self._spans: list[Span] = []
        self._zero = self._since = perf_counter_ns()

    def note(
        self, name: str, path: Path, step: int | None = None, moved: int | None = None
    ) -> None:
        """Note that what ran since the last note was ``name``, and how many bytes it moved."""
        now = perf_counter_ns()
        span = Span(
            id=f"s{len(self._spans)}",
            after=self._spans[-1].id if self._spans else None,
            name=name,
            path=path,
            start_us=(self._since - self._zero) / 1e3,
            duration_us=(now - self._since) / 1e3,
            step=step,
            bytes=moved,
        )
        self._spans.append(span)
        self._since = now

    def trace(self, id: str) -> Trace:  # noqa: A002  the trace's own word
        """All of it so far."""
        return Trace(id=id, spans=tuple(self._spans))
