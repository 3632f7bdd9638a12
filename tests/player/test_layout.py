"""Where labels go."""

from __future__ import annotations

import itertools
from typing import Any

from .modules import Module

LAYOUT = Module("layout")
Box = dict[str, float]
SIZE = {"width": 60, "height": 20}
BOUNDS = {"x": 0, "y": 0, "width": 400, "height": 400}


def box(x: float, y: float, width: float = 60, height: float = 20) -> Box:
    return {"x": x, "y": y, "width": width, "height": height}


def choose(places: list[Box], **taken: Any) -> Box:
    around = {"words": [], "lines": [], "bounds": BOUNDS} | taken
    chosen: Box = LAYOUT("choose(places, taken)", places=places, taken=around)
    return chosen


def test_overlap_is_the_shared_area() -> None:
    pairs = [(box(0, 0), box(50, 10)), (box(0, 0), box(60, 0)), (box(0, 0), box(10, 5, 10, 5))]
    assert [LAYOUT("overlap(a, b)", a=a, b=b) for a, b in pairs] == [100, 0, 50]


def test_the_first_place_is_taken_when_it_is_free() -> None:
    assert choose([box(10, 10), box(100, 10)]) == box(10, 10)


def test_words_are_not_covered() -> None:
    assert choose([box(10, 10), box(100, 10)], words=[box(0, 0, 15, 15)]) == box(100, 10)


def test_a_label_stays_within_the_drawing() -> None:
    assert choose([box(350, 10), box(100, 10)]) == box(100, 10)


def test_a_line_is_rather_crossed_than_words_covered() -> None:
    places = [box(10, 10), box(100, 10)]
    assert choose(places, words=[places[0]], lines=[{"x": 120, "y": 15}]) == places[1]
    assert choose(places, lines=[{"x": 20, "y": 15}]) == places[1]


def test_where_nothing_is_free_the_least_is_covered() -> None:
    places = [box(10, 10), box(100, 10)]
    assert choose(places, words=[box(10, 10), box(150, 10)]) == places[1]


def test_a_tag_leaves_the_middle_of_its_node_to_the_arrows() -> None:
    for width in (30, 100, 300):
        node = box(100, 100, width, 50)
        middle = 100 + width / 2
        places = LAYOUT("aroundNode(box, size)", box=node, size=SIZE)
        assert not any(one["x"] < middle < one["x"] + SIZE["width"] for one in places)


def test_a_tag_that_lies_on_its_node_covers_half_its_height_at_most() -> None:
    node = box(100, 100, 200, 50)
    for one in LAYOUT("aroundNode(box, size)", box=node, size=SIZE):
        assert LAYOUT("overlap(a, b)", a=one, b=node) <= SIZE["width"] * SIZE["height"] / 2


def test_labels_of_a_line_stand_beside_it() -> None:
    points = [{"x": 50, "y": y} for y in range(0, 101, 10)]
    places = LAYOUT("besideLine(points, size)", points=points, size=SIZE)
    assert places[:2] == [box(56, 40), box(-16, 40)]
    assert not any(one["x"] <= 50 <= one["x"] + SIZE["width"] for one in places)


def test_a_message_to_another_bears_its_label_and_one_to_itself_has_it_beside() -> None:
    arrow, loop = box(100, 200, 150, 0), box(100, 200, 40, 20)
    assert LAYOUT("onMessage(box, size)", box=arrow, size=SIZE)[0] == box(145, 190)
    assert LAYOUT("onMessage(box, size)", box=loop, size=SIZE)[0] == box(146, 200)


def test_a_loop_at_the_edge_of_the_drawing_has_its_label_within() -> None:
    loop = box(350, 200, 40, 20)
    places = LAYOUT("onMessage(box, size)", box=loop, size=SIZE)
    assert choose(places) == box(284, 200)


def test_places_differ() -> None:
    arrow = box(100, 200, 150, 0)
    for places in (
        LAYOUT("aroundNode(box, size)", box=box(100, 100, 90, 40), size=SIZE),
        LAYOUT("onMessage(box, size)", box=arrow, size=SIZE),
        LAYOUT("onMessage(box, size)", box=box(100, 200, 40, 20), size=SIZE),
    ):
        assert all(a != b for a, b in itertools.combinations(places, 2))


def test_labels_of_a_level_line_stand_above_or_below_it() -> None:
    points = [{"x": x, "y": 50} for x in range(0, 101, 10)]
    places = LAYOUT("besideLine(points, size)", points=points, size=SIZE)
    assert places[:2] == [box(20, 27), box(20, 53)]
    assert not any(one["y"] <= 50 <= one["y"] + SIZE["height"] for one in places)
