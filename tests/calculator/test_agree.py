"""Python and JavaScript, on the same 200 random inputs of every calculator, in every unit."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace

import pytest

from snippets.evidence.calculators.calculator import Calculator, Field, Reading, Result
from snippets.evidence.calculators.steps import steps
from snippets.evidence.figure import ClaimType
from snippets.evidence.formulas.calculation import figure
from snippets.evidence.formulas.dimensions import factor
from snippets.evidence.formulas.outcome import Given
from snippets.evidence.formulas.quantity import Quantity

from .guide import CALCULATORS, context

TIMES = 200
CALL = """
(name, values) => {
  const calculator = guide.CALCULATORS[name];
  const x = {};
  for (const field of calculator.fields) {
    const [value, unit] = values[field.symbol];
    x[field.symbol] = value * field.units[unit][1];
  }
  for (const [symbol, one] of Object.entries(calculator.constants)) {
    x[symbol] = one.value * one.units[0][1];
  }
  return JSON.stringify(calculator.steps.map((step) => {
    const base = step.f(x);
    if (step.symbol) x[step.symbol] = base;
    return step.units ? step.units.map(([, factor]) => base / factor) : base;
  }));
}
"""


@pytest.mark.parametrize("calculator", CALCULATORS.values(), ids=lambda one: one.id)
def test_python_and_javascript_agree(calculator: Calculator) -> None:
    chance = random.Random(calculator.id)
    context().eval(f"globalThis.call = {CALL}")
    agreed = 0
    while agreed < TIMES:
        values = {one.symbol: draw(one, chance) for one in calculator.inputs}
        python = by_python(calculator, values)
        if python is None:
            continue
        found = json.loads(
            context().eval(f"call({json.dumps(calculator.id)}, {json.dumps(values)})")
        )
        for step, wanted, got in zip(calculator.steps, python, found, strict=True):
            for one, other in zip(wanted, got if isinstance(got, list) else [got], strict=True):
                assert math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12), (step, values)
        agreed += 1


def draw(field: Field, chance: random.Random) -> tuple[float, int]:
    """A value that the field accepts, and the place of its unit."""
    if field.choices:
        return chance.choice(list(field.choices.values())), 0
    if field.integer:  # whole heads of whole width are rare among any other integers
        return min(field.most, 2 ** chance.randint(0, 12) * chance.randint(1, 3)), 0
    low, high = max(field.least, field.most * 1e-9, 1e-3), field.most
    return math.exp(chance.uniform(math.log(low), math.log(high))), chance.randrange(
        len(field.units)
    )


def by_python(
    calculator: Calculator, values: dict[str, tuple[float, int]]
) -> list[list[float]] | None:
    """Each step in each of its units; ``None`` when a reading stops the calculation."""
    known = {
        one.symbol: quantity(values[one.symbol][0], one.units[values[one.symbol][1]])
        for one in calculator.inputs
    } | {name: quantity(one.value, one.unit) for name, one in calculator.constants.items()}
    found = []
    for step, formula in zip(calculator.steps, steps(calculator), strict=True):
        given = [Given(name, "", "", known[name]) for name in formula.inputs]
        units = step.units if isinstance(step, Result) else ("1",)
        base = figure(replace(formula, unit=units[0]), given).value
        if isinstance(step, Reading) and step.stops and base <= 0:
            return None
        if isinstance(step, Result):
            known[step.symbol] = quantity(base, step.unit)
        found.append([base * float(factor(units[0]) / factor(one)) for one in units])
    return found


def quantity(value: float, unit: str) -> Quantity:
    return Quantity(value, None, None, unit, ClaimType.CALCULATED)
