"""What a page shows of a figure: the value, or why there is none, and all that belongs to it."""

from __future__ import annotations

from dataclasses import dataclass

from snippets.evidence.display import flag_text, spread_text
from snippets.evidence.figure import ClaimType, Figure
from snippets.evidence.formulas.outcome import Outcome
from snippets.evidence.formulas.quantity import written
from snippets.evidence.withheld import VERDICT, Withheld

from . import card
from .card import Row
from .evidence import Standing


@dataclass(frozen=True)
class Shown:
    """A figure ready for a page.

    Attributes:
        what: The figure, or what stands in its place.
        rows: Everything a reader may ask, as (key, text).
        standing: The record behind it; ``None`` for a formula over facts alone.
        past: Whether the site shows what it was before.
    """

    what: Figure | Withheld
    rows: tuple[Row, ...]
    here: bool = True
    standing: Standing | None = None
    past: bool = False

    @property
    def value(self) -> str:
        """Value and unit, or 판정불가."""
        return written(self.what) if isinstance(self.what, Figure) else VERDICT

    @property
    def spread(self) -> str:
        """The interval; empty for an exact value, and for none."""
        return spread_text(self.what) if isinstance(self.what, Figure) else ""


def of_record(what: Figure | Withheld, standing: Standing) -> Shown:
    """A figure that an experiment yielded."""
    if isinstance(what, Withheld):
        rows = (("판정불가", what.reason), *card.place(standing), *card.taken(standing.record))
        return Shown(what, rows, standing.here, standing)
    flag = flag_text(what)
    rows = (
        *card.place(standing),
        *card.rows(what, standing.record),
        *((("주의", flag),) if flag else ()),
        *((card.rerun(what),) if what.claim_type is ClaimType.MEASURED else ()),
    )
    return Shown(what, rows, standing.here, standing)


def of_formula(made: Outcome | Withheld, standing: Standing | None) -> Shown:
    """A figure that a formula gave."""
    if isinstance(made, Withheld):
        return Shown(made, (("판정불가", made.reason),), True, standing)
    inputs = " · ".join(f"{one.label} {one.quantity.text}" for one in made.given)
    rows = (
        *card.claim_type(made.figure),
        ("입력", inputs),
        *(("조건", line) for line in made.conditions),
    )
    return Shown(made.figure, rows, made.here, standing)
