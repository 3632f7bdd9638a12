"""What speaks against a record from elsewhere, each with its exact text, over the real records."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from snippets.evidence.acceptance import Desk
from snippets.evidence.catalogue import listings
from snippets.evidence.claim import Verdict
from snippets.evidence.figure import Figure
from snippets.evidence.plausible import TOLERANCE, ceiling
from snippets.evidence.profile import THEIRS, WHOSE
from snippets.evidence.record import Record, load
from snippets.evidence.roofline import TOLERANCE as THE_SAME
from snippets.evidence.roofline import roof
from snippets.evidence.shelf import Read
from snippets.evidence.validity import of_module
from tests.conftest import ROOT

KNOWN = listings(ROOT)
FOLDER = ROOT / "snippets/records/x86-64-2cpu-amx"
AGAIN = " (그 기계에서 같은 커밋으로 다시 재세요)"


def held(name: str) -> Record:
    """A committed record, as if it had been taken with the code of now."""
    record = load(FOLDER / f"{name}.json")
    return record.model_copy(update={"validity": of_module(ROOT, record.module)})


def said(*records: Record, strict: bool = True, beside: tuple[Record, ...] = ()) -> list[str]:
    read = [Read(f"{at}.json", record) for at, record in enumerate(records)]
    return [str(one) for one in Desk(KNOWN, ROOT, strict).refusals(read, beside)]


def with_figure(record: Record, name: str, **changes: Any) -> Record:
    figure = record.figures[name].model_copy(update=changes)
    return record.model_copy(update={"figures": record.figures | {name: figure}})


def test_all_committed_records_would_be_taken() -> None:
    assert said(*(held(path.stem) for path in sorted(FOLDER.glob("*.json")))) == []


def slow(record: Record) -> Record:
    old = record.figures["ch05.gbps_1"]
    return with_figure(record, "ch05.gbps_1", value=0.0, low=0.0, samples=(0.0, *old.samples[1:]))


def negative_series(record: Record) -> Record:
    series = record.series["ch05_roof.roofline"]
    first = series.points[0].model_copy(update={"value": -1.0, "low": -2.0})
    made = series.model_copy(update={"points": (first, *series.points[1:])})
    return record.model_copy(update={"series": {"ch05_roof.roofline": made}})


def few_in_series(record: Record) -> Record:
    series = record.series["ch05_roof.roofline"]
    first = series.points[0].model_copy(update={"n": 5})
    made = series.model_copy(update={"points": (first, *series.points[1:])})
    return record.model_copy(update={"series": {"ch05_roof.roofline": made}})


def other_verdict(record: Record) -> Record:
    judged = record.claims["ch05_roof.fed"].model_copy(update={"verdict": Verdict.REFUTED})
    return record.model_copy(update={"claims": record.claims | {"ch05_roof.fed": judged}})


def without_trace(record: Record) -> Record:
    kept = {name: one for name, one in record.figures.items() if name != "ch05_roof.ridge"}
    return record.model_copy(update={"figures": kept})


def somebody_elses(record: Record) -> Record:
    procedure = record.conditions.procedure | {WHOSE: THEIRS}
    conditions = record.conditions.model_copy(update={"procedure": procedure})
    return record.model_copy(update={"conditions": conditions})


def stale(record: Record) -> Record:
    sources = record.validity.sources | {"snippets/ch05_roofline.py": "0" * 16}
    validity = record.validity.model_copy(update={"sources": sources})
    return record.model_copy(update={"validity": validity})


CASES: dict[str, tuple[str, Callable[[Record], Record], str]] = {
    "unknown": (
        "ch05_roof",
        lambda one: one.model_copy(update={"experiment": "ch99"}),
        "record-unknown 이 사이트에 없는 실험의 기록입니다" + AGAIN,
    ),
    "module": (
        "ch05_roof",
        lambda one: one.model_copy(update={"module": "snippets.ch06_memory"}),
        "record-unknown 이 사이트에 없는 실험의 기록입니다" + AGAIN,
    ),
    "quick": (
        "ch05_roof",
        lambda one: one.model_copy(update={"quick": True}),
        "record-quick 빠르게 돌린 기록입니다 (--quick 없이 다시 재세요)",
    ),
    "endpoint": (
        "ch05_roof",
        somebody_elses,
        "record-elsewhere 다른 서버를 잰 기록입니다 (--endpoint 없이 다시 재세요)",
    ),
    "stale": (
        "ch05_roof",
        stale,
        "record-stale 지금 코드로 잰 기록이 아닙니다: snippets/ch05_roofline.py 바뀜" + AGAIN,
    ),
    "missing figure": (
        "ch05_roof",
        without_trace,
        "record-undeclared 선언과 다릅니다: ch05_roof.ridge" + AGAIN,
    ),
    "unit": (
        "ch05_roof",
        lambda one: with_figure(one, "ch05_roof.ridge", unit="배"),
        "record-undeclared 선언과 다릅니다: ch05_roof.ridge" + AGAIN,
    ),
    "few samples": (
        "ch05_roof",
        lambda one: with_figure(one, "ch05_roof.ridge", samples=(61.0, 62.0)),
        "record-samples ch05_roof.ridge: 표본이 2개뿐입니다 (3개 이상)" + AGAIN,
    ),
    "few in a series": (
        "ch05_roof",
        few_in_series,
        "record-samples ch05_roof.roofline: 표본이 5개뿐입니다 (6개 이상)" + AGAIN,
    ),
    "outside": (
        "ch05_roof",
        lambda one: with_figure(one, "ch05_roof.ridge", value=1.0, low=0.5),
        "record-value ch05_roof.ridge: 값이 표본의 밖에 있습니다" + AGAIN,
    ),
    "series below zero": (
        "ch05_roof",
        negative_series,
        "record-time ch05_roof.roofline: 시간이나 속도가 0 이하입니다: -1 GFLOP/s" + AGAIN,
    ),
    "verdict": (
        "ch05_roof",
        other_verdict,
        "record-verdict 수치에서 나오는 판정이 아닙니다: ch05_roof.fed" + AGAIN,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_record_is_refused_for_one_reason(case: str) -> None:
    name, spoil, expected = CASES[case]
    assert said(spoil(held(name))) == [f"0.json:1: {expected}"]


def test_a_rate_of_zero() -> None:
    assert said(held("ch05_roof"), slow(held("ch05"))) == [
        "1.json:1: record-time ch05.gbps_1: 시간이나 속도가 0 이하입니다: 0 GB/s" + AGAIN
    ]


def test_a_time_of_zero() -> None:
    record = held("appc_time")
    name = next(one for one, figure in record.figures.items() if figure.unit == "ms")
    zero = with_figure(record, name, value=0.0, low=0.0, samples=(0.0, 0.0, 0.0))
    assert said(zero, strict=False) == [
        f"0.json:1: record-time {name}: 시간이나 속도가 0 이하입니다: 0 ms" + AGAIN
    ]


def raised(record: Record, name: str, value: float) -> Record:
    return with_figure(record, name, value=value, low=value, high=value, samples=(value,) * 12)


def test_a_rate_above_the_machines_own_roof() -> None:
    roofs, record = held("ch05_roof"), held("ch05")
    limit = roof(roofs.figures["ch05_roof.read"])
    (text,) = said(roofs, raised(record, "ch05.gbps_1", 1.01 * limit))
    assert text.startswith("1.json:1: record-above-roof ch05.gbps_1: ")
    assert text.endswith(" GB/s을(를) 넘습니다" + AGAIN)
    assert said(roofs, raised(record, "ch05.gbps_1", 0.99 * limit)) == []


def test_the_unit_of_the_rate_does_not_hide_it() -> None:
    roofs, record = held("ch05_roof"), held("ch05_phases")
    own = ceiling(record.figures["ch05_phases.matmul"])
    high = raised(record, "ch05_phases.read", ceiling(roofs.figures["ch05_roof.read"]))
    assert said(high) == []  # it measures its own roof
    assert own > 0


def test_a_rate_in_a_series_above_the_roof() -> None:
    record = held("ch05_roof")
    series = record.series["ch05_roof.roofline"]
    last = series.points[-1].model_copy(update={"value": 9e5, "high": 9e5})
    made = series.model_copy(update={"points": (*series.points[:-1], last)})
    (text,) = said(record.model_copy(update={"series": {made.id: made}}))
    assert text.startswith("0.json:1: record-above-roof ch05_roof.roofline: 900,000 GFLOP/s이(가)")


def test_rates_without_a_roof_are_refused_for_a_profile_only() -> None:
    record = held("ch05")
    assert said(record) == [
        "0.json:1: record-roofless ch05_roof에 이 기계의 지붕이 없습니다 "
        "(ch05_roof도 같은 기계에서 재서 함께 합치세요)"
    ]
    assert said(record, strict=False) == []
    assert said(record, beside=(held("ch05_roof"),)) == []


def other_machine(record: Record) -> Record:
    hardware = record.conditions.hardware.model_copy(update={"cpu": "다른 CPU"})
    conditions = record.conditions.model_copy(update={"hardware": hardware})
    return record.model_copy(update={"conditions": conditions})


def test_a_profile_is_one_machine() -> None:
    texts = said(held("ch06_walk"), other_machine(held("ch07_states")))
    assert texts == [
        "1.json:1: profile-machine 기계가 다릅니다: "
        "가상 머신, 다른 CPU · vCPU 2개 · RAM 24 GiB · AMX, "
        "다른 기록은 가상 머신, Intel Xeon Processor · vCPU 2개 · RAM 24 GiB · AMX "
        "(기계마다 --profile 로 다른 이름을 주세요)"
    ]
    assert said(held("ch06_walk"), other_machine(held("ch07_states")), strict=False) == []


def test_the_roof_of_another_machine_is_no_roof() -> None:
    assert any(
        "record-roofless" in one for one in said(other_machine(held("ch05_roof")), held("ch05"))
    )


def test_duplicates_that_agree_are_one_and_those_that_do_not_are_refused() -> None:
    record = held("ch06_walk")
    assert said(record, record) == []
    later = record.conditions.model_copy(update={"started": "2026-12-01T00:00Z"})
    assert said(record, record.model_copy(update={"conditions": later})) == [
        "1.json:1: record-duplicate ch06_walk의 기록이 둘이고 서로 다릅니다: 0.json "
        "(둘 가운데 하나만 남기세요)"
    ]


@pytest.mark.parametrize("high", [None, 10.4, 11.5, 20.0])
def test_the_ceiling_is_that_of_the_roofline(high: float | None) -> None:
    record = load(FOLDER / "ch05_roof.json").figures["ch05_roof.read"]
    limit = Figure(
        id="roof.read",
        unit="GB/s",
        claim_type=record.claim_type,
        value=10.0,
        low=None if high is None else 9.0,
        high=high,
    )
    assert (ceiling(limit), TOLERANCE) == (roof(limit), THE_SAME)


def test_nothing_of_it_needs_torch() -> None:
    code = (
        "import sys; sys.modules['torch'] = None; "
        "import snippets.evidence.merge, snippets.evidence.shard, snippets.__main__"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
