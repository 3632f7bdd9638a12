"""Chapter 06: what its deterministic experiments rest on."""

from __future__ import annotations

import pytest

from hooks import claim_fence
from snippets import ch06_blocks, ch06_walk
from snippets.evidence.series import counted_series
from snippets.serving.simulate import Arrival


def test_a_chapter_may_have_several_experiments_each_with_claims_and_series() -> None:
    assert claim_fence.read("ch06_walk.same_answer\n") == "ch06_walk.same_answer"
    assert counted_series("ch06_blocks.waste", "%", {16.0: 1.0}).id == "ch06_blocks.waste"
    assert claim_fence.read("ch6_walk.same_answer") is None


@pytest.mark.parametrize(
    ("shape", "a_token"),
    [((32, 4096, 32, 8), 131_072), ((40, 5120, 40, 40), 819_200), ((24, 896, 14, 2), 12_288)],
)
def test_a_real_cache_has_the_bytes_that_the_dimensions_say(
    shape: tuple[int, int, int, int], a_token: int
) -> None:
    assert ch06_blocks.cache_bytes(shape, 32) == 32 * a_token


def test_a_reservation_is_a_block_as_long_as_the_context() -> None:
    """17 requests of one length, and room for 16: the waste can be worked out by hand."""
    arrivals = [Arrival(0.0, tuple(range(48)), output=2)] * 17
    reserved = ch06_blocks.serve(ch06_blocks.LONGEST, arrivals)
    # While one waits, 16 run: a first step with 48 tokens each, and a second with 49.
    assert reserved.running == 16
    assert reserved.waste == pytest.approx(100 * (1 - (48 + 49) / 2 / 2048))
    assert reserved.preempted == 0


def test_the_second_request_finds_what_the_first_left() -> None:
    kitchen = ch06_walk.Kitchen()
    prompts = [[*ch06_walk.SHARED, *own] for own in (ch06_walk.FIRST, ch06_walk.SECOND)]
    (first, found_first), (second, found_second) = (kitchen.serve(one) for one in prompts)
    assert (found_first, found_second) == (0, 32)
    assert len(first) == len(second) == ch06_walk.OUTPUT
    names = [span.name for span in kitchen.notes.spans]
    assert names[:2] == ["block.hit", "block.take"]
    assert names[-1] == "block.release"
    assert kitchen.planner.blocks.pool.free == ch06_walk.BLOCKS
