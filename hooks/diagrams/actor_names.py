"""Participants whose words in the drawing are no longer those of the binding.

A message is found by who sends it to whom, so a participant that was renamed would make every
line about it unreadable. One error at the participant says more.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from snippets.evidence.problem import GuideError

from .diagram import Diagram, Message, Note, plain
from .part_names import NOTE_OVER
from .place import Place

ARROW = r"\s*(?:<<)?-{1,2}(?:>>?|x|\))[+-]?\s*"


def renamed(diagram: Diagram, targets: Iterable[str | None]) -> dict[str, str]:
    """Participants, by id, that the binding calls by one other name throughout.

    A line about a participant is one with the text of its message or note. When the lines do
    not all write the same, an arrow was drawn anew, not the participant.

    Args:
        diagram: The drawing.
        targets: What the lines of the binding write before their ``=``.
    """
    known = Counter(part.text for part in diagram.spoken)
    parts = [part for part in diagram.spoken if known[part.text] == 1]
    said: dict[str, set[str]] = defaultdict(set)
    for target in (plain(one) for one in targets if one):
        for part in parts:
            if match := _anyone(part).fullmatch(target):
                ends = _ends(part)
                for actor, name in zip(ends, (one for one in match.groups() if one), strict=False):
                    said[actor].add(name)
    ids = {actor.id for actor in diagram.actors}
    others = {
        actor.id: name
        for actor in diagram.actors
        if len(said[actor.id]) == 1
        and (name := next(iter(said[actor.id]))) not in ids | {plain(actor.label)}
    }
    return _settled(diagram, others)


def _settled(diagram: Diagram, names: dict[str, str]) -> dict[str, str]:
    """Those whose other name belongs to nobody, or to one who has another name as well."""
    kept = {plain(actor.label) for actor in diagram.actors if actor.id not in names}
    left = {actor: name for actor, name in names.items() if name not in kept}
    return left if left == names else _settled(diagram, left)


def problems(diagram: Diagram, names: Mapping[str, str], fence: Place) -> Iterator[GuideError]:
    """An error at every renamed participant."""
    for actor in diagram.actors:
        if actor.id in names:
            yield fence.at(actor.line).problem(
                "diagram-words",
                f"참가자의 글이 이음과 다릅니다: {actor.id} — 그림에는 '{plain(actor.label)}', "
                f"이음에는 '{names[actor.id]}'",
                "그림의 글을 되돌리거나, 이음의 줄들을 새 글로 고치세요",
            )


def _anyone(part: Message | Note) -> re.Pattern[str]:
    """Matches the part between any participants, and tells how they are written."""
    text = re.escape(plain(part.text))
    if isinstance(part, Message):
        return re.compile(rf"(.+?){ARROW}(.+?)\s*:\s*{text}")
    return re.compile(rf"{NOTE_OVER}(.+?)(?:\s*,\s*(.+?))?\s*:\s*{text}")


def _ends(part: Message | Note) -> tuple[str, ...]:
    return (part.source, part.target) if isinstance(part, Message) else part.actors
