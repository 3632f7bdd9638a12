"""Which span caused which: the ``after`` links of a trace, followed upwards."""

from __future__ import annotations

from collections.abc import Iterator

from snippets.evidence.trace import Span, Trace

BEFORE_ANY_STEP = -1


class Causality:
    """The causes in one trace.

    Clocks of two processes may disagree, and a token is sent while the next is computed. So the
    order of a trace is its causes, never its clocks.
    """

    def __init__(self, trace: Trace) -> None:
        self._spans = {span.id: span for span in trace.spans}
        self._places: dict[str, tuple[int, int]] = {}

    def broken(self) -> Span | None:
        """A span whose causes lead nowhere, or back to itself."""
        sound: set[str] = set()
        for span in self._spans.values():
            path: set[str] = set()
            at: str | None = span.id
            while at is not None and at not in sound:
                if at in path or at not in self._spans:
                    return span
                path.add(at)
                at = self._spans[at].after
            sound |= path
        return None

    def before(self, span: Span) -> Iterator[Span]:
        """The span before, and the one before that, up to the first."""
        while span.after is not None:
            span = self._spans[span.after]
            yield span

    def place(self, span: Span) -> tuple[int, int]:
        """Where a span stands in the request: its step, then its distance from the first span.

        Sending token ``k`` happens beside step ``k + 1``, but it belongs to step ``k``. A span
        outside any step stands in the step of its cause.
        """
        pending = [span]
        for cause in self.before(span):
            if cause.id in self._places:
                break
            pending.append(cause)
        for one in reversed(pending):
            before = self._places.get(one.after or "", (BEFORE_ANY_STEP, -1))
            step = before[0] if one.step is None else one.step
            self._places[one.id] = (step, before[1] + 1)
        return self._places[span.id]
