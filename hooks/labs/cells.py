"""A lab as it is written: a Python script in the percent format, cell by cell, with lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from snippets.evidence.problem import GuideError

MARK = re.compile(r"# %%(?: \[(markdown)\])?")
TITLE = re.compile(r"# (.+)\n+(.+(?:\n.+)*)")
"""How the first cell begins: a title, and a paragraph that says what the lab is about."""


@dataclass(frozen=True)
class Cell:
    """One cell.

    Attributes:
        markdown: Whether it is text; otherwise it is code.
        source: What stands in it, without the ``#`` before text.
        line: Line of the file on which ``source`` begins.
    """

    markdown: bool
    source: str
    line: int


@dataclass(frozen=True)
class Lab:
    """One lab; ``path`` is as errors name it, such as ``docs/labs/roofline.py``."""

    path: str
    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        """``roofline``."""
        return PurePosixPath(self.path).stem

    @property
    def module(self) -> str:
        """``docs.labs.roofline``: where its imports start."""
        return ".".join(PurePosixPath(self.path).with_suffix("").parts)

    @property
    def code(self) -> tuple[Cell, ...]:
        """The cells that are run."""
        return tuple(cell for cell in self.cells if not cell.markdown)

    @property
    def opening(self) -> tuple[str, str]:
        """Title and first paragraph."""
        match = TITLE.match(self.cells[0].source)
        assert match is not None  # ``read`` has looked
        return match[1], match[2].replace("\n", " ")

    @property
    def prose(self) -> str:
        """The text cells as one Markdown page, every line where the file has it."""
        lines: list[str] = []
        for cell in self.cells:
            if cell.markdown:
                lines += [""] * (cell.line - 1 - len(lines)) + cell.source.split("\n")
        return "\n".join(lines) + "\n"


def read(path: str, text: str) -> Lab:
    """Read a lab.

    Raises:
        GuideError: ``lab-cell`` or ``lab-title``, at the line in question.
    """
    cells: list[Cell] = []
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    marks = [number for number, line in enumerate(lines) if line.startswith("# %%")]
    if any(line.strip() for line in lines[: marks[0] if marks else None]):
        raise _wrong(path, 1, "첫 셀보다 앞에 글이 있습니다", "# %% [markdown] 로 시작하세요")
    for start, end in zip(marks, [*marks[1:], len(lines)], strict=True):
        match = MARK.fullmatch(lines[start].rstrip())
        if match is None:
            hint = "# %% 또는 # %% [markdown] 만 적으세요"
            raise _wrong(path, start + 1, f"셀의 머리를 읽을 수 없습니다: {lines[start]}", hint)
        cells += _cell(path, bool(match[1]), start + 1, lines[start + 1 : end])
    if not (cells and cells[0].markdown and TITLE.match(cells[0].source)):
        raise GuideError(
            path,
            cells[0].line if cells else 1,
            "lab-title",
            "첫 셀에 제목과 한 문단의 소개가 없습니다",
            "# %% [markdown] 아래에 # # 제목, 빈 줄, 소개를 적으세요",
        )
    return Lab(path, tuple(cells))


def _cell(path: str, markdown: bool, before: int, lines: list[str]) -> list[Cell]:
    """The cell between two marks; none when nothing stands there."""
    if markdown:
        for number, line in enumerate(lines, before + 1):
            if line.strip() and not re.match(r"#(?: |$)", line):
                hint = "줄마다 앞에 '# '을 붙이세요"
                raise _wrong(path, number, "글 셀에 주석이 아닌 줄이 있습니다", hint)
        lines = [line.rstrip()[2:] for line in lines]
    while lines and not lines[0].strip():
        before, lines = before + 1, lines[1:]
    source = "\n".join(line.rstrip() for line in lines).rstrip("\n")
    return [Cell(markdown, source, before + 1)] if source else []


def _wrong(path: str, line: int, message: str, hint: str) -> GuideError:
    return GuideError(path, line, "lab-cell", message, hint)
