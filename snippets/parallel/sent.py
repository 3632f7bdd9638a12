"""What an all-reduce of one message sends: handed over by our ring, and counted by the kernel."""

from __future__ import annotations

from dataclasses import dataclass

import psutil
import torch
from torch import Tensor
from torch import distributed as dist

from .launch import loopback
from .link import Counted, Link
from .ring import all_reduce

ROUNDS, TIMES = 8, 2


@dataclass(frozen=True)
class Sent:
    """What one rank found.

    Attributes:
        steps: Messages that it handed over in our ring.
        nbytes: Their bytes.
        apart: Numbers in which the sum is not what it should be.
        wire: Bytes that the kernel saw in the library's all-reduce, for each rank and byte of the
            message, round by round; empty where nobody counts.
    """

    steps: int
    nbytes: int
    apart: int
    wire: tuple[float, ...]


def send(link: Link, numbers: int) -> Sent:
    """Add up a message of so many fp32 numbers over all ranks."""
    sending = Counted(link)
    found = message(link.rank, numbers)  # (numbers,)
    all_reduce(found, sending)
    right = sum(message(rank, numbers) for rank in range(link.size))  # (numbers,)
    apart = int((found != right).sum())
    return Sent(sending.steps, sending.sent, apart, _wire(link, numbers))


def message(rank: int, numbers: int) -> Tensor:
    """Whole numbers, so that they add up to the same in any order: (numbers,)."""
    generator = torch.Generator().manual_seed(rank)
    return torch.randint(1000, (numbers,), generator=generator).float()  # (numbers,)


def _wire(link: Link, numbers: int) -> tuple[float, ...]:
    if not dist.is_initialized():
        return ()
    x = torch.zeros(numbers)  # (numbers,)
    dist.all_reduce(x)  # the first one makes connections
    taken = []
    for _ in range(ROUNDS):
        dist.barrier()
        before = _out()
        dist.barrier()  # nobody begins before all have read
        for _ in range(TIMES):
            dist.all_reduce(x)
        dist.barrier()
        taken.append((_out() - before) / (TIMES * link.size * x.nbytes))
    return tuple(taken)


def _out() -> int:
    """Bytes that have gone out through the loopback since the machine started."""
    seen = psutil.net_io_counters(pernic=True).get(loopback() or "")
    return seen.bytes_sent if seen else 0
