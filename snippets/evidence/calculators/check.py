"""What can be wrong with a calculator before anything is worked out.

Errors, all at a line of ``snippets/calculators.py``: ``calculator-symbol``, ``calculator-unit``,
``calculator-value``, ``calculator-reference``, ``calculator-default``; and those of its formulas.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import units
from ..formulas.dimensions import dimension, dimension_words
from ..formulas.expression import ExpressionError, parse, symbols
from ..problem import GuideError
from .calculator import Calculator, Field, Result


def check(calculator: Calculator) -> Iterator[GuideError]:
    """What the declaration itself gets wrong."""
    yield from _names(calculator)
    for one in calculator.inputs:
        yield from _units(calculator, "Field", one)
        if isinstance(one.default, int | float) and (why := unfit(one, one.default)):
            yield calculator.problem(
                ("Field", one.symbol, "default"),
                "calculator-value",
                f"{one.symbol}의 처음 값: {why}",
                "default나 least, most를 고치세요",
            )
    for result in calculator.results:
        yield from _units(calculator, "Result", result)


def unfit(field: Field, value: float) -> str:
    """Why a value, in the field's own unit, may not stand in it; empty when it may."""
    if field.choices:
        known = field.choices.values()
        return "" if value in known else f"{value:g}은 고를 수 있는 값이 아닙니다"
    if not field.least <= value <= field.most:
        return f"{value:g}은 {field.least:g}–{field.most:g}의 밖입니다"
    if field.integer and not float(value).is_integer():
        return f"{value:g}은 정수가 아닙니다"
    return ""


def _names(calculator: Calculator) -> Iterator[GuideError]:
    """Every symbol stands for one thing, and for something."""
    parts = [("Field", one.symbol) for one in calculator.inputs]
    parts += [("Result", one.symbol) for one in calculator.results]
    names = [*calculator.constants, *(name for _, name in parts)]
    try:
        used = {name for step in calculator.steps for name in symbols(parse(step.expression))}
    except ExpressionError:
        return  # the engine says so, at its line; until then nothing is known to be unused
    for kind, name in parts:
        if names.count(name) > 1:
            message, hint = f"기호 {name}이 두 번 나옵니다", "하나를 바꾸세요"
            yield calculator.problem((kind, name, "symbol"), "calculator-symbol", message, hint)
        elif kind == "Field" and name not in used:
            message, hint = f"입력 {name}: 어느 식에도 나오지 않습니다", "식에 쓰거나 지우세요"
            yield calculator.problem((kind, name, "symbol"), "calculator-symbol", message, hint)
    for group in calculator.groups:
        for preset in group.presets:
            for name in preset.values:
                if ("Field", name) not in parts:
                    where = ("Preset", preset.label, name)
                    message = f"'{preset.label}': 없는 입력입니다: {name}"
                    yield calculator.problem(
                        where, "calculator-symbol", message, "inputs에 있는 기호를 적으세요"
                    )


def _units(calculator: Calculator, kind: str, one: Field | Result) -> Iterator[GuideError]:
    where = (kind, one.symbol, "unit")
    try:
        dimensions = [dimension(unit) for unit in one.units]
    except units.UnknownUnit as error:
        message = f"모르는 단위입니다: {error.text}"
        yield calculator.problem(where, "calculator-unit", message, error.hint)
        return
    for unit, found in zip(one.units, dimensions, strict=True):
        if found != dimensions[0]:
            message = (
                f"{one.symbol}의 단위끼리 차원이 다릅니다. {one.unit} → "
                f"{dimension_words(dimensions[0])}, {unit} → {dimension_words(found)}"
            )
            yield calculator.problem(where, "calculator-unit", message, "also를 고치세요")
