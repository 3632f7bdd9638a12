"""The declared formulas as a list: by chapter, those of one expression together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from snippets.evidence.formulas.formula import Constant, Formula

UnitOf = Callable[[str], str]
"""Reference → unit of what it stands for; empty when it stands for nothing."""


@dataclass(frozen=True)
class Meaning:
    """What a symbol stands for in one formula."""

    symbol: str
    label: str
    unit: str
    chapter: str


@dataclass(frozen=True)
class Same:
    """Formulas of one chapter that are written alike."""

    chapter: str
    formulas: tuple[Formula, ...]

    @property
    def units(self) -> tuple[str, ...]:
        """Units of their results."""
        return tuple(dict.fromkeys(one.unit for one in self.formulas))


def chapter_of(name: str) -> str:
    """``05`` of ``ch05.ridge``, ``C`` of ``appc.ring``; else what stands before the dot."""
    head = name.partition(".")[0].partition("_")[0]
    if head.startswith("ch"):
        return head.removeprefix("ch")
    return head.removeprefix("app").upper() if head.startswith("app") else head


def alike(formulas: Iterable[Formula]) -> list[Same]:
    """The formulas in the order of their chapters."""
    found: dict[tuple[str, str, str], list[Formula]] = {}
    for one in formulas:
        key = chapter_of(one.id), one.symbol, one.expression
        found.setdefault(key, []).append(one)
    rows = [Same(key[0], tuple(ones)) for key, ones in found.items()]
    return sorted(rows, key=lambda row: row.chapter)


def legend(formulas: Iterable[Formula], unit_of: UnitOf) -> dict[str, list[Meaning]]:
    """Symbol → what it stands for, each meaning once, in the order of the declarations."""
    found: dict[str, dict[Meaning, None]] = {}
    for formula in formulas:
        for one in meanings(formula, unit_of):
            found.setdefault(one.symbol, {}).setdefault(one)
    return {symbol: list(ones) for symbol, ones in found.items()}


def meanings(formula: Formula, unit_of: UnitOf) -> Iterable[Meaning]:
    """The symbol of the result, and those that go in."""
    chapter = chapter_of(formula.id)
    if formula.symbol:
        yield Meaning(formula.symbol, formula.label, formula.unit, chapter)
    for symbol, one in formula.inputs.items():
        unit = one.unit if isinstance(one, Constant) else unit_of(one.ref)
        yield Meaning(symbol, one.label, unit, chapter)
