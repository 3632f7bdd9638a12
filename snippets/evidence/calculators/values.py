"""The values that a calculator takes from figures and facts, each in the unit of its field."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ..display import decimals
from ..figure import ClaimType
from ..formulas.dimensions import dimension, dimension_words, factor
from ..formulas.quantity import Quantity, Resolve
from ..withheld import Withheld
from .calculator import Calculator, Field, Preset
from .check import unfit
from .reference import split
from .worked import Put, Ready


def defaults(calculator: Calculator, resolve: Resolve) -> dict[str, Put]:
    """What every field holds at first.

    Raises:
        GuideError: A reference that nothing declares, that does not fit, or that has no value.
    """
    return {one.symbol: _default(calculator, one, resolve) for one in calculator.inputs}


def presets(calculator: Calculator, resolve: Resolve) -> tuple[tuple[Ready, ...], ...]:
    """The presets of every group; one that rests on a withheld figure is not offered.

    Raises:
        GuideError: As for ``defaults``.
    """
    groups = (
        tuple(_preset(calculator, one, resolve) for one in group.presets)
        for group in calculator.groups
    )
    return tuple(tuple(one for one in group if one is not None) for group in groups)


def _default(calculator: Calculator, field: Field, resolve: Resolve) -> Put:
    if not isinstance(field.default, str):
        stated = Quantity(field.default, None, None, field.unit, ClaimType.CALCULATED)
        return Put(ref="", quantity=stated)
    where = ("Field", field.symbol, "default")
    found = _put(calculator, field, field.default, where, resolve)
    if found is None:
        message = f"처음 값 '{field.default}'이 없는 빌드가 있을 수 있습니다"
        hint = "처음 값에는 수나 사실을, 잰 수치는 프리셋에 쓰세요"
        raise calculator.problem(where, "calculator-default", message, hint)
    return found


def _preset(calculator: Calculator, preset: Preset, resolve: Resolve) -> Ready | None:
    fields = {one.symbol: one for one in calculator.inputs}
    values = {}
    for symbol, ref in preset.values.items():
        where = ("Preset", preset.label, symbol)
        found = _put(calculator, fields[symbol], ref, where, resolve)
        if found is None:
            return None
        values[symbol] = found
    return Ready(label=preset.label, values=values)


def _put(
    calculator: Calculator, field: Field, ref: str, where: tuple[str, ...], resolve: Resolve
) -> Put | None:
    found = resolve(ref)
    if isinstance(found, Withheld):
        return None
    if found is None:
        message = f"'{ref}': 그런 수치나 사실이 없습니다"
        hint = "docs/facts.yaml의 번호와, 그 conditions에 적힌 이름을 확인하세요"
        raise calculator.problem(where, "calculator-reference", message, hint)
    if field.choices:
        quantity = replace(found, value=_choice(calculator, field, ref, where), unit=field.unit)
        return Put(ref=ref, quantity=quantity)
    if dimension(found.unit) != dimension(field.unit):
        message = (
            f"{field.symbol}에 넣을 '{ref}'의 차원이 다릅니다. {found.unit} → "
            f"{dimension_words(dimension(found.unit))}, {field.unit} → "
            f"{dimension_words(dimension(field.unit))}"
        )
        raise calculator.problem(where, "calculator-unit", message, "다른 값을 고르세요")
    # As it is written, times an exact factor: 3.35 TB/s stays 3.35, whatever floats make of it, and
    # a measured value goes in with the digits that its scatter leaves.
    spread = found.low is not None
    written = round(found.value, decimals(found.figure)) if spread else found.value
    value = float(Fraction(repr(written)) * factor(found.unit) / factor(field.unit))
    quantity = replace(found, value=value, low=None, high=None, unit=field.unit)
    if why := unfit(field, quantity.value):
        message = f"{field.symbol}에 넣을 '{ref}': {why}"
        raise calculator.problem(where, "calculator-value", message, "least나 most를 고치세요")
    return Put(ref=ref, quantity=quantity)


def _choice(calculator: Calculator, field: Field, ref: str, where: tuple[str, ...]) -> float:
    words = split(ref)[1]
    if words in field.choices:
        return field.choices[words]
    message = f"{field.symbol}에서 고를 수 없는 말입니다: {words}"
    hint = f"고를 수 있는 것: {', '.join(field.choices)}"
    raise calculator.problem(where, "calculator-value", message, hint)
