"""Every formula of the guide worked out: in order, from the cache where nothing has changed.

Errors, all at a line of ``snippets/formulas.py``: ``formula-unreadable``, ``formula-duplicate``,
``formula-cycle``, ``formula-unparsable``, ``formula-symbol``, ``formula-input-unknown``,
``formula-unit-unknown``, ``formula-units``, ``formula-not-finite``, ``residual-outside``.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from importlib.metadata import version
from pathlib import Path
from typing import Any

from .formula import PATH, Formula, Given, Input, Outcome, Quantity, Resolve, stated
from .formula_expression import FUNCTIONS, ExpressionError, parse, symbols
from .problem import GuideError
from .withheld import Withheld

LIBRARIES = ("sympy", "pint", "latex2mathml")
PARTS = ("formula*.py", "units.py", "figure.py", "display.py")
"""What else an outcome depends on, beside this file's folder."""


@dataclass(frozen=True)
class Evaluated:
    """Formula id → outcome, or why there is no number; and all that has to be mended."""

    outcomes: dict[str, Outcome | Withheld]
    problems: tuple[GuideError, ...]


def load(root: Path) -> tuple[Formula, ...]:
    """The formulas that ``snippets/formulas.py`` declares now; an import would keep old ones.

    A project need not have any.

    Raises:
        GuideError: ``formula-unreadable`` or ``formula-duplicate``.
    """
    path = root / PATH
    if not path.is_file():
        return ()
    space: dict[str, Any] = {"__name__": "snippets.formulas", "__package__": "snippets"}
    try:
        exec(compile(path.read_bytes(), PATH, "exec"), space)  # noqa: S102  our own file
        found: tuple[Formula, ...] = tuple(replace(one, source=path) for one in space["FORMULAS"])
    except Exception as error:
        raise _unreadable(error) from error
    for problem in _distinct(found)[1]:
        raise problem  # here too: a caller may key them by id, and lose one unseen
    return found


def needed(formulas: Iterable[Formula], names: Iterable[str]) -> tuple[Formula, ...]:
    """The formulas among ``names``, with all that they rest on; a page uses no others."""
    known = {one.id: one for one in formulas}
    return tuple(known[ref] for ref in _reached(known, names) if ref in known)


def references(formulas: Iterable[Formula], name: str) -> tuple[str, ...]:
    """The figures and facts that a formula rests on, through any formulas between."""
    known = {one.id: one for one in formulas}
    return tuple(ref for ref in _reached(known, [name]) if ref not in known)


def _reached(known: Mapping[str, Formula], names: Iterable[str]) -> dict[str, None]:
    seen: dict[str, None] = {}
    waiting = list(names)
    while waiting:
        ref = waiting.pop(0)
        if ref not in seen:
            seen[ref] = None
            waiting += known[ref].refs if ref in known else ()
    return seen


def evaluate_all(
    formulas: Iterable[Formula], resolve: Resolve, cache_dir: Path | None = None
) -> Evaluated:
    """Work every formula out; one that fails takes along, silently, those that rest on it."""
    known, problems = _distinct(formulas)
    outcomes: dict[str, Outcome | Withheld] = {}

    def resolve_all(ref: str) -> Quantity | Withheld | None:
        if ref not in known:
            return resolve(ref)
        made = outcomes[ref]
        if isinstance(made, Withheld):
            return made
        return Quantity.of(made.figure, made.grade, made.conditions, here=made.here)

    for formula in _order(known, problems):
        if all(ref in outcomes for ref in formula.refs if ref in known):
            try:
                outcomes[formula.id] = work_out(formula, resolve_all, cache_dir)
            except GuideError as problem:
                problems.append(problem)
    return Evaluated(outcomes, tuple(problems))


