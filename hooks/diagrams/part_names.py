"""How a binding names a part: as the diagram itself writes it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from .diagram import Diagram, Edge, Kind, Message, Node, Note, Part, plain

MESSAGE_ARROW = r"\s*[<(|/\\]*\)?-[-<>x()|/\\+]*\s*"
EDGE_ARROW = r"\s*[<ox]?[-=.]+[>ox]?\s*"
NOTE_OVER = r"(?i:note\s+(?:over|left\s+of|right\s+of))\s+"
NO_ALIASES: Mapping[str, str] = MappingProxyType({})


def find(
    diagram: Diagram, text: str, *, edges: bool, aliases: Mapping[str, str] = NO_ALIASES
) -> tuple[Part, ...]:
    """The parts that a text names; more than one when it does not tell them apart.

    A node goes by ``id[words]``, by its words or by its id, an edge by ``A-->B``, a message by
    ``A->>B: text``, a note by ``Note over A,B: text``. The arrow's style does not matter, and
    neither does space; a participant goes by id or label.

    Args:
        diagram: Where to look.
        text: What stands in the binding.
        edges: Whether an edge may be meant.
        aliases: One more name for some participants, by their id.
    """
    text = plain(text)
    if diagram.kind is Kind.SEQUENCE:
        names = {
            actor.id: [actor.id, actor.label, aliases.get(actor.id, actor.id)]
            for actor in diagram.actors
        }
        ending = (part for part in diagram.spoken if text.endswith(plain(part.text)))
        return tuple(part for part in ending if pattern(part, names).fullmatch(text))
    by_id = tuple(node for node in diagram.nodes if node.id == text)
    drawn = tuple(edge for edge in diagram.edges if edges and _edge(edge).fullmatch(text))
    by_words = tuple(node for node in diagram.nodes if plain(node.label) == text)
    both = tuple(node for node in diagram.nodes if words_after(node, text) is not None)
    return by_id or drawn or by_words or both


def words_after(node: Node, text: str) -> str | None:
    """The words of ``id[words]``; ``None`` for a text of another form, or of another node."""
    match = re.fullmatch(rf"{re.escape(node.id)}\s*\[(.*)\]", text)
    return match[1].strip() if match else None


def name(part: Part) -> str:
    """A part in short, by ids, as errors write it."""
    if isinstance(part, Message):
        return f"{part.source}{_arrow(part)}{part.target}: {plain(part.text)}"
    if isinstance(part, Note):
        return f"Note over {','.join(part.actors)}: {plain(part.text)}"
    if isinstance(part, Edge):
        return f"{part.source}-->{part.target}"
    return part.id


def written(diagram: Diagram, part: Part) -> str:
    """A part with its words, so that it can be pasted into a binding."""
    labels = {actor.id: plain(actor.label) for actor in diagram.actors}
    if isinstance(part, Message):
        ends = labels[part.source], labels[part.target]
        return f"{ends[0]}{_arrow(part)}{ends[1]}: {plain(part.text)}"
    if isinstance(part, Note):
        return f"Note over {','.join(labels[one] for one in part.actors)}: {plain(part.text)}"
    if isinstance(part, Node) and plain(part.label) != part.id:
        return f"{part.id}[{plain(part.label)}]"
    return name(part)


def label(part: Node | Message | Note) -> str:
    """A part's words, on one line."""
    return plain(part.label if isinstance(part, Node) else part.text)


def close(diagram: Diagram, text: str) -> str | None:
    """The part that was perhaps meant."""
    some: tuple[Part, ...] = (*diagram.parts, *diagram.notes, *diagram.edges)
    full = {part: written(diagram, part) for part in some}
    by_name = {form: whole for part, whole in full.items() for form in (whole, name(part))}
    near = difflib.get_close_matches(_short(diagram, plain(text)), by_name, n=1, cutoff=0.7)
    return by_name[near[0]] if near else None


def _short(diagram: Diagram, text: str) -> str:
    """A text with ids for the words of participants: long words would drown the message."""
    ends, colon, said = text.partition(":")
    for actor in sorted(diagram.actors, key=lambda actor: -len(actor.label)):
        ends = ends.replace(plain(actor.label), actor.id)
    return ends + colon + said


def pattern(part: Message | Note, names: Mapping[str, Iterable[str]]) -> re.Pattern[str]:
    """Matches a message or a note that is written out, its participants by any of their names."""
    if isinstance(part, Message):
        return message_pattern(names[part.source], names[part.target], part.text)
    return note_pattern([names[one] for one in part.actors], part.text)


def message_pattern(starts: Iterable[str], ends: Iterable[str], text: str) -> re.Pattern[str]:
    """Matches a message that is written out, on one line of plain text."""
    return re.compile(rf"{_any(starts)}{MESSAGE_ARROW}{_any(ends)}{_said(text)}")


def note_pattern(over: Sequence[Iterable[str]], text: str) -> re.Pattern[str]:
    """Matches a note over one or two participants; ``over M,W`` is drawn as ``over W,M`` is."""
    first, last = _any(over[0]), _any(over[-1])
    ways = {first} if first == last else {rf"{first}\s*,\s*{last}", rf"{last}\s*,\s*{first}"}
    return re.compile(rf"{NOTE_OVER}(?:{'|'.join(sorted(ways))}){_said(text)}")


def _arrow(message: Message) -> str:
    return "-->>" if message.dotted else "->>"


def _said(text: str) -> str:
    return rf"\s*:\s*(?::?(?:no)?wrap:\s*)?{re.escape(plain(text))}"


def _edge(edge: Edge) -> re.Pattern[str]:
    return re.compile(f"{re.escape(edge.source)}{EDGE_ARROW}{re.escape(edge.target)}")


def _any(names: Iterable[str]) -> str:
    return f"(?:{'|'.join(re.escape(plain(one)) for one in names)})"
