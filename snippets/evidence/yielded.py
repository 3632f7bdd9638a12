"""What an experiment yields, sorted and held against what it declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from .claim import Claim, Judged, judge
from .experiment import Condition, Evidence, Experiment
from .figure import Figure
from .series import Series
from .trace import Trace
from .withheld import Withheld

T = TypeVar("T", Figure, Withheld, Series)


class UndeclaredError(Exception):
    """What an experiment yields and what it declares differ."""


@dataclass
class Collected:
    """The evidence of one run, by kind and id; ``conditions`` are those known afterwards."""

    experiment: Experiment
    figures: dict[str, Figure] = field(default_factory=dict)
    withheld: dict[str, Withheld] = field(default_factory=dict)
    series: dict[str, Series] = field(default_factory=dict)
    claims: dict[str, Claim] = field(default_factory=dict)
    traces: dict[str, Trace] = field(default_factory=dict)
    conditions: dict[str, str] = field(default_factory=dict)

    def add(self, item: Evidence | Condition) -> None:
        """Take one item in.

        Raises:
            UndeclaredError: When it was not declared, not so, or came before.
        """
        if isinstance(item, Condition):
            self.conditions[item.name] = item.text
            return
        if item.id in {*self.figures, *self.withheld, *self.series, *self.claims, *self.traces}:
            raise UndeclaredError(f"같은 것을 두 번 내놓았습니다: {item.id}")
        if isinstance(item, Figure):
            self.figures[item.id] = self._measure(item, self.experiment.figures)
        elif isinstance(item, Withheld):
            known = {**self.experiment.figures, **self.experiment.series}
            self.withheld[item.id] = self._measure(item, known)
        elif isinstance(item, Series):
            self.series[item.id] = self._measure(item, self.experiment.series)
        elif isinstance(item, Claim):
            self.claims[item.id] = self._claim(item)
        elif item.id in self.experiment.traces:
            self.traces[item.id] = item
        else:
            raise UndeclaredError(f"선언하지 않은 추적입니다: {item.id}")

    def judged(self) -> dict[str, Judged]:
        """The claims with their verdicts, when all figures are there.

        Raises:
            ClaimError: For a deterministic claim that does not hold.
        """
        known = self.figures | self.withheld
        declared = self.experiment.figures
        return {name: judge(claim, known.get, declared) for name, claim in self.claims.items()}

    def check_complete(self) -> None:
        """Everything declared was yielded.

        Raises:
            UndeclaredError: Naming what is missing.
        """
        made = {*self.figures, *self.withheld, *self.series, *self.claims, *self.traces}
        stated = self.experiment
        declared = {*stated.figures, *stated.series, *stated.claims, *stated.traces}
        if missing := sorted(declared - made):
            raise UndeclaredError(f"선언했지만 내놓지 않았습니다: {', '.join(missing)}")

    def _measure(self, item: T, declared: Mapping[str, tuple[str, str]]) -> T:
        if item.id not in declared:
            raise UndeclaredError(f"선언하지 않은 수치입니다: {item.id}")
        unit, label = declared[item.id]
        if item.unit != unit:
            raise UndeclaredError(f"{item.id}의 단위가 선언({unit})과 다릅니다: {item.unit}")
        return item.model_copy(update={"label": label})

    def _claim(self, item: Claim) -> Claim:
        if item.id not in self.experiment.claims:
            raise UndeclaredError(f"선언하지 않은 주장입니다: {item.id}")
        return item.model_copy(update={"sentence": self.experiment.claims[item.id]})
