"""The new tokens of one step, of several requests, one after another and without padding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import torch
from torch import Tensor

from .kv_cache import Choice, KVCache, Table


@dataclass(frozen=True)
class Part:
    """What a step computes for one request.

    Attributes:
        tokens: The new token ids: a piece of a prompt, or the one token made last.
        start: How many tokens of the request are in the cache already.
        table: Its block table.
        last: Whether these are all tokens it has, so that logits say what comes next.
    """

    tokens: Sequence[int]
    start: int
    table: Table
    last: bool = True

    @property
    def end(self) -> int:
        """How many tokens of the request are in the cache after the step."""
        return self.start + len(self.tokens)


@dataclass(frozen=True)
class Group:
    """Requests with equally many new tokens, whose attention is computed in one call.

    Attributes:
        rows: Their rows in the batch, request by request.
        requests: How many they are.
        choice: Where their keys and values lie.
        length: Tokens of the longest one.
        causal: Whether they are whole prompts, so that the mask is the usual triangle.
        mask: Otherwise, which of ``length`` tokens each new token may look at; ``None`` for all.
    """

    rows: slice
    requests: int
    choice: Choice
    length: int
    causal: bool
    mask: Tensor | None  # (requests, 1, new tokens, length) bool

    @classmethod
    def of(cls, parts: Sequence[Part], first_row: int, cache: KVCache) -> Group:
        """Put together parts of one size, whose rows begin at ``first_row``."""
        new, length = len(parts[0].tokens), max(part.end for part in parts)
        rows = slice(first_row, first_row + new * len(parts))
        choice = cache.choose([part.table for part in parts], length)
        causal = new == length > 1
        mask = None if causal else _mask(parts, new, length)
        return cls(rows, len(parts), choice, length, causal, mask)


def _mask(parts: Sequence[Part], new: int, length: int) -> Tensor | None:
    """A token sees what came before it, and itself; nobody sees the padding."""
    if new == 1 and all(part.end == length for part in parts):
        return None
    starts = torch.tensor([part.start for part in parts])  # (requests,)
    seen = starts[:, None] + torch.arange(new)  # (requests, new): the last position each sees
    return (torch.arange(length) <= seen[:, :, None]).unsqueeze(1)  # (requests, 1, new, length)


@dataclass(frozen=True)
class Batch:
    """The parts of a step, and what the model has to know of them."""

    parts: tuple[Part, ...]
    tokens: Tensor  # (n,) int64
    positions: Tensor  # (n,) int64
    places: Tensor  # (n,) int64, where the cache keeps them
    groups: tuple[Group, ...]
    ends: list[int]  # row of the last token of each part that wants logits

    @classmethod
    def of(cls, parts: Sequence[Part], cache: KVCache) -> Batch:
        """Lay out the parts; neighbours with one new token each share their attention."""
        tokens: list[int] = []
        positions: list[int] = []
        places: list[int] = []
        ends: list[int] = []
        for part in parts:
            tokens += part.tokens
            positions += range(part.start, part.end)
            places += cache.places(part.table, part.start, part.end)
            if part.last:
                ends.append(len(tokens) - 1)
        return cls(
            tuple(parts),
            torch.tensor(tokens),
            torch.tensor(positions),
            torch.tensor(places),
            tuple(_groups(parts, cache)),
            ends,
        )


def _groups(parts: Sequence[Part], cache: KVCache) -> list[Group]:
    groups: list[Group] = []
    row = 0
    for _, together in groupby(enumerate(parts), key=_kind):
        members = [part for _, part in together]
        groups.append(Group.of(members, row, cache))
        row += sum(len(part.tokens) for part in members)
    return groups


def _kind(placed: tuple[int, Part]) -> object:
    """Parts of one kind share their attention.

    Decoding requests do when their lengths differ by less than a factor of two, so at most half
    of what is computed is padding. A piece of a prompt fills the machine by itself.
    """
    place, part = placed
    return part.end.bit_length() if len(part.tokens) == 1 else ("alone", place)
