"""The steps of a calculator as formulas: the engine of the guide works them out."""

from __future__ import annotations

from dataclasses import dataclass

from ..formulas.expression import ExpressionError, parse, symbols
from ..formulas.formula import Constant, Formula, Input
from ..problem import GuideError
from .calculator import Calculator, Reading, Result


@dataclass(frozen=True, kw_only=True)
class Step(Formula):
    """A formula whose errors stand in the file of the calculators."""

    owner: Calculator
    part: tuple[str, str]
    """``Result`` or ``Reading``, and its first argument."""

    def problem(self, part: str, code: str, message: str, hint: str) -> GuideError:
        """An error at the line of the expression or of the unit."""
        kind, first = self.part
        named = "expression" if kind == "Reading" else part  # a reading has no unit of its own
        where = (kind, first, named if named in {"expression", "unit"} else "")
        return self.owner.problem(where, code, message, hint)


def steps(calculator: Calculator) -> tuple[Step, ...]:
    """The steps in order; each takes what it uses of the inputs, constants and earlier results."""
    known: dict[str, Input | Constant] = {
        one.symbol: Input(name(calculator, one.symbol), one.label) for one in calculator.inputs
    }
    known |= calculator.constants
    made = []
    for place, step in enumerate(calculator.steps):
        made.append(_step(calculator, place, step, known))
        if isinstance(step, Result):
            known[step.symbol] = Input(made[-1].id, step.label)
    return tuple(made)


def name(calculator: Calculator, symbol: str) -> str:
    """Under which name the steps ask for an input, or for the result of a step."""
    return f"{calculator.id}.{symbol}"


def _step(
    calculator: Calculator, place: int, step: Result | Reading, known: dict[str, Input | Constant]
) -> Step:
    try:
        used = dict.fromkeys(symbols(parse(step.expression)))
    except ExpressionError:
        used = {}  # the engine says so, at its line
    return Step(
        id=name(calculator, step.symbol if isinstance(step, Result) else f"reading{place}"),
        label=step.label if isinstance(step, Result) else step.otherwise,
        symbol=step.symbol if isinstance(step, Result) else "",
        expression=step.expression,
        unit=step.unit if isinstance(step, Result) else "1",
        inputs={symbol: known[symbol] for symbol in used if symbol in known},
        owner=calculator,
        part=("Result", step.symbol) if isinstance(step, Result) else ("Reading", step.expression),
    )
