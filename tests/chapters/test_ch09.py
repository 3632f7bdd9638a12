"""Chapter 09: what its experiments decide without a clock, and what its formulas say."""

from __future__ import annotations

from itertools import groupby
from types import SimpleNamespace

import pytest
import torch

from hooks.evidence import Evidence
from hooks.formulas import finder
from hooks.known import Known
from snippets import ch09_baselines, ch09_canary, ch09_reading_evidence
from snippets.evidence import counters
from snippets.evidence.counters import Counters
from snippets.evidence.figure import Figure
from snippets.evidence.formulas.evaluation import evaluate_all
from snippets.evidence.formulas.graph import needed
from snippets.evidence.formulas.outcome import Outcome
from snippets.evidence.guard import Guarded
from snippets.evidence.withheld import Withheld
from snippets.reading.choices import lie, nine_of_ten
from snippets.reading.neighbour import Neighbour, neighbour
from snippets.reading.path import walk
from tests.conftest import ROOT

KNOWN = Known.at(ROOT)
BUSY = "기계가 바빴습니다 (조용한 회차 0/2)"


def test_the_way_of_a_number_is_the_same_on_every_machine() -> None:
    """Thrown once, waited for, taken again; however the machine is."""
    trace = walk("ch09.path", lambda: 0.001)
    stops = [name for name, _ in groupby(span.name for span in trace.spans)]
    kept = ["sample.take", "guard.judge", "guard.keep"]
    thrown = ["sample.take", "guard.judge", "guard.throw", "guard.wait"]
    assert stops == [*3 * kept, *thrown, *3 * kept, "figure.observe", "record.write", "page.write"]
    assert [span.after for span in trace.spans] == [
        None,
        *(span.id for span in trace.spans[:-1]),
    ]
    assert trace.withheld


def test_a_neighbour_counts_as_a_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Counters(at=1, wall=2, busy=30, steal=0, total=40, own=20)
    monkeypatch.setattr(counters, "read", lambda: seen)
    process = SimpleNamespace(cpu_times=lambda: SimpleNamespace(user=4.0, system=1.0))
    found = Neighbour(process).read()  # type: ignore[arg-type]
    assert found == Counters(at=1, wall=2, busy=30, steal=0, total=40, own=15)


def test_a_neighbour_ends_with_its_block() -> None:
    with neighbour() as one:
        assert one.process.is_running()
    assert not one.process.is_running()


def test_times_by_how_far_they_are_from_the_usual() -> None:
    found = lie({"kept": [10.0, 10.1, 9.0, 10.4, 16.0], "thrown": [10.8, 12.0]})
    assert {key: n for key, n in found.items() if n} == {
        ("kept", "0.98배 아래"): 1,
        ("kept", "0.98–1.02배"): 2,
        ("kept", "1.02–1.05배"): 1,
        ("kept", "1.5배 위"): 1,
        ("thrown", "1.05–1.1배"): 1,
        ("thrown", "1.1–1.5배"): 1,
    }
    assert len(found) == 12


def test_the_more_pairs_the_less_an_answer_strays() -> None:
    ratios = [1.0, 1.1, 0.9] * 10
    assert nine_of_ten(ratios, 1) == pytest.approx(0.1)
    assert nine_of_ten(ratios, 3) == 0


def test_what_is_chosen_from_thirty_calls() -> None:
    calls = [2.0] * 20 + [1.0] + [3.0] * 9
    taken = Guarded(kept=((calls,),) * 6, thrown=(([9.0],),), rounds=6, retried=1)
    found = {one.id: one for one in ch09_reading_evidence.chosen(taken)}
    values = {id_: one.value for id_, one in found.items() if isinstance(one, Figure)}
    assert values == {
        "ch09.least": 1000,
        "ch09.middle": 2000,
        "ch09.most": 3000,
        "ch09.middle_over": 2,
        "ch09.most_over": 3,
        "ch09.asked": 6,
        "ch09.kept": 6,
        "ch09.thrown": 1,
    }


