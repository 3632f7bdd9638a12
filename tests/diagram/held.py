"""Read a drawing and hold it against a trace, as the build does."""

from __future__ import annotations

from hooks.diagrams import binding, conformance, mermaid
from hooks.diagrams.part_time import PartTime, measured
from snippets.evidence.trace import Trace
from tests.diagram.seed import FENCE

PAGE = "docs/01.md"


def problems(source: str, trace: Trace) -> list[str]:
    """All errors, in the order of their lines, as the author reads them."""
    diagram = mermaid.read(source)
    bound = binding.parse(source, diagram, PAGE, FENCE)
    found = conformance.check(diagram, bound, trace, PAGE, FENCE)
    return [str(problem) for problem in sorted(found, key=lambda problem: problem.line)]


def rows(source: str, trace: Trace) -> tuple[PartTime, ...]:
    """The table beside the drawing."""
    diagram = mermaid.read(source)
    return measured(diagram, binding.parse(source, diagram, PAGE, FENCE), trace)
