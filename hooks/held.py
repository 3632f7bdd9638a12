"""A page's diagrams, read and held against their traces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from snippets.evidence.problem import GuideError
from snippets.evidence.record import Record
from snippets.evidence.trace import Trace

from .diagrams import binding, conformance, mermaid
from .diagrams.binding import Binding
from .diagrams.diagram import Diagram
from .evidence import Evidence
from .source import Fence, Source


@dataclass(frozen=True)
class Held:
    """A diagram and, where it names a trace, what it is held against."""

    diagram: Diagram
    binding: Binding
    trace: Trace | None
    record: Record | None


def hold(source: str, trace: str | None, evidence: Evidence, cache: Path) -> Held:
    """Read one diagram; rendering calls this again, and finds everything in the cache.

    Raises:
        MermaidSyntax: Mermaid does not accept the source.
    """
    diagram = mermaid.read(source, cache)
    bound = binding.parse(source, diagram, "", 0)  # checked before, with its place
    found = evidence.trace(trace) if trace else None
    return Held(diagram, bound, *(found or (None, None)))


def check(page: Source, evidence: Evidence, cache: Path) -> Iterator[GuideError]:
    """Everything that is wrong with the diagrams of a page."""
    for fence in page.fences_of("mermaid"):
        yield from _check(page.path, fence, evidence, cache)


def _check(path: str, fence: Fence, evidence: Evidence, cache: Path) -> Iterator[GuideError]:
    source = fence.body.rstrip()
    try:
        diagram = mermaid.read(source, cache)
    except mermaid.MermaidSyntax as error:
        yield error.problem(path, fence.line)
        return
    if not (diagram.title and diagram.description):
        yield GuideError(
            path,
            fence.line,
            "diagram-untitled",
            "그림에 이름이나 설명이 없습니다",
            "첫 줄 아래에 accTitle: 과 accDescr: 를 적으세요. 그림을 볼 수 없는 사람이 읽습니다",
        )
    found = evidence.trace((fence.options or {}).get("trace", ""))
    if found is not None:
        bound = binding.parse(source, diagram, path, fence.line)
        yield from conformance.check(diagram, bound, found[0], path, fence.line)
