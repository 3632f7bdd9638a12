"""The compiled step gives what the model gives, for one request and for several."""

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
TABLES = [[7, 2, 5, 0], [1, 6, 3, 4]]


@pytest.fixture(scope="module")
def both():
    if not shutil.which("g++"):
        pytest.skip("there is no C++ compiler")
    from snippets.serving.compiled import CompiledDecode

    weights = random_weights(NANO, 3)
    return Model(NANO, weights), CompiledDecode(NANO, weights, torch.float32)


def parts(tokens, starts):
    return [Part(ids, at, table) for ids, at, table in zip(tokens, starts, TABLES, strict=False)]


@pytest.mark.parametrize("n", [1, 2])
def test_steps_equal_those_of_the_model(both, n):
    model, compiled = both
    caches = [PagedKVCache(NANO, 8, 4) for _ in both]
    prompts = [[3, 1, 4, 1, 5, 9], [2, 7]][:n]
    for cache in caches:
        model.forward(Batch.of(parts(prompts, [0, 0]), cache), cache, NoProbe())
    for step in range(5):  # lengths differ from step to step and from request to request
        new = parts([[20 + step], [30 + step]][:n], [6 + step, 2 + step])
        expected = model.forward(Batch.of(new, caches[0]), caches[0], NoProbe())
        batch = Batch.of(new, caches[1])
        assert compiled.takes(batch)
        close = {"atol": 1e-5, "rtol": 0}
        torch.testing.assert_close(compiled.logits(batch, caches[1]), expected, **close)


def test_prompts_are_not_for_it(both):
    cache = PagedKVCache(NANO, 8, 4)
    for tokens in ([[1, 2]], [[1], [2, 3]]):
        assert not both[1].takes(Batch.of(parts(tokens, [0, 0]), cache))
    middle = Part([1], 0, TABLES[0], last=False)
    assert not both[1].takes(Batch.of([middle], cache))


def test_integer_weights_are_refused():
    with pytest.raises(ValueError, match="take fp32 or bf16"):
        Worker(WorkerSetup("nano", max_batch=1, threads=1, dtype="int8", compiled=True))
