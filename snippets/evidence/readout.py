"""A record by itself, in lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from .comparison import WORDS
from .display import spread_text, value_text
from .record import Record


def lines(record: Record) -> Iterator[str]:
    """What was measured, what was withheld and why, what became of the claims, and how."""
    for figure in record.figures.values():
        yield f"{figure.label}: {value_text(figure)} {spread_text(figure)}".rstrip()
    for withheld in record.withheld.values():
        yield f"{withheld.label}: {withheld.text}"
    for judged in record.claims.values():
        yield f"[{WORDS[judged.verdict]}] {judged.claim.sentence} ({judged.reason})"
    for name, text in (record.conditions.workload | record.conditions.procedure).items():
        yield f"{name}: {text}"
