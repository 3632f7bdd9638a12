"""All that the project declares, and so all that a page may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from snippets.evidence.calculators.calculator import Calculator
from snippets.evidence.calculators.sheet import load as load_calculators
from snippets.evidence.catalogue import Listing, listings
from snippets.evidence.facts.fact import Facts
from snippets.evidence.facts.file import load as load_facts
from snippets.evidence.formulas.formula import Formula
from snippets.evidence.formulas.graph import references
from snippets.evidence.formulas.sheet import load as load_formulas

from .glossary.file import load as load_glossary
from .glossary.term import Glossary


@dataclass(frozen=True)
class Known:
    """Experiments, formulas and facts, read without running any of them.

    Attributes:
        experiments: Id → listing.
        formulas: Id → formula.
        calculators: Id → calculator.
        facts: The facts file, with what is wrong in it.
        glossary: The terms, with what is wrong in their file.
    """

    experiments: dict[str, Listing]
    formulas: dict[str, Formula]
    facts: Facts
    calculators: dict[str, Calculator] = field(default_factory=dict)
    glossary: Glossary = field(default_factory=Glossary)

    @classmethod
    def at(cls, root: Path) -> Known:
        """Read the project at ``root``.

        Raises:
            GuideError: When a declaration cannot be read.
        """
        formulas = load_formulas(root)
        file = root / "docs/facts.yaml"
        facts = load_facts(file, root / ".cache") if file.exists() else Facts()
        found = {one.id: one for one in formulas}
        glossary = load_glossary(root / "docs/glossary.yaml")
        return cls(listings(root), found, facts, load_calculators(root), glossary)

    @cached_property
    def units(self) -> dict[str, str]:
        """Id → unit, of every figure: measured ones and those a formula gives."""
        measured = {
            name: unit
            for listing in self.experiments.values()
            for name, (unit, _) in listing.figures.items()
        }
        return measured | {name: one.unit for name, one in self.formulas.items()}

    @property
    def series(self) -> set[str]:
        """Ids of every series."""
        return {name for listing in self.experiments.values() for name in listing.series}

    @property
    def claims(self) -> set[str]:
        """Ids of every claim."""
        return {name for listing in self.experiments.values() for name in listing.claims}

    @property
    def traces(self) -> set[str]:
        """Ids of every trace."""
        return {name for listing in self.experiments.values() for name in listing.traces}

    def rests_on(self, name: str) -> Iterator[str]:
        """The experiments that have to be taken before ``name`` can be shown."""
        names = [name]
        if name in self.formulas:
            names = [*references(self.formulas.values(), name)]
            names += [one for one in [self.formulas[name].measured] if one]
        for one in names:
            experiment = one.partition(".")[0]
            if experiment in self.experiments:
                yield experiment
