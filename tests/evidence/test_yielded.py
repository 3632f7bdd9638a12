"""What an experiment may yield under the ids that it declares."""

from __future__ import annotations

import pytest

from hooks import claim_fence
from snippets.evidence.experiment import Experiment
from snippets.evidence.series import counted_series
from snippets.evidence.withheld import Withheld
from snippets.evidence.yielded import Collected, UndeclaredError

EXPERIMENT = Experiment(
    id="ch05_roof",
    title="지붕",
    timeout_s=1,
    body=lambda: iter(()),
    figures={},
    series={"ch05_roof.points": ("GFLOP/s", "점")},
)


def test_a_series_may_be_withheld_like_a_figure() -> None:
    collected = Collected(EXPERIMENT)
    collected.add(Withheld(id="ch05_roof.points", unit="GFLOP/s", reason="기계가 바빴습니다"))
    collected.check_complete()
    assert collected.withheld["ch05_roof.points"].label == "점"


def test_a_withheld_series_has_to_be_declared() -> None:
    with pytest.raises(UndeclaredError):
        Collected(EXPERIMENT).add(Withheld(id="ch05_roof.other", unit="GFLOP/s", reason="없음"))


def test_a_chapter_may_have_several_experiments() -> None:
    Collected(EXPERIMENT).add(counted_series("ch05_roof.points", "GFLOP/s", {1: 2.0}))
    assert claim_fence.read("ch05_roof.under") == "ch05_roof.under"
    assert claim_fence.read("ch05-roof.under") is None
