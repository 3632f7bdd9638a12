"""A diagram as Mermaid understands it: its parts, their ids in the browser, their lines."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

BREAK = re.compile(r"</?br\s*/?>(?:</br>)?", re.IGNORECASE)
ENTITY = re.compile(r"#(\d+|[A-Za-z]+);")


class Kind(StrEnum):
    """What can be held against a trace, and the rest."""

    FLOWCHART = "flowchart"
    SEQUENCE = "sequence"
    OTHER = "other"


@dataclass(frozen=True)
class Node:
    """A box of a flowchart; ``subgraph`` is the innermost one. ``line`` 0: not found."""

    id: str
    label: str
    subgraph: str | None = None
    line: int = 0


@dataclass(frozen=True)
class Edge:
    """An arrow of a flowchart; ``id`` is the ``data-id`` of its path in the browser.

    Attributes:
        two_way: It has a head at both ends.
        headless: It has none: a plain line.
        thick: It is drawn ``==>``: data flows here, wherever its ends stand.
    """

    id: str
    source: str
    target: str
    label: str = ""
    line: int = 0
    two_way: bool = False
    headless: bool = False
    thick: bool = False


@dataclass(frozen=True)
class Subgraph:
    """A frame around nodes; its id may stand at the end of an edge, for all that it frames."""

    id: str
    title: str
    parent: str | None = None
    line: int = 0


@dataclass(frozen=True)
class Actor:
    """A participant of a sequence diagram."""

    id: str
    label: str
    line: int = 0


@dataclass(frozen=True)
class Message:
    """An arrow of a sequence diagram; ``id`` is its ``data-id`` in the browser."""

    id: str
    source: str
    target: str
    text: str
    line: int = 0
    dotted: bool = False


@dataclass(frozen=True)
class Note:
    """Words over one or two participants, about the messages below it."""

    id: str
    text: str
    actors: tuple[str, ...]
    line: int = 0


@dataclass(frozen=True)
class Loop:
    """Steps that happen again and again."""

    text: str
    steps: tuple[Step, ...]
    line: int = 0


@dataclass(frozen=True)
class Opt:
    """Steps that may be left out; ``break`` is read as one."""

    text: str
    steps: tuple[Step, ...]
    line: int = 0


@dataclass(frozen=True)
class Branch:
    """One way through an ``Alt``, one strand of a ``Par``."""

    text: str
    steps: tuple[Step, ...]
    line: int = 0


@dataclass(frozen=True)
class Alt:
    """One of the branches happens; ``critical`` is read as one."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True)
class Par:
    """All branches happen, in any order."""

    branches: tuple[Branch, ...]


Step = Message | Note | Loop | Opt | Alt | Par
Part = Node | Edge | Message | Note


@dataclass(frozen=True)
class Diagram:
    """One Mermaid source, read.

    Attributes:
        kind: Which of the fields below are filled.
        title: ``accTitle``.
        description: ``accDescr``.
        steps: A sequence diagram's messages and notes, in the blocks in which they are drawn.
    """

    kind: Kind
    title: str = ""
    description: str = ""
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    subgraphs: tuple[Subgraph, ...] = ()
    actors: tuple[Actor, ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages, in drawing order, out of their blocks."""
        return tuple(messages(self.steps))

    @property
    def notes(self) -> tuple[Note, ...]:
        """All notes, in drawing order, out of their blocks."""
        return tuple(step for step in _flat(self.steps) if isinstance(step, Note))

    @property
    def spoken(self) -> tuple[Message | Note, ...]:
        """Messages and notes, in drawing order, out of their blocks."""
        return tuple(_flat(self.steps))

    @property
    def parts(self) -> tuple[Node, ...] | tuple[Message, ...]:
        """What spans are bound to, in drawing order."""
        return self.nodes if self.kind is Kind.FLOWCHART else self.messages


def messages(steps: tuple[Step, ...]) -> Iterator[Message]:
    """The messages below some steps, in drawing order."""
    return (step for step in _flat(steps) if isinstance(step, Message))


def _flat(steps: tuple[Step, ...]) -> Iterator[Message | Note]:
    for step in steps:
        if isinstance(step, Message | Note):
            yield step
        elif isinstance(step, Alt | Par):
            for branch in step.branches:
                yield from _flat(branch.steps)
        else:
            yield from _flat(step.steps)


def plain(text: str) -> str:
    """A label on one line: ``<br/>`` becomes a space, ``#35;`` the character it stands for."""
    text = BREAK.sub(" ", ENTITY.sub(_reference, text))
    return " ".join(html.unescape(text).split())


def _reference(match: re.Match[str]) -> str:
    name = match[1]
    return f"&#{name};" if name.isdigit() else f"&{name};"
