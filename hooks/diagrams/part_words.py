"""The words that a binding names a part by, against those that are drawn.

An id alone would let the words of two boxes change places unnoticed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from snippets.evidence.problem import GuideError

from . import actor_names, part_names
from .binding import Binding
from .binding_line import Bound, Noted, Untraced
from .diagram import Diagram, Message, Node, Note, plain
from .place import Place

DOTTED = re.compile(r"--(?:>>?|x|\))")

Named = Bound | Noted | Untraced


def check(diagram: Diagram, binding: Binding, fence: Place) -> Iterator[GuideError]:
    """Find lines that name a part without its words, and parts whose words are others."""
    drawn: tuple[Node | Message | Note, ...] = (*diagram.nodes, *diagram.spoken)
    parts = {part.id: part for part in drawn}
    entries: tuple[Named, ...] = (*binding.targets, *binding.notes, *binding.untraced)
    names = {actor.id: [actor.label] for actor in diagram.actors}
    for actor, name in actor_names.renamed(diagram, [entry.target for entry in entries]).items():
        names[actor].append(name)
    for entry in entries:
        part = parts.get(entry.part)
        said = plain(entry.target)
        if isinstance(part, Node):
            yield from _node(diagram, part, said, entry, fence)
        elif part is not None:
            if not part_names.pattern(part, names).fullmatch(said):
                yield _wordless(diagram, part, entry, fence)
            dotted = bool(DOTTED.search(said.partition(":")[0]))
            if isinstance(part, Message) and part.dotted is not dotted:
                yield _other_arrow(diagram, part, entry, fence)


def _node(
    diagram: Diagram, node: Node, said: str, entry: Named, fence: Place
) -> Iterator[GuideError]:
    words = part_names.words_after(node, said)
    drawn = plain(node.label)
    if words is None and said != drawn:
        yield _wordless(diagram, node, entry, fence)
    elif words is not None and words != drawn:
        yield fence.at(node.line).problem(
            "diagram-words",
            f"그림의 글이 이음과 다릅니다: {node.id} — 그림에는 '{drawn}', "
            f"{entry.line}번째 줄에는 '{words}'",
            f"그림의 글을 되돌리거나, 그 줄을 고치세요: {_line(diagram, node, entry)}",
        )


def _wordless(
    diagram: Diagram, part: Node | Message | Note, entry: Named, fence: Place
) -> GuideError:
    return Place(fence.path, entry.line).problem(
        "binding-words",
        f"독자가 보는 글을 적지 않았습니다: {plain(entry.target)}",
        f"이렇게 적으세요: {_line(diagram, part, entry)}",
    )


def _other_arrow(diagram: Diagram, message: Message, entry: Named, fence: Place) -> GuideError:
    drawn, bound = ("점선", "실선") if message.dotted else ("실선", "점선")
    return fence.at(message.line).problem(
        "diagram-words",
        f"화살표가 이음과 다릅니다: {part_names.name(message)} — 그림에는 {drawn}, "
        f"{entry.line}번째 줄에는 {bound}",
        f"그림의 화살표를 되돌리거나, 그 줄을 고치세요: {_line(diagram, message, entry)}",
    )


def _line(diagram: Diagram, part: Node | Message | Note, entry: Named) -> str:
    """The line of the binding as it ought to be."""
    named = part_names.written(diagram, part)
    if isinstance(entry, Untraced):
        return f"%% untraced {named}: {entry.reason}"
    return f"%% trace {named} = {entry.spans}"
