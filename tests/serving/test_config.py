"""Sizes: counted from dimensions, counted from tensors, and as the guide states them."""

import pytest
import torch

from snippets.serving.config import MODELS
from snippets.serving.kv_cache import ContiguousKVCache, PagedKVCache
from snippets.serving.weights import random_weights


@pytest.mark.parametrize(
    ("name", "parameters", "kv_bytes"),
    [
        ("nano", 34_976, 256),
        ("mini", 26_738_688, 8_192),
        ("base", 100_092_672, 24_576),
        ("large", 303_350_784, 49_152),
    ],
)
def test_a_model_has_the_size_that_the_guide_states(name, parameters, kv_bytes):
    assert (MODELS[name].parameters, MODELS[name].kv_bytes_per_token) == (parameters, kv_bytes)


@pytest.mark.parametrize("name", ["nano", "mini"])
def test_tensors_have_as_many_numbers_as_the_formula_says(name):
    tensors = list(random_weights(MODELS[name]).tensors())
    assert sum(tensor.numel() for tensor in tensors) == MODELS[name].parameters
    assert sum(tensor.nbytes for tensor in tensors) == 4 * MODELS[name].parameters


@pytest.mark.parametrize(("dtype", "size"), [(torch.float32, 4), (torch.bfloat16, 2)])
def test_a_cache_reserves_kv_bytes_for_every_token_that_fits(dtype, size):
    config = MODELS["nano"]
    token = config.kv_bytes_per_token * size // 4
    assert ContiguousKVCache(config, 3, dtype).nbytes == 3 * config.context_len * token
    assert PagedKVCache(config, 5, 16, dtype).nbytes == 5 * 16 * token


def test_the_same_seed_draws_the_same_weights():
    one, same, other = (random_weights(MODELS["nano"], seed) for seed in (1, 1, 2))
    assert one.embedding.equal(same.embedding)
    assert not one.embedding.equal(other.embedding)
