from __future__ import annotations

from snippets.evidence.typical import typical

VALUES = {
    "a": {"x": 1.0, "y": 50.0},
    "b": {"x": 2.0, "y": 10.0},
    "c": {"x": 3.0, "y": 30.0},  # in the middle of both
    "d": {"x": 4.0, "y": 20.0},
    "e": {"x": 900.0, "y": 40.0},  # far out, and one rank from d all the same
}


def choose(*names: str, among: str = "abcde") -> str:
    return typical(among, VALUES.__getitem__, names)


def test_the_one_in_the_middle_of_everything() -> None:
    assert choose("x", "y") == "c"


def test_ranks_count_and_not_how_far_out_a_value_is() -> None:
    assert choose("x") == "c"
    assert choose("x", "y", among="acde") == "c"
    assert choose("y", among="bde") == "d"


def test_one_is_typical_of_itself_and_of_two_the_first_is_taken() -> None:
    assert choose("x", among="e") == "e"
    assert choose("x", among="ae") == "a"
