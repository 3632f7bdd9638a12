"""The two drawings of chapter 01 as they are published, and the trace of its approved record."""

from __future__ import annotations

import json
from dataclasses import dataclass

from hooks import source
from hooks.diagrams import binding, conformance, mermaid
from hooks.diagrams.diagram import Diagram
from snippets.evidence.problem import GuideError
from snippets.evidence.trace import Path, Trace
from tests.conftest import ROOT
from tests.diagram.request import request

CHAPTER = "docs/01-request-journey.md"
RECORD = "snippets/records/x86-64-2cpu-amx/ch01.json"
FENCES = source.read(CHAPTER, (ROOT / CHAPTER).read_text(encoding="utf-8")).fences_of("mermaid")


@dataclass(frozen=True)
class Drawing:
    """A source, and the line of its fence in the chapter."""

    source: str
    fence: int

    def line(self, text: str) -> int:
        """Line of the page on which a text first stands."""
        assert text in self.source, text
        return self.fence + self.source[: self.source.index(text)].count("\n") + 1

    def edited(self, *edits: tuple[str, str]) -> Drawing:
        """The drawing with the first place of each text replaced."""
        changed = self.source
        for old, new in edits:
            assert old in changed, old
            changed = changed.replace(old, new, 1)
        return Drawing(changed, self.fence)

    def swapped(self, one: str, other: str) -> Drawing:
        """The drawing with two texts in each other's place."""
        return self.edited((one, "\0"), (other, one), ("\0", other))

    def errors(self, trace: Trace) -> list[GuideError]:
        """What the build finds, in the order of lines."""
        return self.errors_of(mermaid.read(self.source), trace)

    def errors_of(self, diagram: Diagram, trace: Trace) -> list[GuideError]:
        """The same, for a drawing that was read before."""
        bound = binding.parse(self.source, diagram, CHAPTER, self.fence)
        found = conformance.check(diagram, bound, trace, CHAPTER, self.fence)
        return sorted(found, key=lambda error: error.line)


JOURNEY, IN_TIME = (Drawing(fence.body.rstrip(), fence.line) for fence in FENCES[:2])


def recorded() -> Trace:
    """``ch01.request`` of the approved record: its structure holds, whatever its times are."""
    record = json.loads((ROOT / RECORD).read_text(encoding="utf-8"))
    return Trace.model_validate(record["traces"]["ch01.request"])


def made_up() -> Trace:
    """The made-up request, with the replies of the worker that the chapter leaves out."""
    spans = request(tokens=5, layers=2).spans
    replies = [
        span.model_copy(
            update={
                "id": f"reply-{span.step}",
                "after": span.id,
                "name": "worker.reply",
                "path": Path.CONTROL,
                "start_us": span.end_us,
            }
        )
        for span in spans
        if span.name == "sampler.sample"
    ]
    return Trace(
        id="ch01.request", spans=tuple(sorted((*spans, *replies), key=lambda one: one.start_us))
    )
