"""How a binding names a part: as the diagram itself writes it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from .diagram import Diagram, Edge, Kind, Message, Node, Part, plain

MESSAGE_ARROW = r"\s*[<(|/\\]*\)?-[-<>x()|/\\+]*\s*"
EDGE_ARROW = r"\s*[<ox]?[-=.]+[>ox]?\s*"


def find(diagram: Diagram, text: str, *, edges: bool) -> tuple[Part, ...]:
    """The parts that a text names; more than one when it does not tell them apart.

    A node goes by its id or its label, an edge by ``A-->B``, a message by ``A->>B: text``. The
    arrow's style does not matter, and neither does space; a participant goes by id or label.
    """
    text = plain(text)
    if diagram.kind is Kind.SEQUENCE:
        labels = {actor.id: actor.label for actor in diagram.actors}
        return tuple(m for m in diagram.messages if _message(m, labels).fullmatch(text))
    by_id = tuple(node for node in diagram.nodes if node.id == text)
    drawn = tuple(edge for edge in diagram.edges if edges and _edge(edge).fullmatch(text))
    return by_id or drawn or tuple(n for n in diagram.nodes if plain(n.label) == text)


def name(part: Part) -> str:
    """A part as errors and hints write it, so that it can be pasted into a binding."""
    if isinstance(part, Message):
        arrow = "-->>" if part.dotted else "->>"
        return f"{part.source}{arrow}{part.target}: {plain(part.text)}"
    if isinstance(part, Edge):
        return f"{part.source}-->{part.target}"
    return part.id


def label(part: Node | Message) -> str:
    """A part's words, on one line."""
    return plain(part.label if isinstance(part, Node) else part.text)


def close(diagram: Diagram, text: str) -> str | None:
    """The part that was perhaps meant."""
    names = [name(part) for part in (*diagram.parts, *diagram.edges)]
    return next(iter(difflib.get_close_matches(plain(text), names, n=1, cutoff=0.7)), None)


def message_pattern(starts: Iterable[str], ends: Iterable[str], text: str) -> re.Pattern[str]:
    """Matches a message that is written out, on one line of plain text."""
    text = re.escape(plain(text))
    return re.compile(
        rf"{_any(starts)}{MESSAGE_ARROW}{_any(ends)}\s*:\s*(?::?(?:no)?wrap:\s*)?{text}"
    )


def _message(message: Message, labels: dict[str, str]) -> re.Pattern[str]:
    start, end = message.source, message.target
    return message_pattern((start, labels[start]), (end, labels[end]), message.text)


def _edge(edge: Edge) -> re.Pattern[str]:
    return re.compile(f"{re.escape(edge.source)}{EDGE_ARROW}{re.escape(edge.target)}")


def _any(names: Iterable[str]) -> str:
    return f"(?:{'|'.join(re.escape(plain(one)) for one in names)})"
