"""Loops and alternatives of a sequence diagram: what is drawn as possible has happened.

What a ``loop`` holds came again, every branch of an ``alt`` and every ``opt`` was taken. One
request cannot take two branches of an ``alt``: what it did not take is declared ``untraced``,
message by message, and the reader is told why.

A request of one token has no decode at all: the messages that stand for it are unseen, which is
an error of its own, and a longer request has to be traced. A request of two tokens decodes once:
nothing in it came again, so it refutes no loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from snippets.evidence.problem import GuideError

from .assignment import Assignment
from .diagram import Alt, Branch, Diagram, Loop, Message, Note, Opt, Par, Step, messages, plain
from .occurrences import occurrences
from .part_names import name, written
from .place import Place


def check(diagram: Diagram, assignment: Assignment, fence: Place) -> Iterator[GuideError]:
    """Find loops that did not come round again, and ways that were not taken."""
    happened = Counter(one.part for one in occurrences(assignment))
    drawn = frozenset(m.id for m in diagram.messages) - assignment.binding.without_spans
    for way in _ways(diagram.steps):
        inside = [message for message in messages(way.steps) if message.id in drawn]
        if inside and not any(message.id in assignment.seen for message in inside):
            yield _untaken(diagram, way, inside[0], fence)
    if max(happened.values(), default=0) > 1:
        for loop in _loops(diagram.steps):
            if once := _once(loop, happened):
                yield _unrepeated(loop, once, fence)


def _ways(steps: tuple[Step, ...]) -> Iterator[Branch | Opt]:
    """What may be left out. An ``alt`` in one that never happened was told with it."""
    for step in steps:
        if isinstance(step, Alt):
            yield from step.branches
        elif isinstance(step, Opt):
            yield step
        elif isinstance(step, Loop):
            yield from _ways(step.steps)
        elif not isinstance(step, Message | Note):
            for branch in step.branches:
                yield from _ways(branch.steps)


def _loops(steps: tuple[Step, ...]) -> Iterator[Loop]:
    for step in steps:
        if isinstance(step, Loop):
            yield step
        if isinstance(step, Loop | Opt):
            yield from _loops(step.steps)
        elif not isinstance(step, Message | Note):
            for branch in step.branches:
                yield from _loops(branch.steps)


def _once(loop: Loop, happened: Counter[str]) -> list[Message]:
    """What is part of every round of a loop, and happened one time only."""
    return [message for message in _always(loop.steps) if happened[message.id] == 1]


def _always(steps: tuple[Step, ...]) -> Iterator[Message]:
    """The messages that each round has: neither optional nor in a loop of their own."""
    for step in steps:
        if isinstance(step, Message):
            yield step
        elif isinstance(step, Par):
            for branch in step.branches:
                yield from _always(branch.steps)


def _untaken(diagram: Diagram, way: Branch | Opt, first: Message, fence: Place) -> GuideError:
    return fence.at(way.line).problem(
        "diagram-block-unseen",
        f"추적에서는 한 번도 일어나지 않은 갈래입니다: '{plain(way.text)}'",
        f"지우거나, 안의 메시지마다 %% untraced {written(diagram, first)}: 까닭 처럼 적으세요",
    )


def _unrepeated(loop: Loop, once: list[Message], fence: Place) -> GuideError:
    names = ", ".join(f"'{name(message)}'" for message in once)
    return fence.at(loop.line).problem(
        "diagram-loop-once",
        f"loop '{plain(loop.text)}' 안의 메시지가 추적에서는 한 번만 일어났습니다: {names}",
        "그 메시지를 loop 밖에 그리거나, 되풀이되는 메시지만 둘러싸세요",
    )
