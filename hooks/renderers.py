"""What turns a page's Markdown into HTML, gathered for one build."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from markdown.extensions import Extension

from .bars import BarsFence
from .build_fence import BuildFence
from .chart import ChartFence
from .claim_fence import ClaimFence
from .diagram_fence import DiagramFence
from .evidence import Evidence
from .fact_inline import InlineFacts
from .facts_page import FactsFence
from .formula_fence import FormulaFence
from .inline import InlineFigures
from .known import Known


def extensions(known: Known, evidence: Evidence) -> list[Extension]:
    """The Markdown extensions: values in a sentence, and what stands at a page's end."""
    return [InlineFigures(evidence), InlineFacts(known.facts)]


def fences(
    known: Known, evidence: Evidence, cache: Path, mermaid_arguments: dict[str, Any]
) -> list[dict[str, Any]]:
    """The entries for ``custom_fences`` of SuperFences."""
    return [
        DiagramFence(evidence, cache, mermaid_arguments).entry,
        ChartFence(evidence, cache).entry,
        ClaimFence(evidence.claim).entry,
        FormulaFence(evidence.outcomes.get).entry,
        FactsFence(known.facts).entry,
        BarsFence(evidence).entry,
        BuildFence(evidence, known.experiments).entry,
    ]
