"""A predicate in words: how the page states a test, and what would refute it."""

from __future__ import annotations

from collections.abc import Callable

from .display import gap
from .predicate import And, Bounds, Not, Or, Predicate
from .term import ClaimError, Difference, Ref, Term

Names = Callable[[str], tuple[str, str]]
"""Id of a figure → (unit, label); the unit of one that nobody declares is empty."""

AND, OR = " 그리고 ", " 또는 "


def text(test: Predicate, names: Names, negated: bool = False) -> str:
    """Such as ``0.8 ≤ 종단 시간 비 ≤ 1.25``; the negation is worked inwards (De Morgan).

    Raises:
        ClaimError: ``claim-units`` when a difference mixes units.
    """
    if isinstance(test, Not):
        return text(test.inner, names, not negated)
    if isinstance(test, Bounds):
        return _bounds(test, names, negated)
    word = OR if isinstance(test, Or) != negated else AND
    return word.join(_part(side, names, negated, word) for side in (test.left, test.right))


def _part(side: Predicate, names: Names, negated: bool, word: str) -> str:
    """Brackets where 그리고 and 또는 would meet."""
    written = text(side, names, negated)
    inner = side
    while isinstance(inner, Not):
        inner, negated = inner.inner, not negated
    if isinstance(inner, And | Or):
        other = (OR if isinstance(inner, Or) != negated else AND) != word
    else:  # a range that is negated falls into two parts
        other = negated and word == AND and inner.low is not None and inner.high is not None
    return f"({written})" if other else written


def _bounds(test: Bounds, names: Names, negated: bool) -> str:
    term, unit = _term(test.term, names)
    low, high = (None if end is None else _number(end, unit) for end in (test.low, test.high))
    if low is not None and low == high:
        return f"{term} {'≠' if negated else '='} {low}"
    less, more = ("<", ">") if test.open != negated else ("≤", "≥")
    if negated:
        signs = ((less, low), (more, high))
        return OR.join(f"{term} {sign} {end}" for sign, end in signs if end is not None)
    if low is not None and high is not None:
        return f"{low} {less} {term} {less} {high}"
    return f"{term} {more} {low}" if high is None else f"{term} {less} {high}"


def _term(term: Term, names: Names) -> tuple[str, str]:
    """The term in words, and its unit."""
    if isinstance(term, Ref):
        unit, label = names(term.id)
        return label, unit
    (left_unit, left), (right_unit, right) = names(term.left), names(term.right)
    if isinstance(term, Difference):
        if left_unit and right_unit and left_unit != right_unit:
            raise ClaimError(
                "",
                1,
                "claim-units",
                f"단위가 다릅니다: {term.left}({left_unit}), {term.right}({right_unit})",
                "단위가 같은 수치끼리 빼거나 ratio()를 쓰세요",
            )
        unit = left_unit or right_unit
        return f"「{left}」 − 「{right}」", "%p" if unit == "%" else unit
    return f"「{left}」 ÷ 「{right}」", "배"


def _number(value: float, unit: str) -> str:
    """A bound; times have no unit, as nothing else could be meant."""
    number = f"{value:,.10g}"
    if unit in ("", "배"):
        return number
    return f"{number}{gap(unit)}{unit}"
