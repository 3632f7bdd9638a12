"""Both caches: where a token lies, and that what is read is what was written."""

import pytest
import torch

from snippets.serving.config import MODELS
from snippets.serving.kv_cache import ContiguousKVCache, PagedKVCache

CONFIG = MODELS["nano"]
CACHES = {
    "contiguous": (ContiguousKVCache(CONFIG, 4), {"a": [2], "b": [3], "c": [0]}),
    "paged": (PagedKVCache(CONFIG, 7, 4), {"a": [5, 0, 3], "b": [2, 6], "c": [1]}),
}
LENGTHS = {"a": 10, "b": 7, "c": 4}


def filled(kind):
    """A cache in which the token at position p of request r holds the number 100 r + p."""
    cache, tables = CACHES[kind]
    for layer in range(CONFIG.n_layers):
        for at, (name, table) in enumerate(tables.items()):
            for start, end in ((0, 3), (3, LENGTHS[name])):  # in two pieces
                places = torch.tensor(cache.places(table, start, end))
                value = 100.0 * at + torch.arange(start, end)
                k = value[:, None, None].expand(-1, CONFIG.n_kv_heads, CONFIG.head_dim)
                cache.append(layer, places, k, -k)
    return cache, tables


@pytest.mark.parametrize("kind", CACHES)
@pytest.mark.parametrize("names", ["a", "b", "ab", "ba", "cb", "abc"])
def test_requests_are_read_as_they_were_written(kind, names):
    cache, tables = filled(kind)
    length = max(LENGTHS[name] for name in names)
    choice = cache.choose([tables[name] for name in names], length)
    for layer in range(CONFIG.n_layers):
        keys, values = cache.read(layer, choice, length)
        assert keys.shape == (len(names), CONFIG.n_kv_heads, length, CONFIG.head_dim)
        for row, name in enumerate(names):
            own = keys[row, :, : LENGTHS[name]]
            expected = 100.0 * "abc".index(name) + torch.arange(LENGTHS[name])
            assert own.equal(expected[None, :, None].expand_as(own))
            assert values[row, :, : LENGTHS[name]].equal(-own)


def test_neighbours_in_the_contiguous_cache_are_not_copied():
    cache, tables = filled("contiguous")
    keys, _ = cache.read(0, cache.choose([tables["a"], tables["b"]], 5), 5)
    keys.fill_(7)
    again, _ = cache.read(0, cache.choose([tables["a"]], 5), 5)
    assert again.eq(7).all()


@pytest.mark.parametrize(("kind", "held"), [("contiguous", 128), ("paged", 4)])
def test_a_request_holds_no_more_than_its_blocks(kind, held):
    cache, tables = CACHES[kind]
    assert len(cache.places(tables["c"], 0, held)) == held
    with pytest.raises(ValueError, match=f"blocks hold {held} tokens, not {held + 1}"):
        cache.places(tables["c"], 0, held + 1)
