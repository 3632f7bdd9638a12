"""Tables that are too wide for a phone say how they may be laid out there.

A table whose columns do not fit beside each other gets ``data-stack``: ``numbers`` when all that
follows the first column is short (the name on a line of its own, the rest in columns below it),
``figures`` for a list of figures (a name, and below it the value as in a sentence), else ``words``
(a line a cell, each with the head of its column). The style sheet does the rest, on a narrow screen
only; without it the table is as it was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape, unescape
from itertools import groupby

from . import tags

ROOM = 23.5
"""What a phone of 390 px shows side by side, in em of a table's text."""
GAP = 1.0
COMFORT = 8.0
"""A cell with more text than this wraps and stays legible."""
BADGE = 0.5
"""The frame of a badge, beside its word."""
MANY = 3
"""Two columns always fit."""
CELLS = ("td", "th")
NOTHING = "—"
FIGURES = ("수치", "값")
"""The heads of a list of figures."""

_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_PLAIN = re.compile(r"<table(?: data-[^>]*)?>.*?</table>", re.DOTALL)
_WIDE = re.compile(r"[\u1100-\u11ff\u3000-\ud7ff]")


@dataclass
class Cell:
    """A head or a cell: where its start tag ends, and what a reader sees in it.

    Attributes:
        span: Columns that it covers.
        odd: Whether it is merged in another way.
    """

    row: int
    head: bool
    offset: int
    words: list[str] = field(default_factory=list)
    badges: int = 0
    span: int = 1
    odd: bool = False

    @property
    def text(self) -> str:
        """The words, in one line."""
        return " ".join("".join(self.words).split())

    @property
    def width(self) -> float:
        """In em, were it in one line."""
        return width(self.text) + BADGE * self.badges

    @property
    def least(self) -> float:
        """In em, what it needs: its longest word, or a comfortable line."""
        longest = max(map(width, self.text.split()), default=0.0)
        return max(longest, min(self.width, COMFORT))


def mark(html: str) -> str:
    """Return the page with a mark on every table that a phone has to stack."""
    return _TABLE.sub(lambda found: _marked(found[0]), html)


def wrap(html: str) -> str:
    """Return the page with every table in the frame that scrolls it where the screen is narrow.

    Material's script would make the frames, taking each table out of the page and putting it back.
    How many rows there are tells a browser about how high a table is that it has not laid out.
    """
    return _PLAIN.sub(
        lambda found: (
            f'<div class="md-typeset__scrollwrap" style="--rows:{found[0].count("<tr")}">'
            f'<div class="md-typeset__table">{found[0]}</div></div>'
        ),
        html,
    )


def _marked(table: str) -> str:
    cells = _cells(table)
    rows = [[*row] for _, row in groupby(cells, key=lambda cell: cell.row)]
    if not rows or not all(cell.head for cell in rows[0]) or _uneven(rows) or len(rows[0]) < MANY:
        return table
    columns = [*zip(*(row for row in rows if not _told(row)), strict=True)]
    if sum(max(cell.least for cell in column) + GAP for column in columns) <= ROOM:
        return table
    kind = _kind(columns)
    marks = {0: ""} | {
        cell.offset: _label(cell, rows[0][at].text) if cell.span == 1 else " data-wide"
        for row in rows[1:]
        for at, cell in enumerate(row)
    }
    pieces: list[str] = []
    position = 0
    for offset in sorted(marks):
        pieces += [table[position:offset], marks[offset]]
        position = offset
    marked = "".join([*pieces, table[position:]])
    return marked.replace(
        "<table>", f'<table data-stack="{kind}" data-columns="{len(columns)}">', 1
    )


def _kind(columns: list[tuple[Cell, ...]]) -> str:
    if tuple(column[0].text for column in columns[:2]) == FIGURES:
        return "figures"
    line = sum(max(cell.width for cell in column) + GAP for column in columns[1:]) - GAP
    return "numbers" if line <= ROOM else "words"


def _label(cell: Cell, head: str) -> str:
    nothing = " data-none" if cell.text in ("", NOTHING) else ""
    return f' data-head="{escape(head)}"{nothing}'


def _told(row: list[Cell]) -> bool:
    """Whether it says one thing in the place of all values: ``재지 않음 — …``."""
    return len(row) == 2 and row[0].span == 1 < row[1].span


def _uneven(rows: list[list[Cell]]) -> bool:
    if any(cell.odd for row in rows for cell in row):
        return True
    if any(cell.span > 1 for row in rows if not _told(row) for cell in row):
        return True
    return len({sum(cell.span for cell in row) for row in rows}) > 1


def width(text: str) -> float:
    """In em, were it in one line: a Korean letter is wider than a Latin one."""
    wide = len(_WIDE.findall(text))
    return 0.92 * wide + 0.56 * (len(text) - wide)


def _cells(table: str) -> list[Cell]:
    cells: list[Cell] = []
    row, hidden = -1, 0
    open_: Cell | None = None
    for text, tag in tags.pieces(table):
        if open_ and not hidden:
            open_.words.append(unescape(text))
        name = tag["name"].lower() if tag else ""
        if tag is None or tag["end"]:
            hidden -= bool(hidden) and name == "span"
            open_ = None if name in CELLS and not hidden else open_
            continue
        given = tags.attributes(tag["given"])
        if hidden or "popover" in given:  # the card of a figure is not in the cell's line
            hidden += name == "span"
        elif name == "tr":
            row += 1
        elif name in CELLS:
            span = int(given.get("colspan") or 1)
            odd = "rowspan" in given or ("colspan" in given and span == 1)
            open_ = Cell(row, name == "th", tag.end("name"), span=span, odd=odd)
            cells.append(open_)
        elif open_ and "badge" in given.get("class", "").split():
            open_.badges += 1
    return cells
