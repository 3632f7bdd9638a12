"""What Mermaid rejects, told with the line on which the author wrote it."""

from __future__ import annotations

import re
from collections.abc import Callable

from snippets.evidence.problem import GuideError

from .source_lines import last_line, parsed_lines, statements

LINE = re.compile(r"\bon line (\d+)")
GOT = re.compile(r", got '(.+?)'$")
BRACKETS = {"PS", "SQS", "DIAMOND_START", "CYLINDERSTART", "STADIUMSTART", "SUBROUTINESTART"}
"""Tokens of Mermaid's grammar that are an opening bracket where text was expected."""
END_OF_TEXT = "1"
"""The name under which Mermaid's grammar reports that the text ended too early."""


class MermaidSyntax(Exception):  # noqa: N818 (it is told to authors as a GuideError)
    """A source that Mermaid does not accept.

    Attributes:
        message: Korean, one line.
        line: Line of the source, from 1; ``None`` when Mermaid names none.
        hint: What to do about it.
    """

    def __init__(self, message: str, line: int | None, hint: str = "") -> None:
        super().__init__(message, line, hint)
        self.message = message
        self.line = line
        self.hint = hint

    def problem(self, path: str, fence: int) -> GuideError:
        """The error for a page whose fence opens on line ``fence``."""
        return GuideError(path, fence + (self.line or 0), "mermaid-syntax", self.message, self.hint)


def syntax(source: str, message: str, accepts: Callable[[str], bool]) -> MermaidSyntax:
    """Make sense of Mermaid's own message about a source.

    Args:
        source: What it does not accept.
        message: What it says.
        accepts: Asks it about another source.
    """
    lines = source.split("\n")
    if message.startswith("No diagram type detected"):
        line = parsed_lines(source)[0]
        return MermaidSyntax(
            f"그림 종류를 알 수 없습니다: {lines[line - 1].strip() or '빈 그림'}",
            line,
            "첫 줄은 flowchart TB 나 sequenceDiagram 처럼 씁니다",
        )
    found, got = LINE.search(message), GOT.search(message)
    if found is None:
        return MermaidSyntax("Mermaid가 그림을 읽지 못합니다", None, _one_line(message))
    line = _true_line(source, int(found[1]))
    if got is not None and got[1] == END_OF_TEXT:
        line = _left_open(source, accepts) or line
        return MermaidSyntax(
            f"끝나지 않은 것이 있습니다: {lines[line - 1].strip()}",
            line,
            "subgraph·loop·alt·opt·par마다 end가 있는지, 괄호와 화살표가 끝났는지 보세요",
        )
    return MermaidSyntax(
        f"Mermaid 문법에 맞지 않습니다: {lines[line - 1].strip()}", line, _hint(message)
    )


def _true_line(source: str, reported: int) -> int:
    """Mermaid counts the lines that are left when comments and blank lines on top are gone."""
    lines = parsed_lines(source)
    return min(lines[min(reported, len(lines)) - 1], last_line(source))


def _left_open(source: str, accepts: Callable[[str], bool]) -> int | None:
    """The last line without which the rest is a diagram: what it opens is never closed."""
    rows = source.split("\n")
    for line, _ in reversed(statements(source)):
        if accepts("\n".join([*rows[: line - 1], "", *rows[line:]])):
            return line
    return None


def _hint(message: str) -> str:
    got = GOT.search(message)
    if got is not None and got[1] in BRACKETS:
        return '괄호가 든 글은 큰따옴표로 감싸세요: A["요청 (도착)"]'
    return f"Mermaid의 말: 뜻밖의 {got[1]}" if got is not None else _one_line(message)


def _one_line(message: str) -> str:
    return f"Mermaid의 말: {' '.join(message.split())[:200]}"
