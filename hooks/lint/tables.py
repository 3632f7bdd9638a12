"""Numbers in tables whose unit stands in the heading of their column or row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from markdown_it.token import Token

from ..tokens import line_of
from .fold import fold
from .numerals import RANGE
from .runs import Run, inline
from .units import UNIT

HEADING = re.compile(rf"[(\[,]\s*({UNIT})\s*[)\]]?\s*$")
"""``지연 (ms)``, ``지연[ms]``, ``지연, ms``."""
NUMBER = re.compile(rf"\s*(?:약\s*)?[-−+±<>≤≥≈~]?\s*{RANGE}\s*")


@dataclass
class _Rows:
    """Where in a table the reading stands."""

    units: list[str | None] = field(default_factory=list)
    column: int = 0
    row_unit: str | None = None


def bare(tokens: Sequence[Token], offset: int) -> Iterator[tuple[Run, str]]:
    """Cells that are nothing but a number, each with the unit that a heading gives it."""
    rows = _Rows()
    for before, token in pairwise(tokens):
        if token.type == "table_open":
            rows = _Rows()
        elif token.type == "tr_open":
            rows.column, rows.row_unit = 0, None
        elif before.type in {"th_open", "td_open"} and token.type == "inline":
            yield from _cell(rows, before.type == "th_open", token, line_of(token, offset))
            rows.column += 1


def _cell(rows: _Rows, head: bool, token: Token, line: int) -> Iterator[tuple[Run, str]]:
    run = next(inline(token, line))
    text = fold(run.text)
    heading = HEADING.search(text)
    unit = heading[1] if heading else None
    if head:
        rows.units.append(unit)
        return
    given = rows.row_unit or (rows.units[rows.column] if rows.column < len(rows.units) else None)
    if rows.column == 0:
        rows.row_unit = unit
    if given and NUMBER.fullmatch(text):
        yield run, given
