"""A calculator worked out, or found in the cache; a warm build works nothing out."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

from ..formulas import cache
from ..formulas.evaluation import evaluate_all
from ..formulas.outcome import Outcome
from ..formulas.quantity import Quantity, Resolve
from ..problem import GuideError
from ..withheld import Withheld
from .calculator import Calculator, Reading
from .steps import Step, name, steps
from .worked import Worked


def work_out(
    calculator: Calculator, resolve: Resolve, cache_dir: Path | None = None
) -> Worked | tuple[GuideError, ...]:
    """What comes out of a calculator, or all that has to be mended first."""
    key = _key(calculator, resolve)
    path = cache_dir / f"{calculator.id}.json" if cache_dir else None
    kept = cache.kept(path, key, Worked)
    if kept is not None:
        return kept
    from .check import check  # noqa: PLC0415  SymPy and pint: only when they work

    problems = tuple(check(calculator))
    if problems:
        return problems
    try:
        made = _work_out(calculator, resolve)
    except GuideError as problem:
        return (problem,)
    if path is not None and isinstance(made, Worked):
        cache.keep(path, key, made)
    return made


def _work_out(calculator: Calculator, resolve: Resolve) -> Worked | tuple[GuideError, ...]:
    from ..formulas.latex import mathml, symbol_latex  # noqa: PLC0415
    from .javascript import javascript  # noqa: PLC0415
    from .values import defaults, presets  # noqa: PLC0415

    held = defaults(calculator, resolve)
    groups = presets(calculator, resolve)
    known = {name(calculator, symbol): put.quantity for symbol, put in held.items()}
    formulas = steps(calculator)
    evaluated = evaluate_all(formulas, known.get)
    if evaluated.problems:
        return evaluated.problems
    outcomes = [evaluated.outcomes[one.id] for one in formulas]
    made = tuple(one for one in outcomes if isinstance(one, Outcome))
    stopped = _stopped(calculator, formulas, made)
    if stopped is not None:
        return (stopped,)
    names = [one.symbol for one in calculator.inputs] + list(calculator.constants)
    return Worked(
        defaults=held,
        groups=groups,
        outcomes=made,
        symbols={one: mathml(symbol_latex(one), "inline") for one in names},
        javascript=javascript(calculator, held, groups),
    )


def _stopped(
    calculator: Calculator, formulas: tuple[Step, ...], made: tuple[Outcome, ...]
) -> GuideError | None:
    """Without JavaScript the defaults are all there is: they have to lead to a result."""
    for step, formula, outcome in zip(calculator.steps, formulas, made, strict=True):
        if isinstance(step, Reading) and step.stops and outcome.figure.value <= 0:
            message = f"처음 값으로는 결과가 나오지 않습니다: {step.otherwise}"
            return formula.problem(
                "expression", "calculator-default", message, "처음 값을 고치세요"
            )
    return None


def _key(calculator: Calculator, resolve: Resolve) -> str:
    declared = {k: v for k, v in asdict(calculator).items() if k != "source"}
    found: dict[str, Quantity | Withheld | None] = {
        ref: resolve(ref) for ref in calculator.references
    }
    told = {
        ref: asdict(one) if isinstance(one, Quantity) else one and one.reason
        for ref, one in found.items()
    }
    text = json.dumps([declared, told, cache.engine()], ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
