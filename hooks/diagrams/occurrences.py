"""A sequence diagram against a trace: every message in the order in which it is drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from snippets.evidence.problem import GuideError
from snippets.evidence.trace import Span

from . import part_names
from .assignment import Assignment
from .diagram import Alt, Diagram, Loop, Message, Opt, Par, Step, messages
from .message_order import order
from .place import Place


@dataclass(frozen=True)
class Occurrence:
    """One time that a message happens: its spans of one step (-1: before the first)."""

    part: str
    step: int
    spans: tuple[Span, ...]


def occurrences(assignment: Assignment) -> tuple[Occurrence, ...]:
    """What happened, in order.

    An arrow has happened when its last span has: computing and memory take turns within a step,
    layer by layer, so where they begin tells nothing. Which span is last, the causes say.
    """
    place = assignment.causes.place
    groups: dict[tuple[str, int], list[Span]] = defaultdict(list)
    for span in assignment.trace.spans:
        if span.id in assignment.parts:
            groups[assignment.parts[span.id], place(span)[0]].append(span)
    done = [Occurrence(part, step, tuple(spans)) for (part, step), spans in groups.items()]
    return tuple(sorted(done, key=lambda one: max(map(place, one.spans))))


def check(diagram: Diagram, assignment: Assignment, fence: Place) -> Iterator[GuideError]:
    """Compare what happened with what the drawing allows.

    A message that never happened is an error elsewhere, unless it may be left out; here the
    drawing is read without it, so that the rest is still compared.
    """
    drawn = {message.id: message for message in diagram.messages}
    allowed = order(diagram.steps, assignment.seen | optional(diagram.steps))
    told: set[str | None] = set()
    previous: str | None = None
    for one in occurrences(assignment):
        expected = allowed.after(previous)
        if one.part not in expected:
            # Two messages that changed places are out of order at three: that is told once.
            if not told & {previous, one.part}:
                yield _out_of_order(drawn, previous, one, expected, fence)
            told |= {previous, one.part}
        previous = one.part
    if previous is not None and previous not in allowed.last | told:
        yield fence.at(drawn[previous].line).problem(
            "diagram-order",
            f"추적은 {_name(drawn, previous)} 다음에 끝났는데 그림에는 남은 것이 있습니다: "
            f"{_names(drawn, allowed.after(previous))}",
            "그림과 추적 가운데 어느 쪽이 맞는지 보세요",
        )


def optional(steps: tuple[Step, ...]) -> frozenset[str]:
    """Messages that a whole request may do without."""
    found: set[str] = set()
    for step in steps:
        if isinstance(step, Opt | Alt):
            found |= {message.id for message in messages((step,))}
        elif isinstance(step, Loop):
            found |= optional(step.steps)
        elif isinstance(step, Par):
            for branch in step.branches:
                found |= optional(branch.steps)
    return frozenset(found)


def _out_of_order(
    drawn: dict[str, Message],
    previous: str | None,
    came: Occurrence,
    expected: frozenset[str],
    fence: Place,
) -> GuideError:
    where = f"{_name(drawn, previous)} 다음" if previous else "맨 앞"
    step = f" (단계 {came.step})" if came.step >= 0 else ""
    return fence.at(drawn[came.part].line).problem(
        "diagram-order",
        f"{where}이 다릅니다: 추적은 {_name(drawn, came.part)}{step}, "
        f"그림은 {_names(drawn, expected) or '끝'}",
        "화살표의 차례와 loop·opt·alt를 추적과 견주어 보세요",
    )


def _name(drawn: dict[str, Message], message: str) -> str:
    return f"'{part_names.name(drawn[message])}'"


def _names(drawn: dict[str, Message], some: frozenset[str]) -> str:
    return " 또는 ".join(_name(drawn, message) for message in drawn if message in some)
