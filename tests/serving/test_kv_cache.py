import pytest
import torch

from snippets.serving.config import MODELS
from snippets.serving.kv_cache import KVCache

CONFIG = MODELS["nano"]


def tokens(n, value):
    return torch.full((n, CONFIG.n_kv_heads, CONFIG.head_dim), float(value))


def test_a_slot_gives_back_what_was_appended_in_order():
    cache = KVCache(CONFIG, slots=2)
    cache.claim(1)
    for layer in range(CONFIG.n_layers):
        cache.append(layer, 1, tokens(2, 1), tokens(2, -1))
        cache.append(layer, 1, tokens(1, 2), tokens(1, -2))
    keys, values = cache.read(0, 1)
    assert keys[0, :, 0].tolist() == [1, 1, 2]
    assert values[0, :, 0].tolist() == [-1, -1, -2]
    assert (cache.length(0), cache.length(1)) == (0, 3)


def test_a_claimed_slot_cannot_be_claimed_again_until_it_is_freed():
    cache = KVCache(CONFIG, slots=1)
    cache.claim(0)
    for layer in range(CONFIG.n_layers):
        cache.append(layer, 0, tokens(3, 1), tokens(3, 1))
    with pytest.raises(ValueError, match="slot 0 is in use"):
        cache.claim(0)
    cache.free(0)
    cache.claim(0)
    assert cache.length(0) == 0


def test_a_slot_holds_no_more_than_the_context():
    cache = KVCache(CONFIG, slots=1)
    cache.claim(0)
    cache.append(0, 0, tokens(128, 1), tokens(128, 1))
    with pytest.raises(ValueError, match="slot 0 holds at most 128 tokens, not 129"):
        cache.append(0, 0, tokens(1, 1), tokens(1, 1))
