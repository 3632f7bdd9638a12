"""What a reader reads in a diagram: labels, notes, its name, its description."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hooks.diagrams import mermaid
from hooks.diagrams.diagram import Alt, Diagram, Kind, Loop, Opt, Par, Step, plain
from hooks.diagrams.source_lines import statements

from .runs import Run

NOTE = re.compile(r"\s*note\s[^:]*:(.*)", re.IGNORECASE)


def labels(source: str, cache: Path | None) -> Iterator[Run]:
    """The texts of a diagram; lines count from 1, and 0 is the fence itself.

    A source that Mermaid does not accept has none: the error is reported with the diagram.
    """
    try:
        diagram = mermaid.read(source, cache)
    except mermaid.MermaidSyntax:
        return
    rows = [(line, plain(row)) for line, row in statements(source)]
    if diagram.kind is Kind.OTHER:  # the model has no parts: every line is read
        yield from (Run.of(row, line) for line, row in rows)
        return
    for text, line in _texts(diagram):
        plain_lines = "\n".join(plain(row) for row in text.split("\n"))
        yield Run.of(plain_lines, line or _line(plain_lines, rows))
    for line, row in rows:
        if diagram.kind is Kind.SEQUENCE and (note := NOTE.match(row)):
            yield Run.of(note[1], line)


def _texts(diagram: Diagram) -> Iterator[tuple[str, int]]:
    yield diagram.title, 0
    yield diagram.description, 0
    for node in diagram.nodes:
        yield node.label, node.line
    for edge in diagram.edges:
        yield edge.label, edge.line
    yield from ((group.title, 0) for group in diagram.subgraphs)
    yield from ((actor.label, 0) for actor in diagram.actors)
    yield from ((message.text, message.line) for message in diagram.messages)
    yield from ((text, 0) for text in _blocks(diagram.steps))


def _blocks(steps: tuple[Step, ...]) -> Iterator[str]:
    """What is written on the frames of loops and alternatives."""
    for step in steps:
        if isinstance(step, Loop | Opt):
            yield step.text
            yield from _blocks(step.steps)
        elif isinstance(step, Alt | Par):
            for branch in step.branches:
                yield branch.text
                yield from _blocks(branch.steps)


def _line(text: str, rows: list[tuple[int, str]]) -> int:
    """The first line that has a text, or the beginning of one that goes on over lines."""
    first = text.partition("\n")[0]
    return next((line for line, row in rows if first in row), 0)
