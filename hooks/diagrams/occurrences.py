"""A sequence diagram against a trace: every message in the order in which it is drawn.

What happened is ordered in part only. One message is before another when it belongs to an
earlier step (token ``k`` is sent while step ``k + 1`` runs, and belongs to step ``k``), or when it
caused the other within the same step. Two of one step that do not cause each other are beside
each other, and either order of drawing is right. Clocks play no part.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from snippets.evidence.problem import GuideError
from snippets.evidence.trace import Span

from . import part_names
from .assignment import Assignment
from .diagram import Alt, Diagram, Loop, Message, Opt, Par, Step, messages
from .message_order import Order, order, views
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
    possible = assignment.seen | (optional(diagram.steps) - assignment.binding.without_spans)
    strands = [Strand(order(view, possible), _ids(view)) for view in views(diagram.steps)]
    told: set[str | None] = set()
    previous: str | None = None
    left = list(occurrences(assignment))
    while left:
        ready = _ready(left, assignment)
        one = next((one for one in ready if _allowed(one.part, strands)), ready[0])
        left.remove(one)
        if not _allowed(one.part, strands):
            here = {strand.previous for strand in strands if one.part in strand.messages}
            # Two messages that changed places are out of order at three: that is told once.
            if not told & {*here, one.part}:
                where = previous if previous in here else next(iter(here))
                yield _out_of_order(drawn, where, one, _expected(strands), fence)
            told |= {*here, one.part}
        for strand in strands:
            strand.went_on(one.part)
        previous = one.part
    open_ends = [one for one in strands if not one.may_end and one.previous not in told]
    if previous is not None and open_ends:
        yield fence.at(drawn[previous].line).problem(
            "diagram-order",
            f"추적은 {_name(drawn, previous)} 다음에 끝났는데 그림에는 남은 것이 있습니다: "
            f"{_names(drawn, _expected(open_ends))}",
            "그림과 추적 가운데 어느 쪽이 맞는지 보세요",
        )


@dataclass
class Strand:
    """One view of the drawing, and how far what happened has gone in it."""

    allowed: Order
    messages: frozenset[str]
    previous: str | None = None

    @property
    def expected(self) -> frozenset[str]:
        """What may come next."""
        return self.allowed.after(self.previous)

    @property
    def may_end(self) -> bool:
        """Whether nothing has to come any more."""
        if self.previous is None:
            return self.allowed.skippable
        return self.previous in self.allowed.last

    def went_on(self, message: str) -> None:
        """Take note of what happened, where it is drawn in this view."""
        if message in self.messages:
            self.previous = message


def _ids(steps: tuple[Step, ...]) -> frozenset[str]:
    return frozenset(message.id for message in messages(steps))


def _allowed(part: str, strands: list[Strand]) -> bool:
    return all(part in one.expected for one in strands if part in one.messages)


def _expected(strands: list[Strand]) -> frozenset[str]:
    """What may come next."""
    some = frozenset[str]().union(*(one.expected for one in strands))
    return frozenset(part for part in some if _allowed(part, strands))


def _ready(left: list[Occurrence], assignment: Assignment) -> list[Occurrence]:
    """What may be next: of the step that is on, and caused by nothing that is left."""
    beside = [one for one in left if one.step == left[0].step]
    if len(beside) == 1:
        return beside
    ends = {id(one): _last(one, assignment) for one in beside}
    last = {span.id for span in ends.values()}
    return [
        one
        for one in beside
        if not any(cause.id in last for cause in assignment.causes.before(ends[id(one)]))
    ]


def _last(one: Occurrence, assignment: Assignment) -> Span:
    return max(one.spans, key=assignment.causes.place)


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
