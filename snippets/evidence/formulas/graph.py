"""What rests on what: the formulas in order, and all that one of them needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter

from ..problem import GuideError
from .formula import Formula


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


def order(known: Mapping[str, Formula], problems: list[GuideError]) -> list[Formula]:
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
