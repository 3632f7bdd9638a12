"""All-reduce as a ring: n ranks add up their tensors, and no rank ever holds more than its own."""

from __future__ import annotations

import torch
from torch import Tensor

from .link import Link


def all_reduce(x: Tensor, link: Link) -> None:
    """Replace ``x`` on every rank by the sum over all ranks.

    Each rank passes one of n pieces to the next, 2(n - 1) times in all. In the first half
    (reduce-scatter) it adds what came to its own, until one piece of the sum is complete on each
    rank. In the second (all-gather) the complete pieces go round.

    Args:
        x: Contiguous, of one shape on all ranks.
        link: To the neighbours in the ring.
    """
    n, rank = link.size, link.rank
    pieces = x.view(-1).tensor_split(n)  # n × about (numel/n,)
    room = torch.empty_like(pieces[0])  # (numel/n,): no piece is larger than the first
    for step in range(n - 1):
        mine, theirs = pieces[(rank - step) % n], pieces[(rank - step - 1) % n]  # (numel/n,) each
        came = room[: len(theirs)]  # (numel/n,)
        link.pass_on(mine, came)
        theirs.add_(came)
    for step in range(n - 1):
        link.pass_on(pieces[(rank + 1 - step) % n], pieces[(rank - step) % n])
