"""A formula in JavaScript, for the calculator."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import sympy  # type: ignore[import-untyped]

from .dimensions import factor
from .expression import fold, parse
from .formula import Formula, stated
from .quantity import Quantity
from .symbolic import Symbolic


def calculate_js(expression: str) -> str:
    """A pure function in JavaScript; its argument holds every input in base units."""
    return f"(x) => {sympy.jscode(fold(parse(expression), Symbolic(lambda name: f'x.{name}')))}"


def javascript(formula: Formula, quantities: Mapping[str, Quantity] | None = None) -> str:
    """One JavaScript expression: an object with inputs, result and the pure function.

    ``calculate`` takes an object of inputs in base units and gives the result in base units; a
    value times its ``factor`` is in base units. Without ``quantities`` only the constants have a
    unit and a value.
    """
    known = stated(formula) | dict(quantities or {})
    inputs = {
        name: {"label": one.label} | (_measure(known[name]) if name in known else {})
        for name, one in formula.inputs.items()
    }
    result = {"label": formula.label, "unit": formula.unit, "factor": float(factor(formula.unit))}
    told = (json.dumps(one, ensure_ascii=False) for one in (inputs, result))
    return "{{inputs: {}, result: {}, calculate: {}}}".format(
        *told, calculate_js(formula.expression)
    )


def _measure(quantity: Quantity) -> dict[str, Any]:
    one = float(factor(quantity.unit))
    return {"unit": quantity.unit, "factor": one, "value": quantity.value}
