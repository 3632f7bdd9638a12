"""When requests are due, and what they ask."""

from itertools import pairwise
from statistics import mean, pstdev

import pytest

from snippets.load.arrivals import poisson
from snippets.load.prompts import made_up


def test_the_same_seed_gives_the_same_plan_and_another_seed_another():
    assert poisson(5, 50, seed=1) == poisson(5, 50, seed=1)
    assert poisson(5, 50, seed=1) != poisson(5, 50, seed=2)


def test_gaps_are_exponential_with_the_rate_as_their_inverse_mean():
    due = poisson(4, 20_000, seed=3)
    gaps = [later - earlier for earlier, later in pairwise((0.0, *due))]
    assert mean(gaps) == pytest.approx(1 / 4, rel=0.03)
    assert pstdev(gaps) == pytest.approx(1 / 4, rel=0.03)  # of an exponential: its mean
    beyond = sum(gap > 1 / 4 for gap in gaps) / len(gaps)
    assert beyond == pytest.approx(2.718281828**-1, abs=0.02)


@pytest.mark.parametrize("rate", [0, -1])
def test_a_rate_is_positive(rate):
    with pytest.raises(ValueError, match=f"a rate is positive, not {rate}"):
        poisson(rate, 1, seed=0)


def test_prompts_have_their_length_and_differ_from_the_first_word_on():
    asks = made_up(200, words=7, max_tokens=3, seed=0, ignore_eos=False)
    assert {len(ask.prompt.split()) for ask in asks} == {7}
    assert len({ask.prompt.split()[0] for ask in asks}) == 200
    assert asks == made_up(200, words=7, max_tokens=3, seed=0, ignore_eos=False)
