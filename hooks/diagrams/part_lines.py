"""On which line of the source a part is drawn; Mermaid's database does not say.

By search, in drawing order. What cannot be found for sure gets line 0, and an error about it
names the fence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .diagram import plain
from .source_lines import statements

WORDS = re.compile(r'"[^"]*"|\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|\|[^|]*\||:::\w+')
STYLING = re.compile(
    r"\s*(?:flowchart|graph|classDef|class|style|linkStyle|click|direction|accTitle|accDescr)\b"
)
FRAME = re.compile(r"\s*subgraph\b")
ACTOR = re.compile(r"^\s*(?:create\s+)?(?:participant|actor)")


def of_nodes(source: str, ids: Iterable[str]) -> list[int]:
    """For every node the line that gives its label, or else the first that names it."""
    rows = [(line, row) for line, row in _drawing(source) if not FRAME.match(row)]
    return [_first(rows, _defines(name)) or _first(_bare(rows), _token(name)) for name in ids]


def of_edges(source: str, ends: Iterable[tuple[str, str]]) -> list[int]:
    """For every edge, in Mermaid's order, its line; the same one again stands further down."""
    rows = _bare(_drawing(source))
    found: list[int] = []
    before: dict[tuple[str, str], int] = {}
    last = 0
    for start, end in ends:
        pattern = re.compile(f"{_token(start).pattern}.*{_token(end).pattern}")
        here = [row for row in rows if row[0] >= last]
        below = [row for row in here if row[0] > before.get((start, end), 0)]
        line = _first(below, pattern) or _first(here, pattern)
        before[start, end] = line
        last = line or last
        found.append(line)
    return found


def of_frames(source: str, frames: Iterable[tuple[str, str]]) -> list[int]:
    """For every subgraph, by id and title, the line that opens it."""
    rows = [(line, row) for line, row in statements(source) if FRAME.match(row)]
    return [
        _first(rows, re.compile(rf"{FRAME.pattern}\s+{re.escape(name)}(?!\w)"))
        or _first([(line, plain(row)) for line, row in rows], re.compile(re.escape(plain(title))))
        for name, title in frames
    ]


def of_actors(source: str, ids: Iterable[str]) -> list[int]:
    """For every participant the line that declares it, or else the first that names it."""
    rows = statements(source)
    return [
        _first(rows, re.compile(rf"{ACTOR.pattern}\s+{re.escape(name)}(?!\w)"))
        or _first(rows, _token(name))
        for name in ids
    ]


def of_patterns(source: str, patterns: Iterable[re.Pattern[str] | None]) -> list[int]:
    """For every pattern, in drawing order, the line that it matches whole; 0 for ``None``."""
    rows = [(line, plain(row)) for line, row in statements(source)]
    found: list[int] = []
    last = 0
    for pattern in patterns:
        line = 0
        if pattern is not None:
            line = next((n for n, row in rows if n > last and pattern.fullmatch(row)), 0)
        last = line or last
        found.append(line)
    return found


def _drawing(source: str) -> list[tuple[int, str]]:
    return [(line, row) for line, row in statements(source) if not STYLING.match(row)]


def _bare(rows: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Without the words of labels: an id may well be a word of one."""
    return [(line, WORDS.sub("", row)) for line, row in rows]


def _first(rows: list[tuple[int, str]], pattern: re.Pattern[str]) -> int:
    return next((line for line, row in rows if pattern.search(row)), 0)


def _token(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?<!\w-){re.escape(name)}(?!\w)(?!-\w)")


def _defines(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:^|[\s&;>]){re.escape(name)}\s*(?:[\[({{]|@\{{)")
