"""Schedules in simulated time: exact, because nothing in them is measured."""

import pytest

from snippets.serving.limits import Limits
from snippets.serving.simulate import Arrival, Load, poisson, simulate


def arrivals(*lengths, at=0.0):
    return [Arrival(at, (i,) * prompt, output) for i, (prompt, output) in enumerate(lengths)]


def finish(outcomes):
    return [outcome.tokens_at[-1] for outcome in outcomes]


def test_static_batching_waits_for_the_slowest():
    wants = arrivals((4, 1), (4, 5), (4, 2), (4, 2))
    continuous = simulate(Limits(2, blocks=8), wants)
    static = simulate(Limits(2, blocks=8, policy="static"), wants)
    assert finish(continuous) == [1, 5, 3, 5]
    assert finish(static) == [1, 5, 7, 7]
    assert [one.ttft for one in static] == [1, 1, 6, 6]


def test_a_chunked_prompt_lets_others_decode():
    def per_token(load):
        return load.prefill + load.decode

    wants = [Arrival(0, (1,), 6), Arrival(1, (2,) * 32, 1)]
    whole = simulate(Limits(2, blocks=8, token_budget=64), wants, per_token)
    chunked = simulate(Limits(2, blocks=8, token_budget=5), wants, per_token)
    assert max(whole[0].gaps) == 33
    assert max(chunked[0].gaps) == 5
    assert whole[1].ttft < chunked[1].ttft


def test_a_step_says_what_it_computes():
    seen = []
    simulate(Limits(2, blocks=8), arrivals((20, 2), (3, 3)), lambda load: seen.append(load) or 1.0)
    assert seen == [Load(23, 0, 23), Load(0, 2, 25), Load(0, 1, 5)]


def test_equal_beginnings_are_computed_once():
    seen = []
    wants = [Arrival(at, (*range(40), at), 1) for at in (0, 1)]
    limits = Limits(1, blocks=8, prefix_caching=True)
    simulate(limits, wants, lambda load: seen.append(load.prefill) or 1.0)
    assert seen == [41, 41 - 32]  # two full blocks of 16


def test_time_stands_still_until_somebody_comes():
    (one,) = simulate(Limits(1, blocks=4), arrivals((3, 2), at=10.0))
    assert (one.tokens_at, one.ttft, one.e2e) == ([11, 12], 1, 2)


def test_the_same_seed_gives_the_same_run():
    def run(seed):
        wants = poisson(30, gap=2.0, prompt=(1, 60), output=(1, 40), seed=seed)
        return finish(simulate(Limits(4, blocks=12, token_budget=32), wants))

    assert run(1) == run(1)
    assert run(1) != run(2)


@pytest.mark.parametrize("policy", ["continuous", "static"])
def test_everybody_gets_every_token(policy):
    wants = poisson(60, gap=3.0, prompt=(1, 60), output=(1, 40), seed=0)
    limits = Limits(6, blocks=10, token_budget=48, policy=policy, prefix_caching=True)
    outcomes = simulate(limits, wants)
    assert [len(one.tokens_at) for one in outcomes] == [one.output for one in wants]
    assert any(one.preempted for one in outcomes)