def work_out(
    formula: Formula, resolve: Resolve, cache_dir: Path | None = None
) -> Outcome | Withheld:
    """Work one formula out, or find it in the cache; without a number in, none comes out.

    Raises:
        GuideError: Any of the errors above that concerns one formula.
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
    return _cached(formula, given, _measured(formula, resolve), cache_dir)


def _measured(formula: Formula, resolve: Resolve) -> Given | None:
    if formula.measured is None:
        return None
    found = _known(formula, "measured", formula.measured, resolve)
    return None if isinstance(found, Withheld) else Given("", "", formula.measured, found)


def _cached(
    formula: Formula, given: tuple[Given, ...], measured: Given | None, cache_dir: Path | None
) -> Outcome:
    key = _key(formula, given, measured)
    path = cache_dir / f"{formula.id}.json" if cache_dir else None
    kept = _kept(path, key)
    if kept is not None:
        return kept
    from .formula_print import outcome  # noqa: PLC0415  SymPy and pint: only when they work

    made = outcome(formula, given, measured)
    if path is not None:
        _keep(path, key, made)
    return made


def _distinct(formulas: Iterable[Formula]) -> tuple[dict[str, Formula], list[GuideError]]:
    known: dict[str, Formula] = {}
    problems = []
    for formula in formulas:
        if formula.id in known:
            hint = "한쪽의 id를 바꾸세요"
            problem = formula.problem("id", "formula-duplicate", "같은 id의 식이 또 있습니다", hint)
            problems.append(problem)
        known.setdefault(formula.id, formula)
    return known, problems


def _order(known: Mapping[str, Formula], problems: list[GuideError]) -> list[Formula]:
    """Inputs before what rests on them; formulas in a cycle are reported and left out."""
    left = dict(known)
    while True:
        graph = {name: [ref for ref in one.refs if ref in left] for name, one in left.items()}
        try:
            return [left[name] for name in TopologicalSorter(graph).static_order()]
        except CycleError as error:
            cycle: list[str] = error.args[1]
            path = " → ".join(reversed(cycle))
            hint = "입력 하나를 측정한 수치나 사실로 바꾸세요"
            message = f"식이 돌고 돌아 자기를 입력으로 씁니다: {path}"
            problems.append(left[cycle[-1]].problem("inputs", "formula-cycle", message, hint))
            left = {name: one for name, one in left.items() if name not in cycle}


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


def _key(formula: Formula, given: tuple[Given, ...], measured: Given | None) -> str:
    declared = {k: v for k, v in vars(formula).items() if k not in {"source", "inputs"}}
    told = [declared, [asdict(one) for one in given], measured and asdict(measured), _engine()]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()


@lru_cache(maxsize=1)
def _engine() -> tuple[str, ...]:
    """Versions of the libraries, and of what is written here."""
    folder = Path(__file__).parent
    files = sorted(file for part in PARTS for file in folder.glob(part))
    code = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    return (*(version(name) for name in LIBRARIES), code)


def _kept(path: Path | None, key: str) -> Outcome | None:
    """A kept outcome; ``None`` for one that is missing, damaged or made from something else."""
    try:
        head, _, body = path.read_text(encoding="utf-8").partition("\n") if path else ("", "", "")
        return Outcome.model_validate_json(body) if head == key else None
    except (OSError, ValueError):
        return None


def _keep(path: Path, key: str, made: Outcome) -> None:
    """Put it in its place at once: two builds may write the same one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".draft")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(f"{key}\n{made.model_dump_json()}")
        Path(draft).replace(path)
    finally:
        Path(draft).unlink(missing_ok=True)


def _unreadable(error: Exception) -> GuideError:
    here = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == PATH]
    line = getattr(error, "lineno", None) or (here[-1] if here else 1) or 1
    why = getattr(error, "msg", error)  # a SyntaxError would name its line once more
    message = f"식 목록을 읽을 수 없습니다: {type(error).__name__}: {why}"
    return GuideError(PATH, line, "formula-unreadable", message, "이 줄을 고치세요")
