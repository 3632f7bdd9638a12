"""Which message may follow which, read off a sequence diagram.

Every message is drawn once, so a drawing is told in full by the messages that may come first,
those that may come last, and those that may follow each other (Glushkov's construction for a
regular expression in which no symbol occurs twice).

The strands of a ``par`` run beside each other, in any mixture. That is beyond the construction,
so such a drawing is looked at in views, each with one strand of every ``par``: what happened
agrees with the drawing when it does in every view.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from itertools import permutations, product

from .diagram import Alt, Loop, Message, Note, Opt, Par, Step


@dataclass(frozen=True)
class Order:
    """The orders that some steps allow; messages go by their id.

    Attributes:
        first: Messages that may come first.
        last: Messages that may come last.
        follow: Pairs of which the second may come right after the first.
        skippable: Whether all of it may be left out.
    """

    first: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    follow: frozenset[tuple[str, str]] = frozenset()
    skippable: bool = True

    def after(self, message: str | None) -> frozenset[str]:
        """What may come after a message, or at the start."""
        if message is None:
            return self.first
        return frozenset(later for earlier, later in self.follow if earlier == message)


def order(steps: Iterable[Step], messages: frozenset[str]) -> Order:
    """The orders that steps allow, of those messages alone."""
    return reduce(_then, (_of_step(step, messages) for step in steps), Order())


def views(steps: tuple[Step, ...]) -> list[tuple[Step, ...]]:
    """The drawings with one strand of every ``par``, in all combinations."""
    return [tuple(way) for way in product(*map(_ways, steps))]


def _ways(step: Step) -> list[Step]:
    if isinstance(step, Message | Note):
        return [step]
    if isinstance(step, Loop | Opt):
        return [replace(step, steps=way) for way in views(step.steps)]
    strands = [[replace(one, steps=way) for way in views(one.steps)] for one in step.branches]
    if isinstance(step, Alt):
        return [Alt(tuple(ways)) for ways in product(*strands)]
    return [Par((way,)) for ways in strands for way in ways]


def _of_step(step: Step, messages: frozenset[str]) -> Order:
    if isinstance(step, Note):
        return Order()
    if isinstance(step, Message):
        only = frozenset({step.id}) & messages
        return Order(only, only, frozenset(), not only)
    if isinstance(step, Loop):
        return _repeated(order(step.steps, messages))
    if isinstance(step, Opt):
        return _either([order(step.steps, messages), Order()])
    branches = [order(branch.steps, messages) for branch in step.branches]
    return _either(branches) if isinstance(step, Alt) else _any_order(branches)


def _then(a: Order, b: Order) -> Order:
    return Order(
        a.first | b.first if a.skippable else a.first,
        a.last | b.last if b.skippable else b.last,
        a.follow | b.follow | _pairs(a, b),
        a.skippable and b.skippable,
    )


def _repeated(one: Order) -> Order:
    return Order(one.first, one.last, one.follow | _pairs(one, one), one.skippable)


def _either(ways: list[Order]) -> Order:
    return Order(
        frozenset[str]().union(*(way.first for way in ways)),
        frozenset[str]().union(*(way.last for way in ways)),
        frozenset[tuple[str, str]]().union(*(way.follow for way in ways)),
        any(way.skippable for way in ways),
    )


def _any_order(strands: list[Order]) -> Order:
    """Strands one after another, in any order; ``views`` leaves only one."""
    ways = _either(strands)
    between = (_pairs(a, b) for a, b in permutations(strands, 2))
    follow = ways.follow.union(*between)
    return Order(ways.first, ways.last, follow, all(way.skippable for way in strands))


def _pairs(a: Order, b: Order) -> frozenset[tuple[str, str]]:
    return frozenset(product(a.last, b.first))