def test_a_busy_machine_says_nothing_of_pairs() -> None:
    pairs = Guarded(kept=(), thrown=(({"one": 1.0, "baseline again": 2.0},),), rounds=2, retried=0)
    found = {one.id: one for one in ch09_reading_evidence.against_itself(pairs)}
    withheld = {id_: one.reason for id_, one in found.items() if isinstance(one, Withheld)}
    names = ("ch09.aa", "ch09.aa_pairs", "ch09.aa_fooled", "ch09.aa_error")
    assert withheld == dict.fromkeys(names, BUSY)


def test_beside_a_neighbour_all_calls_count_and_without_a_quiet_time_no_ratio_is_told() -> None:
    quiet = Guarded(kept=((1e-6,),) * 6, thrown=(), rounds=6, retried=0)
    # Whatever was thrown counts too, and both are told by their median.
    noisy = Guarded(kept=(), thrown=((1e-6,), (3e-6,)), rounds=2, retried=0)
    one, seen, over = ch09_canary.diagnosed("one", quiet, noisy)
    assert isinstance(one, Figure)
    assert isinstance(seen, Figure)
    assert isinstance(over, Figure)
    assert (one.value, seen.value, over.value) == (1, pytest.approx(2), pytest.approx(2))
    *_, over = ch09_canary.diagnosed("one", noisy, noisy)
    assert isinstance(over, Withheld)


def test_the_baselines_are_products() -> None:
    torch.manual_seed(1)
    n = ch09_baselines.SIZE
    a, b = torch.randn(n, n), torch.randn(n, n)
    product = (a.double() @ b.double()).float()
    spread = ch09_baselines.apart(a)
    assert spread.stride() == (n * 16, 16)
    assert torch.equal(spread, a)
    for answer in (ch09_baselines.columns(a, b), ch09_baselines.slices(a, b)):
        assert torch.allclose(answer, product, atol=1e-3)
    assert ch09_baselines.row([1.0, 2.0], [[3.0, 4.0], [5.0, 6.0]]).tolist() == [[11.0, 17.0]]


@pytest.mark.parametrize(
    ("formula", "value", "unit"),
    [
        ("ch09.ici_one_way", 200, "GB/s"),
        ("ch09.ici_korean", 200, "GB/s"),
        ("ch09.pod", 51.2, "TB/s"),
        ("ch09.pod_bits", 6.4, "TB/s"),
        ("ch09.link_wrong", 16.2, "TB/s"),
        ("ch09.pcie_wrong", 126.6, "배"),
        ("ch09.link_right", 1.8, "TB/s"),
        ("ch09.pcie_right", 14.06, "배"),
        ("ch09.pcie4", 31.51, "GB/s"),
        ("ch09.squared", 64, "배"),
        ("ch09.flash_one", 5.712, "배"),
        ("ch09.flash_other", 3.0, "배"),
        ("ch09.preliminary", 1.071, "%"),
        ("ch09.h200_more", 12.19, "%"),
        ("ch09.watt_700", 5219, "tokens/s/kW"),
        ("ch09.watt_1000", 4099, "tokens/s/kW"),
        ("ch09.tpot_itl", 2.042, "배"),
        ("ch09.nvlink_least", 82.11, "%"),
        ("ch09.nvlink_most", 85.89, "%"),
        ("ch09.nvlink_developer", 82.22, "%"),
        ("ch09.one_token_long", 0.3429, "%"),
        ("ch09.one_token_short", 21.69, "%"),
        ("ch09.b200_h100", 3.983, "배"),
        ("ch09.b200_h200", 2.944, "배"),
        ("ch09.b200_h200_cts", 2.624, "배"),
        ("ch09.chained", 944.6, "배"),
    ],
)
def test_its_arithmetic(formula: str, value: float, unit: str) -> None:
    formulas = needed(KNOWN.formulas.values(), [formula])
    found = evaluate_all(formulas, finder(KNOWN, Evidence())).outcomes[formula]
    assert isinstance(found, Outcome)
    assert (found.figure.value, found.figure.unit) == (pytest.approx(value, rel=5e-4), unit)
