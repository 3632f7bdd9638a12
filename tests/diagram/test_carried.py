"""What an arrow is drawn to carry, against the bytes of its spans."""

from __future__ import annotations

import pytest

from hooks.diagrams.carried import MESSAGE_MOST
from snippets.evidence.trace import Path, Trace
from tests.diagram.held import problems
from tests.diagram.request import request
from tests.diagram.seed import FLOWCHART, SEQUENCE, edited, line


def carrying(name: str, moved: int | None) -> Trace:
    """A request in which the spans of one name carried so many bytes."""
    trace = request()
    spans = (
        span.model_copy(update={"bytes": moved}) if span.name == name else span
        for span in trace.spans
    )
    return Trace(id=trace.id, spans=tuple(spans))


def at(source: str, text: str) -> str:
    return f"docs/01.md:{line(source, text)}:"


HEAVY_HINT = (
    "(메시지 하나는 16,384 B까지입니다. data path로 옮겨 그리거나, 왜 무거운지 코드에서 찾으세요)"
)
EMPTY_HINT = "(그 구간이 옮긴 바이트를 세거나, 화살표의 자리를 옮기세요)"


@pytest.mark.parametrize(
    ("span", "drawn", "arrow"),
    [
        ("queue.wait", "B --> C", "B-->C"),  # a decision within the control path
        ("worker.admit", "D --> E", "D-->E"),  # an order into the data path
        ("stream.send", "H --> I", "H-->I"),  # an answer out of both
    ],
)
def test_tensors_in_an_arrow_of_the_control_path(span, drawn, arrow):
    assert problems(FLOWCHART, carrying(span, MESSAGE_MOST)) == []
    steps = "[0:3]" if span == "stream.send" else ""
    assert problems(FLOWCHART, carrying(span, 18_087_936)) == [
        f"{at(FLOWCHART, drawn)} diagram-arrow-heavy 결정을 나르는 화살표에 18,087,936 B가 "
        f"실렸습니다: {arrow} ({span}{steps}) {HEAVY_HINT}"
    ]


def test_tensors_in_a_message_to_the_worker():
    assert problems(SEQUENCE, carrying("scheduler.assign", 1_000_000)) == [
        f"{at(SEQUENCE, 'S->>W')} diagram-arrow-heavy 결정을 나르는 화살표에 1,000,000 B가 "
        f"실렸습니다: S->>W: 워커 배정 (scheduler.assign) {HEAVY_HINT}"
    ]


@pytest.mark.parametrize("moved", [0, None])
def test_nothing_in_an_arrow_of_the_data_path(moved):
    assert problems(FLOWCHART, carrying("decode.embed", moved)) == [
        f"{at(FLOWCHART, 'H --> F')} diagram-arrow-empty data path의 화살표인데 옮긴 바이트가 "
        f"없습니다: H-->F (decode.embed[1:3]) {EMPTY_HINT}"
    ]


def test_a_wrong_path_is_told_once():
    trace = carrying("queue.wait", 18_087_936)
    spans = [
        span.model_copy(update={"path": Path.DATA}) if span.name == "queue.wait" else span
        for span in trace.spans
    ]
    found = problems(FLOWCHART, Trace(id=trace.id, spans=tuple(spans)))
    assert [one.split()[1] for one in found] == ["diagram-path-mismatch"]


@pytest.mark.parametrize("arrow", ["G ==> F", "F ==> H[", "compute ==> F["])
def test_a_thick_arrow_says_that_data_flows(arrow):
    assert problems(edited(FLOWCHART, (arrow.replace("==>", "-->"), arrow)), request()) == []


THICK_HINT = "(보통 화살표 --> 로 그리세요)"


@pytest.mark.parametrize(
    ("arrow", "span"), [("D ==> E", "worker.admit"), ("H ==> I", "stream.send[0:3]")]
)
def test_a_thick_arrow_does_not_touch_the_control_path(arrow, span):
    source = edited(FLOWCHART, (arrow.replace("==>", "-->"), arrow))
    assert problems(source, request()) == [
        f"{at(source, arrow)} diagram-arrow-thick 굵은 화살표(==>)는 data path의 것인데 "
        f"control path에 닿습니다: {arrow.replace(' ==> ', '-->')} ({span}) {THICK_HINT}"
    ]
