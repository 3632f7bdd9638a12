"""The calculator's JavaScript and Python, on the same inputs."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest
import quickjs  # type: ignore[import-untyped]
from pydantic import ValidationError

from snippets.evidence.catalogue import listings
from snippets.evidence.facts.file import load as load_facts
from snippets.evidence.facts.value import FactValue, resolve
from snippets.evidence.formulas.calculation import figure
from snippets.evidence.formulas.formula import Constant, Formula, Input
from snippets.evidence.formulas.javascript import javascript
from snippets.evidence.formulas.outcome import Given
from snippets.evidence.formulas.quantity import Quantity
from snippets.evidence.formulas.sheet import load
from snippets.evidence.problem import GuideError

from .given import exact

ROOT = Path(__file__).resolve().parents[2]
FORMULAS = {formula.id: formula for formula in load(ROOT)}
FACTS = load_facts(ROOT / "docs/facts.yaml")
TIMES = 200

EVERY_OPERATION = Formula(
    id="a.all",
    label="모두",
    expression="-sqrt(a) + exp(0.1 * b) * log(c + 1) - log2(a + 2) / (b - 100) ** 3 "
    "+ max(a, b, c) ** 0.5 * ceil(2.5 * a) / floor(c + 1) - min(a * b, c) + 1e3 * (a - (b - c))",
    unit="1",
    inputs={name: Input(name, name) for name in "abc"},
)
CALL = """
(formula, values) => {
  const base = {};
  for (const [name, one] of Object.entries(formula.inputs)) base[name] = values[name] * one.factor;
  return formula.calculate(base) / formula.result.factor;
}
"""


def units(formula: Formula) -> dict[str, str]:
    """Symbol → unit, as experiments, formulas and facts declare it."""
    declared = {
        name: unit for one in listings(ROOT).values() for name, (unit, _) in one.figures.items()
    } | {one.id: one.unit for one in FORMULAS.values()}
    return {
        name: one.unit if isinstance(one, Constant) else declared.get(one.ref) or of_fact(one.ref)
        for name, one in formula.inputs.items()
    }


def of_fact(ref: str) -> str:
    found = resolve(ref, FACTS)
    return found.unit if isinstance(found, FactValue) else "1"


@pytest.mark.parametrize("formula", [*FORMULAS.values(), EVERY_OPERATION], ids=lambda f: f.id)
def test_python_and_javascript_agree(formula: Formula) -> None:
    chance = random.Random(formula.id)
    written = units(formula)
    context = quickjs.Context()
    context.eval(f"const call = {CALL}")
    context.eval(f"const formula = {javascript(formula, quantities(formula, written))}")
    compared = 0
    for _ in range(TIMES):
        # A constant too: in the calculator it is an input like any other.
        values = {name: 10 ** chance.uniform(0.01, 2) for name in formula.inputs}
        given = [Given(name, "", name, exact(values[name], unit)) for name, unit in written.items()]
        script = context.eval(f"call(formula, {json.dumps(values)})")
        try:
            python = figure(formula, given).value
        except (ValidationError, GuideError):  # a negative time, or no number at all
            assert not script >= 0
        else:
            assert math.isclose(script, python, rel_tol=1e-9)
            compared += 1
    assert compared > TIMES / 10


def quantities(formula: Formula, written: dict[str, str]) -> dict[str, Quantity]:
    return {name: exact(1, written[name]) for name in formula.inputs}
