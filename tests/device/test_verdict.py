"""What rounds show, and what takes their place."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from hooks.device.texts import TEXTS

from .script import FOLDER, run

TIMES = {1: 6.0, 2: 6.0, 4: 9.0, 8: 12.0}


def rounds(looks: list[float], times: dict[int, float] = TIMES) -> list[dict[str, Any]]:
    """A round between every two looks."""
    pairs = pairwise(looks)
    return [{"times": times, "before": a, "after": b} for a, b in pairs]


def judge(turns: list[dict[str, Any]], tick: float = 0.1, batches: tuple[int, ...] = (1, 2, 4, 8)):  # type: ignore[no-untyped-def]
    taken = {"tick": tick, "batches": batches, "rounds": turns}
    return run(
        f"return judge({json.dumps(taken)}, {{ rows: 1000, k: 1500 }})",
        "stats",
        "rounds",
        "verdict",
    )


def exact(value: float) -> dict[str, Any]:
    return pytest.approx({"value": value, "low": value, "high": value, "flag": False})


def test_a_quiet_device() -> None:
    assert judge(rounds([4.0] * 13)) == {
        "rows": [
            {
                "batch": batch,
                "ratio": exact(ms / 6),
                "gflops": exact(3e6 * batch / ms / 1e6),
                "gbps": exact(6e6 / ms / 1e6),
            }
            for batch, ms in TIMES.items()
        ],
        "kept": 12,
        "taken": 12,
    }


def test_a_round_beside_a_slow_look_does_not_count_however_fast_it_was() -> None:
    turns = rounds([4.0, 4.0, 4.0, 4.0, 6.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0])
    turns[3]["times"] = turns[4]["times"] = dict.fromkeys(TIMES, 1e-3)
    found = judge(turns)
    assert (found["kept"], found["taken"]) == (10, 12)
    assert found["rows"][3]["ratio"] == exact(2)


def test_a_slow_round_counts_when_the_device_was_not_slow() -> None:
    turns = rounds([4.0] * 8)
    turns[0]["times"] = dict.fromkeys(TIMES, 600.0)
    found = judge(turns)
    assert found["kept"] == 7
    assert found["rows"][0]["gbps"]["low"] == pytest.approx(0.01)


@pytest.mark.parametrize(
    ("looks", "reason"),
    [
        ([4.0] * 6, ["slow", 8]),
        ([4 + 0.1 * n for n in range(13)], ["slower", 22]),
        ([4 - 0.1 * n for n in range(13)], ["faster", 31]),
        ([4.0, 6.0] * 6, ["busy", 0, 11]),
        ([4.0] * 5 + [6.0, 4.0, 6.0, 4.0, 6.0, 4.0], ["busy", 4, 10]),
    ],
)
def test_why_there_is_nothing(looks: list[float], reason: list[object]) -> None:
    found = judge(rounds(looks))
    assert found["rows"] == []
    assert found["reason"] == reason


def test_a_coarse_clock_is_named() -> None:
    assert judge([], tick=100, batches=())["reason"] == ["coarse", 100]


def test_one_batch_that_scatters_hides_itself_and_no_other() -> None:
    turns = rounds([4.0] * 13)
    for n, turn in enumerate(turns):
        turn["times"] = TIMES | {8: 12.0 * (1 + n % 3)}
    rows = judge(turns)["rows"]
    assert rows[3]["ratio"] == {"reason": ["unsteady", 100]}
    assert rows[2]["ratio"] == exact(1.5)


def test_without_the_first_there_is_no_measure_for_the_others() -> None:
    turns = rounds([4.0] * 13)
    for n, turn in enumerate(turns):
        turn["times"] = TIMES | {1: 6.0 * (1 + n % 3)}
    found = judge(turns)
    assert (found["rows"], found["reason"][0]) == ([], "unsteady")


NAMED = (
    r"(?:none|undecided|end|known|say)\(\[?'([a-z_]+)'",
    r"(?:reason: |\? |: )\['([a-z]+)'",
    r"PATIENCE, '([a-z]+)'",
    r"said\.([a-z]+)",
    r"kind: '([a-z]+)'",
)
"""How the modules name a text of the page."""


def test_every_text_that_is_named_is_there_and_no_other() -> None:
    script = "\n".join(path.read_text("utf-8") for path in sorted(FOLDER.glob("*.mjs")))
    assert {name for one in NAMED for name in re.findall(one, script)} == set(TEXTS)
