"""Quantities for the tests, and a file of formulas to point at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from snippets.evidence.figure import ClaimType
from snippets.evidence.formulas.evaluation import Evaluated, evaluate_all
from snippets.evidence.formulas.quantity import Quantity, Resolve
from snippets.evidence.formulas.sheet import load
from snippets.evidence.withheld import Withheld

HEAD = "from snippets.evidence.formulas.formula import Constant, Formula, Input\n\nFORMULAS = (\n"


def exact(
    value: float,
    unit: str,
    claim_type: ClaimType = ClaimType.MEASURED,
    grade: str | None = None,
    *conditions: str,
) -> Quantity:
    return Quantity(value, None, None, unit, claim_type, grade, conditions)


def spread(value: float, low: float, high: float, unit: str) -> Quantity:
    return Quantity(value, low, high, unit, ClaimType.MEASURED)


def resolver(known: Mapping[str, Quantity | Withheld]) -> Resolve:
    return known.get


@dataclass(frozen=True)
class Sheet:
    """A project with a ``snippets/formulas.py`` of its own; formulas begin at line 4."""

    root: Path

    def write(self, formulas: str) -> None:
        path = self.root / "snippets/formulas.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{HEAD}{formulas})\n", encoding="utf-8")

    def evaluate(self, formulas: str, **known: Quantity | Withheld) -> Evaluated:
        self.write(formulas)
        given = {name.replace("__", "."): one for name, one in known.items()}
        return evaluate_all(load(self.root), resolver(given), self.root / "cache")

    def problems(self, formulas: str, **known: Quantity | Withheld) -> list[str]:
        return [str(one) for one in self.evaluate(formulas, **known).problems]
