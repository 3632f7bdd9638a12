"""What turns a page's Markdown into HTML, gathered for one build."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from markdown.extensions import Extension

from .bars import BarsFence
from .build_fence import BuildFence
from .calculator_fence import CalculatorFence
from .charts.fence import ChartFence
from .claim_fence import ClaimFence
from .compare_fence import CompareFence
from .device_fence import DeviceFence
from .diagram_fence import DiagramFence
from .drawings import Drawings
from .evidence import Evidence
from .facts.inline import InlineFacts
from .facts.page import FactsFence
from .formula_fence import FormulaFence
from .inline import InlineFigures, find
from .known import Known
from .shown import Shown


def extensions(known: Known, evidence: Evidence) -> list[Extension]:
    """The Markdown extensions: values in a sentence, and what stands at a page's end."""
    return [InlineFigures(evidence), InlineFacts(known.facts)]


def fences(
    known: Known, evidence: Evidence, cache: Path, mermaid_arguments: dict[str, Any]
) -> list[dict[str, Any]]:
    """The entries for ``custom_fences`` of SuperFences."""
    drawings = Drawings(evidence, cache, mermaid_arguments)
    return [
        DiagramFence(drawings).entry,
        CompareFence(drawings).entry,
        ChartFence(evidence, cache).entry,
        _claims(evidence),
        FormulaFence(evidence.outcomes.get).entry,
        CalculatorFence(known.calculators, evidence.calculators).entry,
        FactsFence(known.facts).entry,
        BarsFence(evidence).entry,
        DeviceFence(evidence).entry,
        BuildFence(evidence, known.experiments, known.formulas).entry,
    ]


def _claims(evidence: Evidence) -> dict[str, Any]:
    """Claims, whose numbers join the table at the page's end: that is where they link to."""
    fence = ClaimFence(evidence.claim)

    def format_(source: str, *arguments: Any, **options: Any) -> str:
        used: dict[str, Shown] = arguments[3].guide_used
        judged = evidence.claim(source.strip())
        for one in judged.figures if judged else ():
            found = find(one.id, evidence)
            if found is not None:
                used.setdefault(one.id, found)
        return fence.format(source, *arguments, **options)

    return fence.entry | {"format": format_}
