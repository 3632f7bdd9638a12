"""A page's diagrams, read and held against their traces."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from snippets.evidence.problem import GuideError
from snippets.evidence.record import Record

from . import compared
from .diagrams import binding, conformance, mermaid
from .diagrams.binding import Binding
from .diagrams.diagram import Diagram
from .diagrams.replay import Request
from .evidence import Evidence
from .source import Fence, Source


@dataclass(frozen=True)
class Held:
    """A diagram and what it is held against.

    Attributes:
        requests: Those asked for that a record has.
        record: Where they come from; ``None`` without any.
    """

    diagram: Diagram
    binding: Binding
    requests: tuple[Request, ...]
    record: Record | None


def hold(source: str, wanted: Mapping[str, str], evidence: Evidence, cache: Path) -> Held:
    """Read one diagram; rendering calls this again, and finds everything in the cache.

    Args:
        source: What stands between the fences.
        wanted: Trace id → what the page calls that request.
        evidence: Where the traces are.
        cache: Where diagrams that were read are kept.

    Raises:
        MermaidSyntax: Mermaid does not accept the source.
    """
    diagram = mermaid.read(source, cache)
    bound = binding.parse(source, diagram, "", 0)  # checked before, with its place
    found = {name: evidence.trace(name) for name in wanted}
    requests = tuple(Request(wanted[name], one[0]) for name, one in found.items() if one)
    records = [one[1] for one in found.values() if one]
    return Held(diagram, bound, requests, records[0] if records else None)


def check(page: Source, evidence: Evidence, cache: Path) -> Iterator[GuideError]:
    """Everything that is wrong with the diagrams of a page."""
    named: dict[str, Fence] = {}
    wrong: set[int] = set()
    for fence in page.fences:
        if fence.language == "mermaid":
            problems = [*_check(page.path, fence, evidence, cache), *_twice(page, fence, named)]
            yield from problems
            if problems:
                wrong.add(fence.line)
            if name := (fence.options or {}).get("id"):
                named.setdefault(name, fence)
        elif fence.language == "compare" and (asked := (fence.options or {}).get("diagram")):
            drawing = named.get(asked)
            if drawing is None:
                yield _unknown(page.path, fence, named)
            elif drawing.line not in wrong:  # what is wrong with the drawing was said there
                yield from _compared(page.path, fence, drawing, evidence, cache)


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


def _compared(
    path: str, fence: Fence, drawing: Fence, evidence: Evidence, cache: Path
) -> Iterator[GuideError]:
    """What the drawing and the requests of a comparison disagree about, at the comparison."""
    source = drawing.body.rstrip()
    diagram = mermaid.read(source, cache)
    bound = binding.parse(source, diagram, path, drawing.line)
    for line in compared.read(fence.body):
        found = evidence.trace(line.trace)
        if found is not None:
            for one in conformance.check(diagram, bound, found[0], path, drawing.line):
                yield GuideError(
                    path, fence.line, one.code, f"{line.trace}: {one.message}", one.hint
                )


def _twice(page: Source, fence: Fence, named: Mapping[str, Fence]) -> Iterator[GuideError]:
    name = (fence.options or {}).get("id", "")
    if name and name in named:
        yield GuideError(
            page.path,
            fence.line,
            "diagram-id",
            f"{named[name].line}번째 줄의 그림과 이름이 같습니다: {name}",
            "id를 서로 다르게 지으세요",
        )


def _unknown(path: str, fence: Fence, named: Mapping[str, Fence]) -> GuideError:
    asked = (fence.options or {})["diagram"]
    close = difflib.get_close_matches(asked, list(named), n=1)
    return GuideError(
        path,
        fence.line,
        "compare-diagram",
        f"이 위에 그런 그림이 없습니다: {asked}",
        f"혹시 {close[0]}인가요?"
        if close
        else f'견줄 그림을 위쪽에서 ```mermaid {{id="{asked}"}} 로 여세요',
    )
