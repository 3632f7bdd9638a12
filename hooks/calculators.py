"""Calculators worked out over the records and facts of one build, and their JavaScript."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from snippets.evidence.calculators.reference import split, stated
from snippets.evidence.calculators.work import work_out as work_one_out
from snippets.evidence.calculators.worked import Worked
from snippets.evidence.figure import ClaimType
from snippets.evidence.formulas.quantity import GRADES, STRENGTH, Quantity, Resolve
from snippets.evidence.problem import GuideError
from snippets.evidence.withheld import Withheld

from .evidence import Evidence
from .formulas import finder
from .known import Known
from .words import CLAIM_TYPE

MODULE = "data/calculators.mjs"
"""Where the site keeps the functions; ``assets/calculator.mjs`` imports it from there."""


def work_out(known: Known, evidence: Evidence, cache: Path) -> tuple[GuideError, ...]:
    """Fill ``evidence.calculators``; formulas have been worked out before."""
    problems: list[GuideError] = []
    if known.facts.problems:
        return ()  # said already, and no fact can be found
    find = resolver(known, evidence)
    for name, calculator in known.calculators.items():
        made = work_one_out(calculator, find, cache / "calculators")
        if isinstance(made, Worked):
            evidence.calculators[name] = made
        else:
            problems += made
    return tuple(problems)


def resolver(known: Known, evidence: Evidence) -> Resolve:
    """Figures, formulas, facts, and what a fact states; a figure of no record is withheld."""
    find = finder(known, evidence)
    units = known.units

    def found(ref: str) -> Quantity | Withheld | None:
        name, asked = split(ref)
        if asked:
            return _stated(name, asked, known)
        if name in units and evidence.value(name) is None:
            return Withheld(id=name, unit=units[name], reason="이 빌드에는 기록이 없습니다")
        return find(name)

    return found


def _stated(name: str, asked: str, known: Known) -> Quantity | None:
    fact = known.facts.facts.get(name)
    value = stated(fact.conditions, asked) if fact else None
    if fact is None or value is None:
        return None
    return Quantity(
        value,
        None,
        None,
        "개",
        ClaimType(fact.claim_type),
        str(fact.grade),
        (f"{name}: {fact.conditions}",),
        f"/appendix/facts/#fact-{name}",
    )


def module(worked: Mapping[str, Worked]) -> str:
    """The JavaScript module of the site: every calculator, and the words of badges."""
    types = [[str(one), *CLAIM_TYPE[one]] for one in STRENGTH]
    objects = ",\n".join(f"{json.dumps(name)}: {one.javascript}" for name, one in worked.items())
    return (
        "// Made by the build from snippets/calculators.py.\n"
        f"export const TYPES = {json.dumps(types, ensure_ascii=False)};\n"
        f"export const GRADES = {json.dumps(GRADES)};\n"
        f"export const CALCULATORS = {{\n{objects}\n}};\n"
    )
