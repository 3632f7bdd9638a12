"""Figures and series to draw, without an experiment."""

from __future__ import annotations

from dataclasses import dataclass, field

from hooks.evidence import How, Standing
from snippets.evidence.figure import Figure
from snippets.evidence.record import Record
from snippets.evidence.series import Series
from snippets.evidence.withheld import Withheld
from tests.evidence.test_record import record

HOSTILE = "</script>{{ x }}`|*굵게*\x1b[31m빨강\u202e"
INERT = "</script>{{ x }}`|*굵게*빨강"


@dataclass
class Shelf:
    figures: dict[str, Figure] = field(default_factory=dict)
    all_series: dict[str, Series] = field(default_factory=dict)
    here: bool = True
    withheld: dict[str, Withheld] = field(default_factory=dict)

    def value(self, name: str) -> Figure | Withheld | None:
        return self.withheld.get(name) or self.figures.get(name)

    def figure(self, name: str) -> tuple[Figure, Record] | None:
        return (self.figures[name], record()) if name in self.figures else None

    def series(self, name: str) -> tuple[Series, Record] | None:
        return (self.all_series[name], record()) if name in self.all_series else None

    def standing(self, name: str) -> Standing | None:  # noqa: ARG002
        return Standing(record(), How.EXECUTED, here=self.here)


def shelf(*items: Figure | Series) -> Shelf:
    made = Shelf()
    for item in items:
        if isinstance(item, Series):
            made.all_series[item.id] = item
        else:
            made.figures[item.id] = item
    return made
