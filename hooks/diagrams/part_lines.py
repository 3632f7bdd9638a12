"""On which line of the source a part is drawn; Mermaid's database does not say.

By search, in drawing order. What cannot be found for sure gets line 0, and an error about it
names the fence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .diagram import plain
from .part_names import message_pattern
from .source_lines import statements

WORDS = re.compile(r'"[^"]*"|\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|\|[^|]*\||:::\w+')
STYLING = re.compile(
    r"\s*(?:flowchart|graph|classDef|class|style|linkStyle|click|direction|accTitle|accDescr)\b"
)
FRAME = re.compile(r"\s*subgraph\b")


def of_nodes(source: str, ids: Iterable[str]) -> list[int]:
    """For every node the line that gives its label, or else the first that names it."""
    rows = [(line, row) for line, row in _drawing(source) if not FRAME.match(row)]
    return [_first(rows, _defines(name)) or _first(_bare(rows), _token(name)) for name in ids]


def of_edges(source: str, ends: Iterable[tuple[str, str]]) -> list[int]:
    """For every edge, in Mermaid's order, its line."""
    rows = _bare(_drawing(source))
    found: list[int] = []
    last = 0
    for start, end in ends:
        pattern = re.compile(f"{_token(start).pattern}.*{_token(end).pattern}")
        line = _first([row for row in rows if row[0] >= last], pattern)
        last = line or last
        found.append(line)
    return found


def of_messages(source: str, messages: Iterable[tuple[str, str, str]]) -> list[int]:
    """For every message, in drawing order, its line."""
    rows = [(line, plain(row)) for line, row in statements(source)]
    found: list[int] = []
    last = 0
    for start, end, text in messages:
        pattern = message_pattern([start], [end], text)
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
