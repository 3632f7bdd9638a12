"""Shares of a matrix: every experiment in exactly one, the same everywhere, none overloaded."""

from __future__ import annotations

import pytest

from snippets.evidence.catalogue import Listing, listings
from snippets.evidence.problem import GuideError
from snippets.evidence.record import load
from snippets.evidence.shard import START_S, Shard, durations, shares
from tests.conftest import ROOT

KNOWN = listings(ROOT)
NAMES = [name for name, listing in KNOWN.items() if not listing.on_request]
SECONDS = durations(ROOT, KNOWN)


@pytest.mark.parametrize("count", range(1, 30))
def test_every_experiment_is_in_exactly_one_share(count: int) -> None:
    taken = [Shard(number, count).of_names(NAMES, SECONDS) for number in range(1, count + 1)]
    assert sorted(name for share in taken for name in share) == sorted(NAMES)


@pytest.mark.parametrize("count", range(1, 30))
def test_no_share_has_more_than_its_part_and_one_experiment(count: int) -> None:
    loads = [sum(SECONDS[name] for name in share) for share in shares(NAMES, SECONDS, count)]
    whole, longest = sum(SECONDS[name] for name in NAMES), max(SECONDS[name] for name in NAMES)
    assert max(loads) <= whole / count + longest
    assert max(loads) - min(loads) <= longest


@pytest.mark.parametrize("count", range(1, 30))
def test_the_order_of_the_names_decides_nothing(count: int) -> None:
    assert shares(NAMES, SECONDS, count) == shares(NAMES[::-1], SECONDS, count)


def test_the_longest_go_first_and_ties_to_the_first_name_and_share() -> None:
    seconds = {"d": 1.0, "a": 5.0, "b": 3.0, "c": 3.0}
    assert shares("dabc", seconds, 2) == [["a", "d"], ["b", "c"]]
    assert shares("dabc", seconds, 6) == [["a"], ["b"], ["c"], ["d"], [], []]


def test_a_share_keeps_the_order_it_was_given() -> None:
    assert Shard(1, 1).of_names(["c", "a"], {"a": 9.0, "c": 1.0}) == ["c", "a"]


def test_durations_are_committed_ones_or_the_time_limit() -> None:
    taken = [load(path) for path in ROOT.glob("snippets/records/*/ch05_roof.json")]
    assert SECONDS["ch05_roof"] == START_S + max(one.conditions.duration_s for one in taken)
    fresh = {"x": Listing("x", "m", "p", 1, "t", 60.0, {}, {})}
    assert durations(ROOT, fresh) == {"x": START_S + 60.0}


@pytest.mark.parametrize("text", ["0/4", "5/4", "1/0", "1", "a/b", "1/4/2", "-1/4", ""])
def test_a_share_that_cannot_be_read(text: str) -> None:
    with pytest.raises(GuideError) as error:
        Shard.read(text)
    assert str(error.value) == (
        f"--shard:1: shard-malformed 몫을 읽을 수 없습니다: {text} (1/4, 2/4처럼 적으세요)"
    )


def test_a_share_that_can() -> None:
    assert Shard.read("3/12") == Shard(3, 12)
