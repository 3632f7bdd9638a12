"""What turns a page's Markdown into HTML, gathered for one build."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markdown.extensions import Extension

from . import edition
from .bars import BarsFence
from .build_fence import BuildFence
from .calculator_fence import CalculatorFence
from .chapters import Chapters
from .charts.fence import ChartFence
from .claim_fence import ClaimFence
from .compare_fence import CompareFence
from .device_fence import DeviceFence
from .diagram_fence import DiagramFence
from .drawings import Drawings
from .english import is_english
from .evidence import Evidence
from .facts.inline import InlineFacts
from .facts.page import FactsFence
from .formula_fence import FormulaFence
from .formula_list.fence import FormulasFence
from .glossary.linker import PAGE as GLOSSARY
from .glossary.linker import TermLinks
from .glossary.page import GlossaryFence
from .heading_signs import HeadingSigns
from .history.page import HistoryFence
from .inline import InlineFigures, find
from .reading.here import Here
from .reading.journey import COVER, journey
from .report_fence import ReportFence
from .shown import Shown

if TYPE_CHECKING:
    from .build import Build

UNLINKED = ("index.md", GLOSSARY.removeprefix("/"))
"""The cover, and the page to which the terms of all others lead."""


def extensions(build: Build) -> list[Extension]:
    """The Markdown extensions: values and terms in a sentence, and what stands at a page's end."""
    return [
        InlineFigures(build.evidence),
        InlineFacts(build.known.facts),
        TermLinks(
            build.known.glossary.terms,
            lambda: build.page not in UNLINKED and not is_english(build.page),
        ),
        HeadingSigns(),
        Here(lambda: journey(build.sources.get(COVER), build.cache), lambda: build.page),
    ]


def fences(build: Build, mermaid_arguments: dict[str, Any], issues: str) -> list[dict[str, Any]]:
    """The entries for ``custom_fences`` of SuperFences."""
    known, evidence, cache = build.known, build.evidence, build.cache
    drawings = Drawings(evidence, cache, mermaid_arguments)
    chapters = Chapters.at(build.root)
    return [
        DiagramFence(drawings).entry,
        CompareFence(drawings).entry,
        ChartFence(evidence, cache).entry,
        _claims(evidence),
        FormulaFence(evidence.outcomes.get).entry,
        CalculatorFence(known.calculators, evidence.calculators).entry,
        FormulasFence(known, evidence, build.sources, chapters).entry,
        FactsFence(known.facts).entry,
        GlossaryFence(known.glossary, chapters).entry,
        ReportFence(issues).entry,
        BarsFence(evidence).entry,
        DeviceFence(evidence).entry,
        BuildFence(evidence, known.experiments, known.formulas, edition.named(build.root)).entry,
        HistoryFence(lambda: build.pasts).entry,
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
