"""A link between ranks: each passes bytes to the next one, and takes them from the one before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import Queue
from typing import Protocol, TypeVar

from torch import Tensor
from torch import distributed as dist

T = TypeVar("T")

PATIENCE_S = 60
"""How long a rank that is a thread waits for its neighbour."""


class Link(Protocol):
    """What a rank of a group can do."""

    rank: int
    size: int

    def pass_on(self, out: Tensor, into: Tensor) -> None:
        """Send ``out`` to the next rank while ``into`` fills with what the one before sends."""


class Gloo:
    """Ranks that are processes, joined by torch's gloo: over TCP, and here over loopback."""

    def __init__(self) -> None:
        self.rank, self.size = dist.get_rank(), dist.get_world_size()

    def pass_on(self, out: Tensor, into: Tensor) -> None:
        """See ``Link``."""
        sending = dist.isend(out, (self.rank + 1) % self.size)
        dist.recv(into, (self.rank - 1) % self.size)
        assert sending is not None  # it is only for a rank that is not in the group
        sending.wait()


@dataclass(frozen=True)
class Threaded:
    """Ranks that are threads of one process: for tests, and for a machine without gloo."""

    rank: int
    size: int
    boxes: Sequence[Queue[Tensor]]

    def pass_on(self, out: Tensor, into: Tensor) -> None:
        """See ``Link``."""
        self.boxes[(self.rank + 1) % self.size].put(out.clone())
        into.copy_(self.boxes[self.rank].get(timeout=PATIENCE_S))


@dataclass
class Counted:
    """A link that counts what this rank sends.

    Attributes:
        link: What does the sending.
        steps: Messages sent.
        sent: Their bytes, headers left out.
    """

    link: Link
    steps: int = 0
    sent: int = 0

    @property
    def rank(self) -> int:
        """See ``Link``."""
        return self.link.rank

    @property
    def size(self) -> int:
        """See ``Link``."""
        return self.link.size

    def pass_on(self, out: Tensor, into: Tensor) -> None:
        """See ``Link``."""
        self.link.pass_on(out, into)
        self.steps += 1
        self.sent += out.nbytes


def in_threads(work: Callable[[Link], T], ranks: int) -> list[T]:
    """Run ``work`` on ranks that are threads; what each gives, by rank."""
    boxes: list[Queue[Tensor]] = [Queue() for _ in range(ranks)]
    with ThreadPoolExecutor(ranks) as pool:
        started = [pool.submit(work, Threaded(rank, ranks, boxes)) for rank in range(ranks)]
        return [one.result() for one in started]
