"""Taking samples, on a clock and with work that the tests set."""

from __future__ import annotations

from typing import Any

import pytest

from .script import run

DEVICE = """
const device = ({ tick, cost, slow = () => 1 }) => {
  let at = 0;
  const now = () => { at += 0.001; return Math.floor(at / tick) * tick; };
  const spend = (ms) => { at += ms * slow(at); };
  return {
    now, at: () => at,
    work: { multiply: (batch) => spend(cost(batch)), calibrate: () => spend(0.1) },
  };
};
const ALL = [1, 2, 4, 8, 16, 32];
const flat = (batch) => 5 + batch;
"""


def js(body: str) -> Any:
    return run(DEVICE + body, "stats", "rounds")


@pytest.mark.parametrize("tick", [0.1, 1, 5])
def test_the_clock_tells_its_own_tick(tick: float) -> None:
    assert js(f"return tickOf(device({{ tick: {tick}, cost: flat }}).now)") == pytest.approx(tick)


def test_a_sample_is_long_beside_the_tick() -> None:
    found = js(
        "const one = device({ tick: 1, cost: () => 0.7 }); const start = one.at();"
        "const mean = sample(() => one.work.multiply(1), 20, one.now);"
        "return [mean, one.at() - start]"
    )
    assert found[0] == pytest.approx(0.7, rel=0.05)
    assert 20 <= found[1] < 23


def test_every_round_times_every_batch_once_between_two_looks() -> None:
    found = js(
        "const one = device({ tick: 0.1, cost: flat }); const told = [];"
        "const taken = take(one.work, ALL, 6000, one.now, () => 0.5, (share) => told.push(share));"
        "return { ...taken, told }"
    )
    assert found["tick"] == pytest.approx(0.1)
    assert found["batches"] == [1, 2, 4, 8, 16, 32]
    assert len(found["rounds"]) == len(found["told"]) == 20
    assert found["told"][-1] == 1
    for turn in found["rounds"]:
        assert turn["times"] == pytest.approx({f"{b}": 5 + b for b in (1, 2, 4, 8, 16, 32)}, 0.03)
        assert [turn["before"], turn["after"]] == pytest.approx([0.1, 0.1], rel=0.05)
    assert [one["before"] for one in found["rounds"][1:]] == [
        one["after"] for one in found["rounds"][:-1]
    ]


@pytest.mark.parametrize(("tick", "calls"), [(0.01, 1), (1, 20), (5, 100)])
def test_a_coarser_clock_is_outlasted_by_more_calls(tick: float, calls: int) -> None:
    found = js(
        f"const one = device({{ tick: {tick}, cost: () => 1 }}); let calls = 0;"
        "const multiply = (b) => { calls += 1; one.work.multiply(b); };"
        "const taken = take({ ...one.work, multiply }, ALL, 60000, one.now, () => 0.5, () => {});"
        "return (calls - 12) / 6 / taken.rounds.length"  # without warm-ups and pilots
    )
    assert found == pytest.approx(calls, abs=1.01)


def test_the_order_is_shuffled() -> None:
    found = js(
        "const one = device({ tick: 0.1, cost: flat }); const order = [];"
        "const multiply = (b) => { order.push(b); one.work.multiply(b); };"
        "take({ ...one.work, multiply }, ALL, 6000, one.now, () => 0, () => {});"
        "const first = order.slice(12, 18);"
        "let n = 0;"
        "const other = []; const two = device({ tick: 0.1, cost: flat });"
        "take({ ...two.work, multiply: (b) => { other.push(b); two.work.multiply(b); } }, ALL,"
        " 6000, two.now, () => 0.99, () => {});"
        "return [first, other.slice(12, 18)]"
    )
    assert found == [[1, 2, 4, 8, 16, 32], [32, 16, 8, 4, 2, 1]]


def test_a_slow_device_leaves_the_largest_out_and_keeps_within_its_time() -> None:
    found = js(
        "const one = device({ tick: 0.1, cost: (batch) => 22 * batch });"
        "const taken = take(one.work, ALL, 6000, one.now, () => 0.5, () => {});"
        "return [taken.batches, taken.rounds.length, one.at()]"
    )
    assert found[0] == [1, 2, 4, 8]
    assert found[1] >= 8
    assert found[2] < 6000 + 22 * 15 + 10


@pytest.mark.parametrize(("tick", "cost"), [(0.1, 400), (100, 5)])
def test_without_time_for_the_shape_no_round_is_taken(tick: float, cost: float) -> None:
    found = js(
        f"const one = device({{ tick: {tick}, cost: (batch) => {cost} * batch }});"
        "return take(one.work, ALL, 6000, one.now, () => 0.5, () => {})"
    )
    assert found == {"tick": pytest.approx(tick), "batches": [], "rounds": []}
