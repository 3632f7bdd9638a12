"""The build's counterpart: what it yields from passes whose times are known."""

from __future__ import annotations

import pytest

from snippets import ch05_matrix_shapes as shapes
from snippets.evidence import passes
from snippets.evidence.experiment import Step
from snippets.evidence.guard import Guarded
from snippets.evidence.yielded import Collected

TIMES = {
    f"fp32_{b}": ms / 1e3 for b, ms in zip(shapes.BATCHES, (5, 5, 10, 15, 18, 20), strict=True)
}
TIMES |= {"bf16_1": 0.004, "bf16_16": 0.0044}


def collected(monkeypatch: pytest.MonkeyPatch, kept: int) -> Collected:
    """The experiment over four processes of three rounds, of which so many are clean."""
    rounds = ((TIMES, TIMES),) * 3
    run = Guarded(rounds[:kept], rounds[kept:], 3, 0)
    monkeypatch.setattr(passes, "in_fresh_process", lambda _take: run)
    found = Collected(shapes.matrix_shapes)
    for item in shapes.matrix_shapes.body():
        if not isinstance(item, Step):
            found.add(item)
    found.check_complete()
    return found


def test_times_become_ratios_rates_and_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    found = collected(monkeypatch, kept=3)
    values = {name.removeprefix("ch05."): one.value for name, one in found.figures.items()}
    work = 2 * 4096**2 / 1e9
    assert values == pytest.approx(
        {"weight_bytes": 67.108864, "bf16_ratio_16": 1.1}
        | {"ratio_2": 1, "ratio_4": 2, "ratio_8": 3, "ratio_16": 3.6, "ratio_32": 4}
        | {f"gflops_{b}": work * b / TIMES[f"fp32_{b}"] for b in shapes.BATCHES}
        | {f"gbps_{b}": 2 * work / TIMES[f"fp32_{b}"] for b in shapes.BATCHES}
    )
    assert found.conditions == {"잡음 감시": "12회 가운데 12회 채택, 버린 회차 0개"}
    assert {name: str(one.verdict) for name, one in found.judged().items()} == {
        "ch05.flat_bf16": "supported",
        "ch05.flat_fp32": "refuted",
    }


def test_a_busy_machine_gives_no_figure_and_is_left_early(monkeypatch: pytest.MonkeyPatch) -> None:
    found = collected(monkeypatch, kept=0)
    assert list(found.figures) == ["ch05.weight_bytes"]
    assert {one.reason for one in found.withheld.values()} == {
        "기계가 바빴습니다 (조용한 회차 0/9)"
    }
    assert {str(one.verdict) for one in found.judged().values()} == {"undecided"}
