"""Formulas worked out over the records and facts of one build."""

from __future__ import annotations

from pathlib import Path

from snippets.evidence.facts.value import FactValue, resolve
from snippets.evidence.figure import ClaimType, Figure
from snippets.evidence.formulas.evaluation import evaluate_all
from snippets.evidence.formulas.quantity import Quantity, Resolve
from snippets.evidence.problem import GuideError
from snippets.evidence.withheld import Withheld

from . import card
from .evidence import Evidence
from .known import Known


def work_out(known: Known, evidence: Evidence, cache: Path) -> tuple[GuideError, ...]:
    """Fill ``evidence.outcomes`` with every formula whose experiments this build has."""
    ready = [
        formula
        for name, formula in known.formulas.items()
        if all(experiment in evidence.standings for experiment in known.rests_on(name))
    ]
    made = evaluate_all(ready, finder(known, evidence), cache / "formulas")
    evidence.outcomes.update(made.outcomes)
    return made.problems


def finder(known: Known, evidence: Evidence) -> Resolve:
    """What a reference stands for in this build: a figure, or a fact."""

    def find(ref: str) -> Quantity | Withheld | None:
        value = evidence.value(ref)
        if isinstance(value, Figure):
            return _of_figure(value, evidence)
        return value or _of_fact(ref, known)

    return find


def _of_figure(figure: Figure, evidence: Evidence) -> Quantity:
    standing = evidence.standing(figure.id)
    assert standing is not None
    seen = standing.record.conditions
    line = f"{figure.id}: {seen.hardware.summary}, {card.started(seen)}"
    link = f"/appendix/build/#{figure.id}"
    return Quantity.of(figure, None, (line,), link, standing.here)


def _of_fact(ref: str, known: Known) -> Quantity | None:
    found = resolve(ref, known.facts)
    if not isinstance(found, FactValue) or isinstance(found.value, str):
        return None
    fact = found.fact
    return Quantity(
        float(found.value),
        None,
        None,
        found.unit,
        ClaimType(fact.claim_type),
        str(fact.grade),
        (f"{ref}: {fact.conditions}",),
        f"/appendix/facts/#fact-{fact.id}",
    )
