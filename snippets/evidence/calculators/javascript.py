"""A calculator in JavaScript: an object literal with its fields, presets, sources and functions."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from ..formulas.dimensions import factor
from ..formulas.expression import in_words, parse, symbols
from ..formulas.formula import Constant
from ..formulas.javascript import calculate_js
from ..formulas.latex import GREEK
from ..formulas.quantity import Quantity
from .calculator import Calculator, Field, Reading, Result
from .worked import Put, Ready

FUNCTIONS = {"floor": "내림", "ceil": "올림", "min": "작은 쪽", "max": "큰 쪽", "sqrt": "제곱근"}


def javascript(
    calculator: Calculator, defaults: Mapping[str, Put], groups: Iterable[Iterable[Ready]]
) -> str:
    """One JavaScript expression.

    A step's ``f`` takes an object of inputs, constants and earlier results in base units, and gives
    its own result in base units; a value times the factor of its unit is in base units.
    """
    sources = _Sources()
    fields = [_field(one, defaults[one.symbol], sources) for one in calculator.inputs]
    shown = [
        {"label": declared.label, "symbols": declared.symbols, "presets": _presets(ready, sources)}
        for declared, ready in zip(calculator.groups, groups, strict=True)
        if ready
    ]
    told = {
        "fields": fields,
        "groups": shown,
        "constants": {name: _constant(one) for name, one in calculator.constants.items()},
        "shares": dict(calculator.shares),
        "sources": sources.told,
    }
    parts = [f"{key}: {_json(value)}" for key, value in told.items()]
    named: list[Field | Result] = [*calculator.inputs, *calculator.results]
    bare = {one.symbol for one in named if one.unit == "1"}
    functions = ",\n".join(_step(one, bare) for one in calculator.steps)
    return f"{{{', '.join(parts)}, steps: [\n{functions}]}}"


class _Sources:
    """Every source once; a value names it by its place, -1 for what the calculator states."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self._places: dict[str, int] = {}

    def place(self, put: Put) -> int:
        if not put.ref:
            return -1
        if put.ref not in self._places:
            self._places[put.ref] = len(self.told)
            self.told.append(_source(put.ref, put.quantity))
        return self._places[put.ref]


def _source(ref: str, quantity: Quantity) -> dict[str, Any]:
    return {
        "ref": ref,
        "type": str(quantity.claim_type),
        "grade": quantity.grade,
        "link": quantity.link,
        "here": quantity.here,
        "conditions": quantity.conditions,
    }


def _field(field: Field, put: Put, sources: _Sources) -> dict[str, Any]:
    return {
        "symbol": field.symbol,
        "label": field.label,
        "units": _units(field.units),
        "least": field.least,
        "most": field.most,
        "integer": field.integer,
        "choices": [[words, value] for words, value in field.choices.items()],
        "value": put.quantity.value,
        "source": sources.place(put),
    }


def _presets(ready: Iterable[Ready], sources: _Sources) -> list[dict[str, Any]]:
    return [
        {
            "label": one.label,
            "values": {
                symbol: [put.quantity.value, sources.place(put)]
                for symbol, put in one.values.items()
            },
        }
        for one in ready
    ]


def _constant(one: Constant) -> dict[str, Any]:
    return {"value": one.value, "units": _units((one.unit,))}


def _step(step: Result | Reading, bare: set[str]) -> str:
    """A step; symbols in ``bare`` have no unit, and so need no brackets below an exponent."""
    node = parse(step.expression)
    used = list(dict.fromkeys(symbols(node)))
    if isinstance(step, Reading):
        told = {"positive": step.positive, "otherwise": step.otherwise, "stops": step.stops}
    else:
        words = in_words(node, FUNCTIONS | {name: f"{{{name}}}" for name in used})
        words = re.sub(r"\{(\w+)\}\^", lambda m: m[0] if m[1] in bare else f"({m[0][:-1]})^", words)
        told = {
            "symbol": step.symbol,
            "name": _letters(step.symbol),
            "units": _units(step.units),
            "words": words.replace("^2", "²"),
        }
    return f"{{...{_json(told | {'uses': used})}, f: {calculate_js(step.expression)}}}"


def _letters(symbol: str) -> str:
    """A symbol as it is read: ``rho`` is ρ."""
    greek = f"GREEK SMALL LETTER {symbol.upper()}"
    return unicodedata.lookup(greek) if GREEK.fullmatch(symbol) else symbol


def _units(units: Iterable[str]) -> list[list[Any]]:
    return [[unit, float(factor(unit))] for unit in units]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
