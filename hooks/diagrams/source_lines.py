"""Which line is which: lines of a Mermaid source, before and after Mermaid cleans it.

Mermaid 11.16 takes front matter, ``%%{…}%%`` directives and comments out of a source, and blank
space off its top, before its parser counts a line. A comment takes the blank lines before it
along. What is left is the parser's line 1, 2, 3.
"""

from __future__ import annotations

import re

# As in mermaid.min.js 11.16.0: frontMatterRegex, directiveRegex, cleanupComments, trimStart.
CLEANING = (
    re.compile(r"\A([^\S\n]*)-{3}\s*\n.*?\n\1-{3}\s*\n+", re.DOTALL),
    re.compile(
        r"%{2}\{\s*(?:(\w+)\s*:|(\w+))\s*(?:(\w+)|((?:(?!\}%{2}).|\n)*))?\s*(?:\}%{2})?",
        re.ASCII,
    ),
    re.compile(r"^\s*%%(?!\{)[^\n]+\n?", re.MULTILINE),
    re.compile(r"\A\s+"),
)
COMMENT = re.compile(r"\s*%%")


def parsed_lines(source: str) -> tuple[int, ...]:
    """For every line that Mermaid's parser sees, its line in the source, from 1."""
    text = source + "\n"
    lines = [line for line, row in enumerate(source.split("\n"), 1) for _ in f"{row}\n"]
    for pattern in CLEANING:
        for match in reversed(list(pattern.finditer(text))):
            del lines[match.start() : match.end()]
        text = pattern.sub("", text)
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    return tuple(lines[start] for start in starts if start < len(lines)) or (1,)


def last_line(source: str) -> int:
    """The last line on which something is drawn."""
    drawn = [line for line, _ in statements(source)]
    return drawn[-1] if drawn else 1


def statements(source: str) -> list[tuple[int, str]]:
    """The lines that draw something: neither blank nor a comment."""
    rows = enumerate(source.split("\n"), 1)
    return [(line, row) for line, row in rows if row.strip() and not COMMENT.match(row)]
