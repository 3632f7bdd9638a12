"""Where a build's figures and series are found, and the chart that they make."""

from __future__ import annotations

import hashlib
from typing import Protocol

from snippets.evidence.figure import Figure
from snippets.evidence.point import Point
from snippets.evidence.record import Record
from snippets.evidence.series import Series
from snippets.evidence.withheld import Withheld

from ..evidence import Standing
from .asked import read
from .chart import Chart
from .labels import printable


class Shelf(Protocol):
    """Where a build's figures and series are found; ``Evidence`` is one."""

    def figure(self, name: str) -> tuple[Figure, Record] | None: ...  # noqa: D102
    def series(self, name: str) -> tuple[Series, Record] | None: ...  # noqa: D102
    def standing(self, name: str) -> Standing | None: ...  # noqa: D102
    def value(self, name: str) -> Figure | Withheld | None: ...  # noqa: D102


def find(body: str, evidence: Shelf, caption: str = "") -> Chart | None:
    """What a fence shows; ``None`` when a part of it is not there."""
    ids = [one.id for one in read(body)]
    standings = [standing for name in ids if (standing := evidence.standing(name))]
    if len(ids) == 1 and standings and (series := evidence.series(ids[0])):
        return Chart(printable(series[0]), tuple(standings), caption=caption)
    figures = [found[0] for name in ids if (found := evidence.figure(name))]
    if not figures or len({figure.unit for figure in figures}) > 1 or len(figures) < len(ids):
        return None
    return Chart(printable(_compared(figures, caption)), tuple(standings), tuple(figures), caption)


def withheld(body: str, evidence: Shelf) -> tuple[Withheld, ...]:
    """The figures of a fence that this build may not show; without them there is no chart."""
    values = (evidence.value(one.id) for one in read(body))
    return tuple(value for value in values if isinstance(value, Withheld))


def _compared(figures: list[Figure], caption: str) -> Series:
    """Figures as the bars of one chart.

    Not validated: what a series may not be, such as a negative time, a difference may.
    """
    labels = [figure.label or figure.id for figure in figures]
    names = [
        label if labels.count(label) == 1 else f"{label} ({figure.id})"
        for figure, label in zip(figures, labels, strict=True)
    ]
    points = tuple(
        Point(x=name, value=f.value, low=f.low, high=f.high, n=len(f.samples))
        for f, name in zip(figures, names, strict=True)
    )
    ids = "\0".join(figure.id for figure in figures)
    mark = hashlib.sha256(ids.encode()).hexdigest()[:6]
    first = figures[0]
    return Series.model_construct(
        id=f"{first.id}_vs_{mark}",
        label=caption or "견준 값",
        unit=first.unit,
        claim_type=first.claim_type,
        kind="bar",
        points=points,
    )
