"""No number without evidence: a quantity in a text is an error, a role in its place is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from markdown_it.token import Token

from snippets.evidence.problem import GuideError

from ..tokens import language_of, line_of, parse
from . import quantities, tables
from .labels import labels
from .runs import Run, runs

HINT = (
    "잰 값은 {figure}`ch01.ttft`, 밖에서 가져온 값은 {fact}`A05`, "
    "지어낸 값은 {example}`12 ms`처럼 적으세요"
)
WORDED = {"bars", "compare"}
"""Fences whose lines a reader reads, as they stand."""


def check(path: str, body: str, offset: int = 0, cache: Path | None = None) -> Iterator[GuideError]:
    """The bare numbers of a page, as ``number-bare``.

    Args:
        path: Name for errors.
        body: Markdown without front matter, lines with LF line ends.
        offset: Lines that stand before the body in the file.
        cache: Where models of diagrams are kept; without it Mermaid starts once a process.
    """
    found = _problems(path, parse(body), offset, cache)
    yield from sorted(found, key=lambda one: one.line)


def problem(path: str, line: int, text: str) -> GuideError:
    """The error about one bare number."""
    return GuideError(path, line, "number-bare", f"'{text}': 근거 없이 적은 숫자입니다", HINT)


def _problems(
    path: str, tokens: Sequence[Token], offset: int, cache: Path | None
) -> Iterator[GuideError]:
    texts = [*runs(tokens, offset), *_fences(tokens, offset, cache)]
    names = {name for run in texts for name in quantities.models(run.text)}
    for run in texts:
        for quantity in quantities.find(run.text, names):
            yield problem(path, run.line_at(quantity.start), quantity.text)
    for run, unit in tables.bare(tokens, offset):
        yield problem(path, run.line, f"{' '.join(run.text.split())} ({unit})")


def _fences(tokens: Iterable[Token], offset: int, cache: Path | None) -> Iterator[Run]:
    for token in tokens:
        language = language_of(token) if token.type == "fence" else ""
        line = line_of(token, offset)
        if language in WORDED:
            for number, text in enumerate(token.content.splitlines(), line + 1):
                yield Run.of(text, number)
        elif language == "mermaid":
            for run in labels(token.content.rstrip(), cache):
                yield Run(run.text, line + run.line)
