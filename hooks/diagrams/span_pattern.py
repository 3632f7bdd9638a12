"""A pattern over spans: a name with ``*`` and ``?``, and perhaps the steps it is limited to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache

from snippets.evidence.trace import Span

PATTERN = r"[\w.*?-]+(?:\[(?:\d+|\d*:\d*)\])?"
_PARTS = re.compile(r"(?P<name>[\w.*?-]+)(?:\[(?P<first>\d*)(?P<colon>:)?(?P<end>\d*)\])?")


@dataclass(frozen=True)
class SpanPattern:
    """Spans of one name, in one range of steps.

    Attributes:
        name: As ``fnmatch`` reads it, without its brackets: they select steps here.
        first: First step; ``None`` takes every span, those outside any step too.
        end: Step after the last; ``None`` for no end.
    """

    name: str
    first: int | None = None
    end: int | None = None

    def matches(self, span: Span) -> bool:
        """Whether a span is one of these."""
        return self.names(span.name) and self._in_range(span.step)

    def names(self, name: str) -> bool:
        """Whether spans of a name may be among these."""
        return _named(name, self.name)

    def overlaps(self, other: SpanPattern) -> bool:
        """Whether the same name is asked for, in a step that both take."""
        return self.name == other.name and (
            self.first is None
            or other.first is None
            or (_before(self.first, other.end) and _before(other.first, self.end))
        )

    def _in_range(self, step: int | None) -> bool:
        if self.first is None:
            return True
        return step is not None and step >= self.first and _before(step, self.end)


def read(text: str) -> SpanPattern | None:
    """Read ``decode.*``, ``stream.send[0]`` or ``stream.send[1:]``; ``None`` for anything else."""
    text = text.strip()
    match = _PARTS.fullmatch(text) if re.fullmatch(PATTERN, text) else None
    if match is None:
        return None
    if "[" not in text:
        return SpanPattern(match["name"])
    first = int(match["first"] or 0)
    if match["colon"]:
        return SpanPattern(match["name"], first, int(match["end"]) if match["end"] else None)
    return SpanPattern(match["name"], first, first + 1)


def of_spans(spans: list[Span]) -> str:
    """The spans of one name, as a pattern that takes them: ``stream.send[1:4]``."""
    name, steps = spans[0].name, [span.step for span in spans if span.step is not None]
    if len(steps) < len(spans):
        return name
    low, high = min(steps), max(steps)
    return f"{name}[{low}]" if low == high else f"{name}[{low}:{high + 1}]"


@lru_cache(maxsize=4096)
def _named(name: str, pattern: str) -> bool:
    """A trace has a thousand spans, and a dozen names."""
    return fnmatchcase(name, pattern)


def _before(step: int, end: int | None) -> bool:
    return end is None or step < end
