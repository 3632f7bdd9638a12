"""The test of a claim: a predicate over figures that knows three answers.

Holds when the whole interval of a figure satisfies it, fails when the whole interval violates
it, and is undecided otherwise: then another measurement may come out the other way. ``&``, ``|``
and ``~`` keep that (Kleene's logic).
"""

from __future__ import annotations

import operator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, model_validator

from .term import Difference, Gap, Lookup, Ratio, Ref, Term

Truth = bool | None
"""True, false, or ``None``: undecided."""


class _Predicate(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    def __and__(self, other: Predicate) -> And:
        return And(left=self, right=other)  # type: ignore[arg-type]

    def __or__(self, other: Predicate) -> Or:
        return Or(left=self, right=other)  # type: ignore[arg-type]

    def __invert__(self) -> Not:
        return Not(inner=self)  # type: ignore[arg-type]


class Bounds(_Predicate):
    """``low`` ≤ term ≤ ``high``; an end that is missing does not bind.

    Attributes:
        open: The ends themselves do not belong: ``low`` < term < ``high``.
    """

    kind: Literal["bounds"] = "bounds"
    term: Term
    low: FiniteFloat | None = None
    high: FiniteFloat | None = None
    open: bool = False

    @model_validator(mode="after")
    def _ends(self) -> Bounds:
        if self.low is None and self.high is None:
            raise ValueError("a bound is needed")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"{self.low} is above {self.high}")
        if self.open and self.low == self.high:
            raise ValueError(f"nothing lies between {self.low} and itself")
        return self

    @property
    def ids(self) -> tuple[str, ...]:
        """The figures that it rests on."""
        return self.term.ids

    def truth(self, lookup: Lookup) -> Truth:
        """Compare the whole interval."""
        seen = self.term.interval(lookup)
        if isinstance(seen, Gap):
            return None
        low = float("-inf") if self.low is None else self.low
        high = float("inf") if self.high is None else self.high
        before = operator.lt if self.open else operator.le
        if before(low, seen.low) and before(seen.high, high):
            return True
        return None if before(low, seen.high) and before(seen.low, high) else False


class And(_Predicate):
    """Both hold."""

    kind: Literal["and"] = "and"
    left: Predicate
    right: Predicate

    @property
    def ids(self) -> tuple[str, ...]:
        """The figures that it rests on."""
        return _both(self.left, self.right)

    def truth(self, lookup: Lookup) -> Truth:
        """False beats undecided, which beats true."""
        both = (self.left.truth(lookup), self.right.truth(lookup))
        return False if False in both else None if None in both else True


class Or(_Predicate):
    """One of the two holds, or both do."""

    kind: Literal["or"] = "or"
    left: Predicate
    right: Predicate

    @property
    def ids(self) -> tuple[str, ...]:
        """The figures that it rests on."""
        return _both(self.left, self.right)

    def truth(self, lookup: Lookup) -> Truth:
        """True beats undecided, which beats false."""
        both = (self.left.truth(lookup), self.right.truth(lookup))
        return True if True in both else None if None in both else False


class Not(_Predicate):
    """It does not hold."""

    kind: Literal["not"] = "not"
    inner: Predicate

    @property
    def ids(self) -> tuple[str, ...]:
        """The figures that it rests on."""
        return self.inner.ids

    def truth(self, lookup: Lookup) -> Truth:
        """Undecided stays undecided."""
        inner = self.inner.truth(lookup)
        return None if inner is None else not inner


Predicate = Annotated[Bounds | And | Or | Not, Field(discriminator="kind")]

for _model in (And, Or, Not):
    _model.model_rebuild()


def within(what: str | Term, low: float, high: float) -> Bounds:
    """Both ends belong to it."""
    return Bounds(term=_term(what), low=low, high=high)


def at_least(what: str | Term, low: float) -> Bounds:
    """``low`` belongs to it."""
    return Bounds(term=_term(what), low=low)


def above(what: str | Term, low: float) -> Bounds:
    """``low`` does not belong to it: the test of "넘게" and "넘는다"."""
    return Bounds(term=_term(what), low=low, open=True)


def at_most(what: str | Term, high: float) -> Bounds:
    """``high`` belongs to it."""
    return Bounds(term=_term(what), high=high)


def below(what: str | Term, high: float) -> Bounds:
    """``high`` does not belong to it."""
    return Bounds(term=_term(what), high=high, open=True)


def equal(what: str | Term, value: float) -> Bounds:
    """For counts; a figure with spread is never equal to anything."""
    return Bounds(term=_term(what), low=value, high=value)


def difference(left: str, right: str) -> Difference:
    """``left`` less ``right``."""
    return Difference(left=left, right=right)


def ratio(left: str, right: str) -> Ratio:
    """``left`` over ``right``."""
    return Ratio(left=left, right=right)


def _term(what: str | Term) -> Term:
    return Ref(id=what) if isinstance(what, str) else what


def _both(left: Predicate, right: Predicate) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*left.ids, *right.ids)))
