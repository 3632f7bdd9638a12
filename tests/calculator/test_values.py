"""What the calculators of the guide come to, held against its facts."""

from __future__ import annotations

import pytest

from hooks.source import read
from snippets.evidence.calculators.calculator import Result
from snippets.evidence.figure import ClaimType

from .guide import CALCULATORS, ROOT, fact, run, state, worked


def results(name: str) -> dict[str, float]:
    pairs = zip(CALCULATORS[name].steps, worked()[name].outcomes, strict=True)
    return {step.symbol: made.figure.value for step, made in pairs if isinstance(step, Result)}


def number(text: str) -> float:
    return float(text.split(maxsplit=1)[0].rstrip("개배%").replace(",", "").removesuffix("토큰"))


def test_the_calculators_of_the_appendix() -> None:
    assert list(CALCULATORS)[:5] == ["request", "parameters", "kv", "roofline", "waiting"]
    page = (ROOT / "docs/appendix/calculators.md").read_text(encoding="utf-8")
    asked = [fence.body.strip() for fence in read("page", page).fences_of("calculator")]
    assert sorted(asked) == sorted(CALCULATORS)  # every one, once


def test_llama_3_8b_in_parameters_and_bytes() -> None:
    found = results("parameters")
    assert found["N"] == fact("W01") == 8_030_261_248
    assert found["S_16"] == fact("W09") == 16.060522496
    assert (found["S_32"], found["S_8"]) == (2 * found["S_16"], found["S_16"] / 2)
    assert found["S_4"] == 8_030_261_248 * (0.5 + 2 / 128) / 1e9  # a scale of fp16 for 128 weights


def test_gib_are_smaller_in_number() -> None:
    shown = state("parameters", shown={"S_16": 1})["results"]
    assert (shown["S_16"], shown["S_8"]) == ("14.96 GiB", "8.03 GB")


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("Llama 3 8B", "W01"),
        ("Llama 3 70B", "W02"),
        ("Qwen2.5 0.5B", "W03"),
        ("Qwen2.5 7B", "W04"),
        ("Llama 2 7B", "W05"),
    ],
)
def test_every_model_has_as_many_parameters_as_its_fact_says(model: str, name: str) -> None:
    assert number(state("parameters", chosen=[model])["results"]["N"]) == fact(name)


def test_a_preset_puts_back_what_the_one_before_put_in() -> None:
    body = """
      const calculator = CALCULATORS.parameters;
      const state = initial(calculator);
      choose(calculator, state, 0, 'Qwen2.5 0.5B');
      choose(calculator, state, 0, 'Llama 3 70B');
      return [state.entries.u.text, state.entries.b.text, state.entries.g.text];
    """
    assert run(body) == ["2", "0", "128"]


@pytest.mark.parametrize(
    ("model", "per_token"),
    [
        ("Llama 3 8B", "H06"),
        ("Llama 3 70B", "H07.Llama-3-70B"),
        ("Qwen2.5 7B", "H07.Qwen2.5-7B"),
        ("Qwen2.5 0.5B", "H07.Qwen2.5-0.5B"),
    ],
)
def test_the_kv_cache_of_a_token(model: str, per_token: str) -> None:
    shown = state("kv", chosen=[model, "MI300X 192GB"])
    assert number(shown["results"]["K"]) == fact(per_token)


def test_the_kv_cache_of_llama_3_8b_on_an_h100() -> None:
    found = results("kv")
    assert found["K"] == 131_072
    assert found["R"] == 1  # GiB, at 8,192 tokens
    assert found["X"] == pytest.approx(fact("H17.토큰"), rel=1e-4)
    assert found["n"] == int(fact("H17.요청")) == 56
    assert state("kv", T="131072")["results"]["R"] == "16 GiB"


@pytest.mark.parametrize(
    ("accelerator", "name"),
    [
        ("H100 SXM", "A14.H100"),
        ("A100 80GB SXM", "A14.A100"),
        ("MI300X", "A14.MI300X"),
        ("TPU v5e", "A14.TPU-v5e"),
        ("TPU v5p", "A14.TPU-v5p"),
        ("HGX B200", "A14.B200"),
    ],
)
def test_the_ridge_of_an_accelerator(accelerator: str, name: str) -> None:
    shown = state("roofline", chosen=[accelerator])
    assert abs(number(shown["results"]["R"]) - fact(name)) <= 0.5  # the fact is rounded


def test_what_binds_turns_at_the_ridge() -> None:
    memory, compute = (
        "연산 강도가 릿지 포인트를 넘지 않습니다. 메모리 대역폭이 한계를 정합니다.",
        "연산 강도가 릿지 포인트보다 큽니다. 연산 속도가 한계를 정합니다.",
    )
    assert state("roofline", b="295")["said"] == [memory]
    assert state("roofline", b="296")["said"] == [compute]
    assert state("roofline", b="296")["results"]["F"] == "989.4 TFLOP/s"


def test_at_nine_tenths_a_request_waits_nine_service_times() -> None:
    found = results("waiting")
    assert (found["rho"], found["m"], found["W"], found["n"]) == (90, 9, 900, 9)
    shown = state("waiting", C="0")["results"]
    assert shown["m"] == "4.50배"  # constant service times halve the queue


@pytest.mark.parametrize(("arrivals", "stops"), [("9.99", False), ("10", True), ("11", True)])
def test_no_mean_waiting_without_an_end(arrivals: str, stops: bool) -> None:
    shown = state("waiting", a=arrivals)
    assert (shown["results"]["W"] is None) is stops
    assert shown["results"]["rho"] is not None
    assert shown["said"] == (
        [
            "이용률이 100% 이상입니다. 처리하는 속도에 여유가 없어 줄이 끝없이 길어집니다. "
            "그래서 평균 대기라는 값이 없습니다."
        ]
        if stops
        else []
    )


def test_the_shares_of_a_request_are_its_whole() -> None:
    found = results("request")
    assert (found["TTFT"], found["E"]) == (400, 400 + 199 * 30)
    assert found["s_q"] + found["s_p"] + found["s_D"] == pytest.approx(100)


def test_weights_that_do_not_fit_leave_nothing_to_count() -> None:
    shown = state("kv", chosen=["Llama 3 70B", ""])
    assert shown["results"] == {
        "K": "327,680 B/토큰",
        "R": "2.50 GiB",
        "W": "141.1 GB",
        "F": "-64.14 GB",
        "X": None,
        "n": None,
    }
    assert shown["said"] == [
        "가중치만으로도 메모리가 모자랍니다. 가속기를 늘리거나 가중치를 더 작게 담아야 합니다."
    ]


def test_every_result_is_calculated() -> None:
    types = {o.figure.claim_type for one in worked().values() for o in one.outcomes}
    assert types == {ClaimType.CALCULATED}


def test_a_sparse_figure_of_both_ways_comes_down_to_a_dense_one_of_one_way() -> None:
    found = results("spec")
    assert found["D"] == 1978.9 / 2
    assert abs(found["u"] - 100 * 500 / (1978.9 / 2)) < 1e-9
    assert found["l"] == 300  # NVLink of A100: 600 GB/s are both ways
