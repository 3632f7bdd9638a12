"""What kind of claim a chart makes, and where it was measured, in a word."""

from __future__ import annotations

from html import escape

from snippets.evidence.figure import ClaimType

from ..words import CLAIM_TYPE
from .chart import Chart


def badges(chart: Chart) -> str:
    """One for each claim type and place; a figure from another machine never looks local."""
    kinds = [figure.claim_type for figure in chart.figures] or [chart.series.claim_type]
    standings = chart.standings if chart.figures else chart.standings[:1]
    seen = dict.fromkeys(zip(kinds, (one.here for one in standings), strict=True))
    return "".join(f" {badge(kind, here)}" for kind, here in seen)


def badge(kind: ClaimType, here: bool) -> str:
    """The claim type in one word."""
    word, meaning = CLAIM_TYPE[kind]
    word = word if here else f"다른 기계에서 {word}"
    return f'<span class="badge badge-{kind}" title="{escape(meaning)}">{word}</span>'
