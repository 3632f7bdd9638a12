"""Random edits of the drawings of chapter 01: what changes the drawing's meaning fails.

Each edit changes lines that draw, in one go, with a fixed seed: a line deleted or doubled, two
lines or two ids exchanged, an arrow written otherwise, an id replaced by another.
"""

from __future__ import annotations

import difflib
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from hooks.diagrams import mermaid
from hooks.diagrams.diagram import Diagram, Loop, Message, Note, Step
from hooks.diagrams.mermaid_model import decode
from hooks.diagrams.source_lines import statements
from tests.diagram.chapter import IN_TIME, JOURNEY, Drawing, recorded

EDITS = 150
"""For each drawing."""
STYLE = re.compile(r"\s*(?:flowchart|sequenceDiagram|classDef|direction|acc(?:Title|Descr))\b")
FLOW_ARROWS = ("-->", "---", "==>", "-.->", "<-->")
TALK_ARROWS = ("->>", "-->>")
TRACE = recorded()


def edited(drawing: Drawing, dice: random.Random) -> Drawing:
    """The drawing after one edit."""
    rows = drawing.source.split("\n")
    drawn = [n - 1 for n, row in statements(drawing.source) if not STYLE.match(row)]
    edits = (deleted, doubled, exchanged, other_arrow, other_id, exchanged_ids)
    dice.choice(edits)(rows, drawn, dice)
    return Drawing("\n".join(rows), drawing.fence)


def deleted(rows: list[str], drawn: list[int], dice: random.Random) -> None:
    rows[dice.choice(drawn)] = ""


def doubled(rows: list[str], drawn: list[int], dice: random.Random) -> None:
    at = dice.choice(drawn)
    rows.insert(at, rows[at])


def exchanged(rows: list[str], drawn: list[int], dice: random.Random) -> None:
    one, other = dice.sample(drawn, 2)
    rows[one], rows[other] = rows[other], rows[one]


def other_arrow(rows: list[str], drawn: list[int], dice: random.Random) -> None:
    arrows = TALK_ARROWS if "sequenceDiagram" in rows else FLOW_ARROWS
    at = dice.choice([n for n in drawn if any(arrow in rows[n] for arrow in arrows)])
    old = max((arrow for arrow in arrows if arrow in rows[at]), key=len)
    new = dice.choice([arrow for arrow in arrows if arrow != old])
    rows[at] = rows[at].replace(old, new)


def other_id(rows: list[str], drawn: list[int], dice: random.Random) -> None:
    at = dice.choice([n for n in drawn if ids(rows[n])])
    place = dice.choice(ids(rows[at]))
    known = sorted({rows[n][one] for n in drawn for one in ids(rows[n])} - {rows[at][place]})
    rows[at] = rows[at][:place] + dice.choice(known) + rows[at][place + 1 :]


def exchanged_ids(rows: list[str], drawn: list[int], dice: random.Random) -> None:
    at = dice.choice([n for n in drawn if len({rows[n][one] for one in ids(rows[n])}) > 1])
    one, other = dice.sample(ids(rows[at]), 2)
    row = list(rows[at])
    row[one], row[other] = row[other], row[one]
    rows[at] = "".join(row)


def ids(row: str) -> list[int]:
    """Where the one-letter ids of nodes and participants stand."""
    return [match.start() for match in re.finditer(r"(?<![\w(+])[A-Z](?![\w])", row)]


def said(diagram: Diagram) -> tuple[Any, ...]:
    """What a drawing says, so that two that say the same are equal.

    Accepted as saying the same:

    - Boxes, arrows and frames in another order of lines: Mermaid lays the same chart out of them,
      and an arrow has its meaning from its ends, wherever its line stands.
    - A thick arrow where data flows anyway, or a dotted one: in a flowchart a stroke declares
      nothing but ``==>`` for data, and that is what its place says already. A thick arrow that
      touches the control path is not accepted (``test_mutations``).
    - Participants in another order, or declared twice: columns change places, the messages between
      them do not.
    - A note over ``M,W`` instead of ``W,M``: the same box over the same two columns.
    - A note on the first line of a ``loop`` instead of on the line above it: the same messages are
      below it.
    """
    return (
        {(node.id, node.label, node.subgraph) for node in diagram.nodes},
        sorted(
            (edge.source, edge.target, edge.label, edge.two_way, edge.headless)
            for edge in diagram.edges
        ),
        {(frame.id, frame.title, frame.parent) for frame in diagram.subgraphs},
        {(actor.id, actor.label) for actor in diagram.actors},
        [*_told(diagram.steps)],
    )


def _told(steps: tuple[Step, ...]) -> Iterator[tuple[Any, ...]]:
    for step in steps:
        if isinstance(step, Message):
            yield step.source, step.target, step.text, step.dotted
        elif isinstance(step, Note):
            yield "note", frozenset(step.actors), step.text
        elif isinstance(step, Loop):
            first, *rest = step.steps
            above = (first,) if isinstance(first, Note) else ()
            yield from _told(above)
            yield "loop", step.text, *_told(tuple(rest) if above else step.steps)
        else:
            yield "block", repr(step)


def mutants(drawing: Drawing) -> dict[str, Drawing]:
    """Different drawings, one edit away; the same ones on every run."""
    dice = random.Random(20240601)
    found = (edited(drawing, dice) for _ in range(EDITS))
    return {one.source: one for one in found if one.source != drawing.source}


@pytest.mark.parametrize("drawing", [JOURNEY, IN_TIME], ids=["flowchart", "sequence"])
def test_what_changes_the_meaning_of_a_drawing_fails(drawing: Drawing) -> None:
    original = said(mermaid.read(drawing.source))
    unnoticed, outcomes = [], {"rejected": 0, "failed": 0, "the same": 0}
    for mutant in mutants(drawing).values():
        # Not ``mermaid.read``: to look for the line of a syntax error takes dozens of parses.
        model = mermaid._ask(mutant.source)
        if "error" in model:
            outcomes["rejected"] += 1
            continue
        diagram = decode(model, mutant.source)
        if mutant.errors_of(diagram, TRACE):
            outcomes["failed"] += 1
        elif said(diagram) == original:
            outcomes["the same"] += 1
        else:
            unnoticed.append(changes(drawing, mutant))
    assert unnoticed == []
    assert outcomes["failed"] > outcomes["rejected"] + outcomes["the same"]


def changes(drawing: Drawing, mutant: Drawing) -> str:
    """What was edited, for the one who has to look at it."""
    before, after = drawing.source.split("\n"), mutant.source.split("\n")
    return "\n".join(row for row in difflib.ndiff(before, after) if row[0] in "+-")
