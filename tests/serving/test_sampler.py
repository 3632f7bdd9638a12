import pytest
import torch

from snippets.serving.sampler import Sampler

LOGITS = torch.tensor([0.0, 2.0, 1.0])


def test_temperature_0_takes_the_most_likely_token():
    assert Sampler(0.0, seed=1).sample(LOGITS) == 1


def test_the_same_seed_gives_the_same_tokens_and_another_seed_others():
    def drawn(seed):
        sampler = Sampler(1.0, seed)
        return [sampler.sample(LOGITS) for _ in range(50)]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_tokens_come_as_often_as_softmax_says():
    sampler = Sampler(2.0, seed=0)
    drawn = torch.tensor([sampler.sample(LOGITS) for _ in range(4000)])
    expected = torch.softmax(LOGITS / 2, dim=0)
    shares = torch.bincount(drawn, minlength=3) / len(drawn)
    torch.testing.assert_close(shares, expected, atol=0.03, rtol=0)


@pytest.mark.parametrize("temperature", [1e-5, 0.99e-5, 1e-30, 1e-46, 5e-324])
def test_a_tiny_temperature_and_negative_seed_are_fine(temperature):
    # Below 1e-45 a temperature is 0 in fp32, and (logits - max) / 0 is NaN.
    assert Sampler(temperature, seed=-(2**63)).sample(LOGITS * 1e6) == 1


def test_temperatures_below_1e_5_are_greedy():
    close = torch.tensor([0.0, 1e-6])  # softmax at 0.99e-5 would still give 0 half the turns
    assert {Sampler(0.99e-5, seed).sample(close) for seed in range(20)} == {1}
    assert {Sampler(1e-5, seed).sample(close) for seed in range(20)} == {0, 1}
