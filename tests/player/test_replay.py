"""What the player shows at which stop."""

from __future__ import annotations

from typing import Any

import pytest

from .modules import Module

REPLAY = Module("replay")
LAST = 3


def stop(at: int, lit: list[str], **more: Any) -> dict[str, Any]:
    return {
        "lit": lit,
        "at": at,
        "for": 10,
        "phase": "queue",
        "path": "control",
        **more,
    }


STOPS = [
    stop(0, ["A"], say="접수 (client.send)", text="2 ms"),
    stop(10, ["A-B", "B"], say="큐 (queue.wait)", text=""),
    stop(25, ["B-A", "A"], say="접수 (client.send)", text="1 ms", path=None),
]


@pytest.mark.parametrize(
    ("duration", "length", "shown"),
    [
        (0, 1_000_000, 150),  # the floor
        (7_500, 1_000_000, 150),
        (20_000, 1_000_000, 400),
        (60_000, 1_000_000, 1200),
        (900_000, 1_000_000, 1200),  # the cap
        (20_000, 2_000_000, 200),  # a longer request is not played for longer
        (0, 0, 500),  # time is withheld: a beat
    ],
)
def test_a_stop_is_shown_for_its_share_of_time_between_floor_and_cap(
    duration: int, length: int, shown: int
) -> None:
    assert REPLAY("pace(d, l)", d=duration, l=length) == shown


@pytest.mark.parametrize(
    ("state", "action", "becomes"),
    [
        ((0, False), {"type": "play", "still": False}, (1, True)),
        ((2, False), {"type": "play", "still": False}, (3, True)),
        ((3, False), {"type": "play", "still": False}, (1, True)),  # once more from the start
        ((0, False), {"type": "play", "still": True}, (3, False)),  # nothing moves by itself
        ((1, True), {"type": "tick"}, (2, True)),
        ((3, True), {"type": "tick"}, (3, False)),
        ((2, True), {"type": "pause"}, (2, False)),
        ((2, True), {"type": "by", "count": 1}, (3, False)),
        ((3, False), {"type": "by", "count": 1}, (3, False)),
        ((0, False), {"type": "by", "count": -1}, (0, False)),
        ((2, True), {"type": "to", "position": 0}, (0, False)),
        ((2, True), {"type": "to", "position": 9}, (3, False)),
    ],
)
def test_a_control_leads_from_one_state_to_the_next(
    state: tuple[int, bool], action: dict[str, Any], becomes: tuple[int, bool]
) -> None:
    before = {"request": 1, "position": state[0], "playing": state[1]}
    after = {"request": 1, "position": becomes[0], "playing": becomes[1]}
    assert REPLAY("next(s, a, last)", s=before, a=action, last=LAST) == after


def test_another_request_begins_at_rest() -> None:
    before = {"request": 0, "position": 2, "playing": True}
    after = {"request": 1, "position": 0, "playing": False}
    assert REPLAY("next(s, {type: 'choose', request: 1}, 3)", s=before) == after


def test_a_request_without_stops_does_not_play() -> None:
    state = {"request": 0, "position": 0, "playing": False}
    assert REPLAY("next(s, {type: 'play', still: false}, 0)", s=state) == state


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (0, {"A": "", "A-B": "", "B": "", "B-A": ""}),
        (1, {"A": "lit", "A-B": "ahead", "B": "ahead", "B-A": "ahead"}),
        (2, {"A": "passed", "A-B": "lit", "B": "lit", "B-A": "ahead"}),
        (3, {"A": "lit", "A-B": "passed", "B": "passed", "B-A": "lit"}),
    ],
)
def test_every_part_is_ahead_lit_or_passed(position: int, expected: dict[str, str]) -> None:
    seen = REPLAY("[...marks(parts, stops, n)]", parts=list(expected), stops=STOPS, n=position)
    assert dict(seen) == expected


@pytest.mark.parametrize(("time", "position"), [(0, 1), (9, 1), (10, 2), (24, 2), (25, 3), (99, 3)])
def test_a_moment_belongs_to_the_stop_that_has_begun(time: int, position: int) -> None:
    assert REPLAY("positionAt(stops, t)", stops=STOPS, t=time) == position


def test_the_cursor_stands_where_the_stop_ends() -> None:
    assert REPLAY("stops.map((one) => reached(one, 40))", stops=STOPS) == [25, 50, 87.5]
    assert REPLAY("reached(stops[0], 40)", stops=[stop(0, ["A"], until=30)]) == 75  # with gaps
    assert REPLAY("reached(stops[2], 30)", stops=STOPS) == 100  # clocks may differ a little
    assert REPLAY("[reached(undefined, 40), reached(stops[2], 0)]", stops=STOPS) == [0, 0]


def test_two_requests_share_the_longer_clock() -> None:
    requests = [{"length": 0}, {"length": 40}, {"length": 25}]
    assert REPLAY("clock({requests: r})", r=requests) == 40


@pytest.mark.parametrize(
    ("text", "count", "shown"),
    [("2 ms", 1, "2 ms"), ("2 ms", 64, "2 ms ×64"), ("", 64, "×64"), ("", 1, "")],
)
def test_a_badge_is_a_time_and_how_often(text: str, count: int, shown: str) -> None:
    assert REPLAY("total(b)", b={"text": text, "count": count, "difference": None}) == shown


def test_a_stop_is_told_in_a_sentence_without_what_is_not_known() -> None:
    told = [REPLAY("told(stops, n)", stops=STOPS, n=position) for position in range(4)]
    assert told == [
        "시작 전, 모두 3걸음",
        "3걸음 가운데 1번째: 접수 (client.send), 2 ms, control path",
        "3걸음 가운데 2번째: 큐 (queue.wait), control path",
        "3걸음 가운데 3번째: 접수 (client.send), 1 ms",
    ]
