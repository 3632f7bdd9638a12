"""What two ranks are timed at: sums of messages, and steps of a model whole and split."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import torch
from torch import Tensor
from torch import distributed as dist

from ..serving.batch import Batch, Part
from ..serving.config import ModelConfig
from ..serving.kv_cache import ContiguousKVCache
from ..serving.weights import random_weights
from .link import Link
from .ring import all_reduce
from .split import Reduce, SplitModel
from .together import Work

CONTEXT = 64  # tokens before one that is decoded
TOKEN = 7  # any one


def messages(link: Link, sizes: Mapping[str, tuple[int, int]]) -> dict[str, Work]:
    """Sums by the library and by our ring.

    Args:
        link: To the neighbours.
        sizes: Name → numbers of fp32 in a message, and how often it is sent for one value.
    """
    works: dict[str, Work] = {}
    for name, (numbers, times) in sizes.items():
        x = torch.zeros(numbers)  # (numbers,)
        works[f"sum_{name}"] = Work(partial(dist.all_reduce, x), times)
        works[f"ring_{name}"] = Work(partial(all_reduce, x, link), times)
    return works


def steps(link: Link, config: ModelConfig, counts: Sequence[int]) -> dict[str, Work]:
    """Steps of so many new tokens: whole, by rank 0 alone; split; and the sums of the split one."""
    weights = random_weights(config)
    part = SplitModel(config, weights, link.rank, link.size)
    whole = SplitModel(config, weights, 0, 1) if link.rank == 0 else None
    works: dict[str, Work] = {}
    for n in counts:
        works[f"whole_{n}"] = Work(step(whole, n, lambda _: 0) if whole else lambda: None)
        works[f"split_{n}"] = Work(step(part, n, summed))
        summand = torch.zeros(n, config.d_model)  # (n, d_model)
        works[f"sums_{n}"] = Work(partial(sums, summand, 2 * config.n_layers))
    return works


def step(model: SplitModel, tokens: int, reduce: Reduce) -> Callable[[], object]:
    """A pass of new tokens: one after a context, or many from the beginning."""
    cache = ContiguousKVCache(model.share, 1)
    new = Part([TOKEN] * tokens, CONTEXT if tokens == 1 else 0, [0])
    return partial(model.hidden, Batch.of([new], cache), cache, reduce)


def summed(part: Tensor) -> int:
    """By the library, which does not say what it sends."""
    dist.all_reduce(part)
    return 0


def sums(summand: Tensor, times: int) -> None:
    """The all-reduces of one pass, and nothing between them."""
    for _ in range(times):
        dist.all_reduce(summand)
