"""Every formula of the guide worked out: in order, from the cache where nothing has changed.

Errors, all at a line of ``snippets/formulas.py``: ``formula-unreadable``, ``formula-duplicate``,
``formula-cycle``, ``formula-unparsable``, ``formula-symbol``, ``formula-input-unknown``,
``formula-unit-unknown``, ``formula-units``, ``formula-not-finite``, ``residual-outside``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..problem import GuideError
from ..withheld import Withheld
from .formula import Formula
from .graph import order
from .outcome import Outcome
from .quantity import Quantity, Resolve
from .sheet import distinct
from .work import work_out


@dataclass(frozen=True)
class Evaluated:
    """Formula id → outcome, or why there is no number; and all that has to be mended."""

    outcomes: dict[str, Outcome | Withheld]
    problems: tuple[GuideError, ...]


def evaluate_all(
    formulas: Iterable[Formula], resolve: Resolve, cache_dir: Path | None = None
) -> Evaluated:
    """Work every formula out; one that fails takes along, silently, those that rest on it."""
    known, problems = distinct(formulas)
    outcomes: dict[str, Outcome | Withheld] = {}

    def resolve_all(ref: str) -> Quantity | Withheld | None:
        if ref not in known:
            return resolve(ref)
        made = outcomes[ref]
        if isinstance(made, Withheld):
            return made
        return Quantity.of(made.figure, made.grade, made.conditions, here=made.here)

    for formula in order(known, problems):
        if all(ref in outcomes for ref in formula.refs if ref in known):
            try:
                outcomes[formula.id] = work_out(formula, resolve_all, cache_dir)
            except GuideError as problem:
                problems.append(problem)
    return Evaluated(outcomes, tuple(problems))
