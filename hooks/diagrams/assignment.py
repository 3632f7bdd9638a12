"""Every span of a trace with the part it is bound to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from snippets.evidence.trace import Span, Trace

from .binding import Binding
from .binding_line import Bound, Elided
from .causality import Causality


@dataclass(frozen=True)
class Assignment:
    """What a binding makes of a trace.

    Attributes:
        binding: The binding.
        trace: The trace.
        causes: Its causes.
        parts: Span id → part id.
        elided: Ids of the spans that the drawing leaves out on purpose.
        unbound: Spans that no line of the binding takes.
        torn: Spans that two lines take for different parts, with the lines.
    """

    binding: Binding
    trace: Trace
    causes: Causality
    parts: Mapping[str, str]
    elided: frozenset[str]
    unbound: tuple[Span, ...]
    torn: tuple[tuple[Span, tuple[int, ...]], ...]

    @property
    def seen(self) -> frozenset[str]:
        """Parts that at least one span is bound to."""
        return frozenset(self.parts.values())

    @property
    def unplaced(self) -> tuple[Span, ...]:
        """Spans that stand for no part, and should."""
        return (*self.unbound, *(span for span, _ in self.torn))

    def spans(self, part: str) -> tuple[Span, ...]:
        """The spans of one part."""
        return tuple(span for span in self.trace.spans if self.parts.get(span.id) == part)


def assign(binding: Binding, trace: Trace) -> Assignment:
    """Hold every span against every line of the binding."""
    parts: dict[str, str] = {}
    elided: set[str] = set()
    unbound: list[Span] = []
    torn: list[tuple[Span, tuple[int, ...]]] = []
    named = _named(binding, trace)
    for span in trace.spans:
        takers = [line for line in named[span.name] if _takes(line, span)]
        goals = {taker.part if isinstance(taker, Bound) else None for taker in takers}
        if len(goals) > 1:
            torn.append((span, tuple(taker.line for taker in takers)))
        elif not takers:
            unbound.append(span)
        elif (part := goals.pop()) is None:
            elided.add(span.id)
        else:
            parts[span.id] = part
    return Assignment(
        binding, trace, Causality(trace), parts, frozenset(elided), tuple(unbound), tuple(torn)
    )


def _named(binding: Binding, trace: Trace) -> dict[str, list[Bound | Elided]]:
    """Name of a span → the lines that could take it: a trace has a thousand spans, few names."""
    lines: tuple[Bound | Elided, ...] = (*binding.targets, *binding.elided)
    return {
        name: [line for line in lines if any(one.names(name) for one in line.patterns)]
        for name in {span.name for span in trace.spans}
    }


def _takes(line: Bound | Elided, span: Span) -> bool:
    return any(one.matches(span) for one in line.patterns)
