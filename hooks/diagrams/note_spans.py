"""Notes of a sequence diagram: a note speaks of the messages below it, and of no other.

Below a note is what is drawn after it, up to the next note or the end of the block around it.
The spans that the binding gives to the note are exactly those of the messages there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from snippets.evidence.problem import GuideError
from snippets.evidence.trace import Span

from . import part_names, span_pattern
from .assignment import Assignment
from .binding_line import Noted
from .diagram import Alt, Diagram, Message, Note, Par, Step
from .place import Place


def check(diagram: Diagram, assignment: Assignment, fence: Place) -> Iterator[GuideError]:
    """Find spans that a note claims and that happen elsewhere, and the other way round."""
    below = below_notes(diagram.steps)
    notes = {note.id: note for note in diagram.notes}
    drawn = [span for span in assignment.trace.spans if span.id in assignment.parts]
    for entry in assignment.binding.notes:
        note, inside = notes[entry.part], below[entry.part]
        claimed = [span for span in drawn if any(one.matches(span) for one in entry.patterns)]
        astray = [span for span in claimed if assignment.parts[span.id] not in inside]
        mine = {span.id for span in claimed}
        foreign = [
            span for span in drawn if assignment.parts[span.id] in inside and span.id not in mine
        ]
        if not claimed:
            yield _unseen(note, entry, fence)
        elif astray:
            yield _wrong(note, "이 쪽지의 구간이 쪽지 아래에 없습니다", astray, fence)
        elif foreign:
            yield _wrong(note, "쪽지 아래에 쪽지의 것이 아닌 구간이 있습니다", foreign, fence)


def below_notes(steps: tuple[Step, ...]) -> dict[str, frozenset[str]]:
    """For every note, by id, the messages that it speaks of."""
    found: dict[str, set[str]] = {}
    _walk(steps, None, found)
    return {note: frozenset(below) for note, below in found.items()}


def _walk(steps: tuple[Step, ...], note: str | None, found: dict[str, set[str]]) -> None:
    """Go through one block, under the note that is in force where it begins."""
    for step in steps:
        if isinstance(step, Note):
            note = step.id
            found[note] = set()
        elif isinstance(step, Message):
            if note is not None:
                found[note].add(step.id)
        else:
            blocks = (
                [branch.steps for branch in step.branches]
                if isinstance(step, Alt | Par)
                else [step.steps]
            )
            before = len(found)
            for block in blocks:
                _walk(block, note, found)
            if len(found) > before:  # a note inside ended this one
                note = None


def _unseen(note: Note, entry: Noted, fence: Place) -> GuideError:
    return Place(fence.path, entry.line).problem(
        "diagram-target-unseen",
        f"그림에는 있고 추적에는 없습니다: {part_names.name(note)}",
        "구간 이름을 확인하세요. 거치지 않는 곳이면 지우거나 untraced로 적으세요",
    )


def _wrong(note: Note, what: str, spans: list[Span], fence: Place) -> GuideError:
    by_name: dict[str, list[Span]] = defaultdict(list)
    for span in spans:
        by_name[span.name].append(span)
    patterns = ", ".join(span_pattern.of_spans(some) for some in by_name.values())
    return fence.at(note.line).problem(
        "diagram-note-span",
        f"{what}: '{part_names.name(note)}' ({patterns})",
        "쪽지와 화살표의 자리를 추적과 견주어 보세요",
    )
