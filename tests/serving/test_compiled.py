"""A compiled step gives what the model gives: one request, several, prompts, every dtype."""

import shutil
from dataclasses import replace

import pytest
import torch

from snippets.serving.batch import Batch, Part
from snippets.serving.config import MODELS
from snippets.serving.kv_cache import PagedKVCache
from snippets.serving.messages import WorkerSetup
from snippets.serving.model import Model
from snippets.serving.probe import NoProbe
from snippets.serving.weights import random_weights
from snippets.serving.worker import Worker

NANO = replace(MODELS["nano"], n_layers=1)
TABLES = [[7, 2, 5, 0], [1, 6, 3, 4], [8, 9, 10, 11]]
WEIGHTS = random_weights(NANO, 3)
OFF = {"fp32": 1e-5, "bf16": 0.05, "int8": 0.05}
"""Logits are about 1. bf16 keeps 8 bits, and the two ways round at different places."""

pytestmark = pytest.mark.skipif(not shutil.which("g++"), reason="there is no C++ compiler")


@pytest.fixture(scope="module", params=["fp32", "bf16", "int8"])
def both(request):
    from snippets.serving.compiled import CompiledDecode

    dtype = request.param
    return Model(NANO, WEIGHTS, dtype), CompiledDecode(NANO, WEIGHTS, dtype), OFF[dtype]


def parts(tokens, starts):
    return [Part(ids, at, table) for ids, at, table in zip(tokens, starts, TABLES, strict=False)]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_steps_equal_those_of_the_model(both, n):
    model, compiled, off = both
    caches = [PagedKVCache(NANO, 12, 4, model.activations) for _ in range(2)]
    prompts = [[3, 1, 4, 1, 5, 9], [2, 7], [1, 8, 2]][:n]
    for cache in caches:
        model.forward(Batch.of(parts(prompts, [0, 0, 0]), cache), cache, NoProbe())
    for step in range(5):  # lengths differ from step to step and from request to request
        new = parts([[20 + step], [30 + step], [40 + step]][:n], [6 + step, 2 + step, 3 + step])
        batch = Batch.of(new, caches[1])
        if not compiled.takes(batch):
            assert (n, off) != (1, OFF["int8"])
            pytest.skip("several rows of int8 go to the model itself")
        expected = model.forward(Batch.of(new, caches[0]), caches[0], NoProbe())
        torch.testing.assert_close(compiled.logits(batch, caches[1]), expected, atol=off, rtol=0)


def test_a_new_number_of_requests_does_not_wait_for_the_compiler(both):
    _, compiled, off = both
    if off == OFF["int8"] and not compiled.takes(_decoding(compiled, 2)[0]):
        pytest.skip("several rows of int8 go to the model itself")
    compiled.logits(*_decoding(compiled, 2))
    compiles = torch._dynamo.utils.counters["stats"]["unique_graphs"]
    compiled.logits(*_decoding(compiled, 3))
    assert torch._dynamo.utils.counters["stats"]["unique_graphs"] == compiles


def _decoding(compiled, n):
    cache = PagedKVCache(NANO, 12, 4, compiled._step._embedding.dtype)
    return Batch.of(parts([[5]] * n, [3] * n), cache), cache


def test_prompts_are_not_for_it(both):
    cache = PagedKVCache(NANO, 12, 4)
    for tokens in ([[1, 2]], [[1], [2, 3]]):
        assert not both[1].takes(Batch.of(parts(tokens, [0, 0]), cache))
    middle = Part([1], 0, TABLES[0], last=False)
    assert not both[1].takes(Batch.of([middle], cache))


@pytest.mark.parametrize("dtype", ["fp32", "bf16"])
def test_compiled_prompts_equal_those_of_the_model(dtype):
    from snippets.serving.compiled_prompt import CompiledPrompt

    model, compiled = Model(NANO, WEIGHTS, dtype), CompiledPrompt(NANO, WEIGHTS, dtype)
    caches = [PagedKVCache(NANO, 12, 4, model.activations) for _ in range(2)]
    steps = (  # a whole prompt; a piece of another beside a decoding one; the rest of it
        [Part([3, 1, 4, 1, 5, 9], 0, TABLES[0])],
        [Part([2, 7, 1], 0, TABLES[1], last=False), Part([20], 6, TABLES[0])],
        [Part([8, 2], 3, TABLES[1]), Part([21], 7, TABLES[0])],
    )
    for new in steps:
        expected = model.forward(Batch.of(new, caches[0]), caches[0], NoProbe())
        batch = Batch.of(new, caches[1])
        assert compiled.takes(batch)
        found = model.logits(compiled.hidden(batch, caches[1])[batch.ends])
        torch.testing.assert_close(found, expected, atol=OFF[dtype], rtol=0)
    for old, new in zip(caches[0].keys, caches[1].keys, strict=True):
        torch.testing.assert_close(new, old, atol=OFF[dtype], rtol=0.02)


@pytest.mark.parametrize("dtype", ["bf16", "int8"])
def test_a_compiled_worker_serves(dtype):
    worker = Worker(WorkerSetup("nano", max_batch=2, threads=1, dtype=dtype, compiled=True))
    worker.warm_up()
