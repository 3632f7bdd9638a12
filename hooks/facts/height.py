"""About how high a fact is on a phone, for a browser that has not laid it out yet.

Rather too high than too low: what a browser has not laid out must not lie over what follows it.
"""

from __future__ import annotations

from math import ceil

from snippets.evidence.facts.fact import Fact

from ..phone_tables import width
from . import wording

STATEMENT, GROUND, VALUES = 20.0, 17.0, 18.0
"""How much of each fits a line, in em."""
MARK, CHIP = 4.0, 1.5
"""What stands there always, and a line of values, in lines of text."""


def lines(fact: Fact) -> int:
    """In lines of text, with what is open from the first."""
    rows = dict(wording.rows(fact))
    ground = [fact.conditions, f"{wording.source(fact)}, {fact.source.locator}"]
    if not fact.verified:
        ground += [rows[key] for key in ("확인", "함께 대조", "덧붙임") if key in rows]
    chips = sum(width(f"{label} {words}") + 2 for label, words in wording.quantities(fact))
    high = ceil(width(fact.statement) / STATEMENT) + CHIP * ceil(chips / VALUES)
    return ceil(MARK + high + sum(ceil(width(text) / GROUND) for text in ground))
