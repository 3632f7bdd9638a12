"""The experiment: complete, paired with the right baseline, and never run by a build."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from snippets import bench_peers
from snippets.bench_peers import peers
from snippets.evidence.catalogue import listings
from snippets.evidence.claim import Claim
from snippets.evidence.experiment import Condition
from snippets.evidence.figure import Figure
from snippets.evidence.guard import Guarded
from snippets.evidence.paired import AGAIN
from snippets.evidence.problem import GuideError
from snippets.evidence.yielded import Collected
from snippets.peers import races
from snippets.peers.batching import trace
from snippets.peers.goals import claims
from snippets.peers.line_up import EAGER, FORWARD, GENERATE, LLAMA, LLAMA8, OURS, OURS8, LineUp
from snippets.peers.shares import MATMUL, READ, decode_gb, prefill_gflop
from snippets.serving.config import MODELS
from tests.conftest import ROOT

TIMES = {
    OURS: 0.010,
    OURS8: 0.006,
    EAGER: 0.015,
    GENERATE: 0.025,
    FORWARD: 0.020,
    LLAMA: 0.008,
    LLAMA8: 0.0048,
    races.ONE_ROW: 0.009,
    READ: 0.01,
    MATMUL: 0.01,
    "continuous": 0.1,
    "static": 0.4,
}


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> dict[str, Figure]:
    """What the races yield on a machine where every time is known."""

    def raced(subjects) -> Guarded:
        turn = {name: TIMES[name] for name in subjects}
        turn[AGAIN] = turn[next(iter(subjects))]
        return Guarded(((turn,),) * 10, (), 10, 0)

    class Kernel:
        unit, work = "GB/s", 0.2  # in 10 ms: 20 a second

    monkeypatch.setattr(races, "_raced", raced)
    monkeypatch.setattr(LineUp, "ready", lambda *_: None)
    monkeypatch.setattr(
        races.shares, "roofs", lambda: dict.fromkeys((READ, MATMUL), (Kernel, None))
    )
    monkeypatch.setattr(races.batching, "server", lambda _: _nothing())
    return {item.id: item for item in _all_races() if not isinstance(item, Condition)}


class _nothing:  # noqa: N801
    def __enter__(self) -> None: ...
    def __exit__(self, *_: object) -> None: ...


def _all_races() -> Iterator:
    for model in races.MODELS:
        for race in races.RACES.values():
            yield from race(model, LineUp(MODELS[model], {}, {}))
    yield from races.policies()


def test_everything_declared_is_yielded_in_its_unit(found, monkeypatch) -> None:
    collected = Collected(peers)
    for item in found.values():
        if item.id == "bench.matmul":  # the kernel of this test has one unit for both
            item = item.model_copy(update={"unit": "GFLOP/s"})  # noqa: PLW2901
        collected.add(item)
    for claim in claims():
        collected.add(claim)
    collected.check_complete()
    assert set(collected.judged()) == set(peers.claims)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("base_decode1_ours", 100),
        ("base_decode1_ours8", 1 / 0.006),
        ("base_decode1_generate", 2.5),
        ("base_decode1_forward", 2.0),
        ("base_decode1_eager", 1.5),
        ("base_decode1_llama", 0.8),
        ("base_decode1_llama8", 0.8),  # over our int8, not over our bf16
        ("large_decode16_ours", 1600),
        ("large_step", 10 / 9),
        ("large_prefill_ours", 51200),
        ("large_prefill_llama8", 0.8),
        ("static", 4),
        ("ttft", 100),
        ("read", 20),
    ],
)
def test_each_is_held_against_its_baseline(found, name: str, value: float) -> None:
    assert found[f"bench.{name}"].value == pytest.approx(value)


def test_shares_count_weights_once(found) -> None:
    base = MODELS["base"]
    assert decode_gb(base, 16) == pytest.approx(0.2002, rel=1e-3)
    assert prefill_gflop(base) == pytest.approx(77.4, rel=1e-3)
    # 0.2 GB in 10 ms where the machine reads 0.2 GB in 10 ms.
    assert found["bench.base_read_ours"].value == pytest.approx(100.1, rel=1e-3)


def test_a_share_above_the_roof_is_an_error_and_no_figure(found) -> None:
    assert "측정 오류" in found["bench.large_read_ours"].reason


def test_claims_are_those_of_the_declaration() -> None:
    goals = list(claims())
    assert all(isinstance(goal, Claim) for goal in goals)
    assert {goal.id for goal in goals} == set(peers.claims)
    assert {name for goal in goals for name in goal.test.ids} <= set(peers.figures)


def test_builds_leave_it_alone() -> None:
    known = listings(ROOT)
    assert [name for name, one in known.items() if one.on_request] == ["ch05_device", "bench"]


def test_without_the_packages_it_says_how_to_get_them(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "llama_cpp", None)
    monkeypatch.setattr(bench_peers, "find_spec", lambda name: None if name == "gguf" else True)
    with pytest.raises(GuideError) as error:
        next(peers.body())
    assert (error.value.code, error.value.message, error.value.hint) == (
        "bench-missing",
        "없는 패키지: gguf",
        "make bench 로 돌리세요",
    )


def test_the_trace_is_the_same_every_time_and_fits_the_model() -> None:
    asks, due_s = trace()
    assert (asks, due_s) == trace()
    assert len(asks) == len(due_s) == 48
    assert due_s == sorted(due_s)
    longest = max(len(ask.prompt.encode()) + ask.max_tokens for ask in asks)
    assert longest < MODELS["mini"].context_len
