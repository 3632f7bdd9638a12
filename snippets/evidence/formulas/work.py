"""One formula worked out, or why there is no number."""

from __future__ import annotations

from pathlib import Path

from ..withheld import Withheld
from . import cache
from .expression import FUNCTIONS, ExpressionError, parse, symbols
from .formula import Formula, Input, stated
from .outcome import Given, Outcome
from .quantity import Quantity, Resolve


def work_out(
    formula: Formula, resolve: Resolve, cache_dir: Path | None = None
) -> Outcome | Withheld:
    """Work one formula out, or find it in the cache; without a number in, none comes out.

    Raises:
        GuideError: Any of the errors in ``evaluation`` that concerns one formula.
    """
    _check(formula)
    quantities = stated(formula)
    for name, one in formula.inputs.items():
        if isinstance(one, Input):
            found = _known(formula, name, one.ref, resolve)
            if isinstance(found, Withheld):
                reason = f"입력 '{one.label}': {found.reason}"
                return Withheld(
                    id=formula.id, label=formula.label, unit=formula.unit, reason=reason
                )
            quantities[name] = found
    given = tuple(
        Given(name, one.label, one.ref if isinstance(one, Input) else "", quantities[name])
        for name, one in formula.inputs.items()
    )
    return cache.cached(formula, given, _measured(formula, resolve), cache_dir)


def _measured(formula: Formula, resolve: Resolve) -> Given | None:
    if formula.measured is None:
        return None
    found = _known(formula, "measured", formula.measured, resolve)
    return None if isinstance(found, Withheld) else Given("", "", formula.measured, found)


def _check(formula: Formula) -> None:
    """What can be said of a formula without knowing any value."""
    try:
        used = symbols(parse(formula.expression))
    except ExpressionError as error:
        hint = f"+ - * / **, 괄호, 수, 기호, {', '.join(FUNCTIONS)}만 쓸 수 있습니다"
        raise formula.problem("expression", "formula-unparsable", str(error), hint) from None
    for name in used:
        if name not in formula.inputs:
            message = f"기호 {name}의 입력이 없습니다"
            raise formula.problem("expression", "formula-symbol", message, "inputs에 더하세요")
    for name in formula.inputs:
        if name not in used:
            message = f"입력 {name}: 식에 나오지 않는 기호입니다"
            raise formula.problem(name, "formula-symbol", message, "식에 쓰거나 지우세요")
    if not formula.inputs:
        message = "입력이 하나도 없습니다"
        raise formula.problem("expression", "formula-symbol", message, "수는 Constant로 적으세요")


def _known(formula: Formula, part: str, ref: str, resolve: Resolve) -> Quantity | Withheld:
    found = resolve(ref)
    if found is None:
        message = f"'{ref}': 그런 수치, 사실, 식이 없습니다"
        hint = "python -m snippets list 와 docs/facts.yaml 에서 이름을 확인하세요"
        raise formula.problem(part, "formula-input-unknown", message, hint)
    return found
