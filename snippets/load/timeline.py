"""The clock events of one request: everything that latencies are made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise


class Counted(StrEnum):
    """Where the number of output tokens comes from."""

    USAGE = "usage"
    """The server said so, in the ``usage`` of its last event."""

    CHUNKS = "chunks"
    """Nobody said; one token a chunk is assumed. A chunk with several makes this too low."""


@dataclass(frozen=True)
class Timeline:
    """What the client's clock read while one request was answered, in seconds.

    All events are read from one monotonic clock of one process, so any two may be subtracted.

    Attributes:
        scheduled_s: When the load plan wanted the request to be sent.
        sent_s: When the client began to send it; connecting comes after.
        chunks_s: Arrival of every chunk with a token in it; the first is the first token.
        ended_s: Arrival of the chunk that says why the answer ended. Often it is the last
            token's own; some servers send it apart, without a token.
        tokens: Output tokens.
        counted: How they were counted.
    """

    scheduled_s: float
    sent_s: float
    chunks_s: tuple[float, ...]
    ended_s: float
    tokens: int
    counted: Counted

    def __post_init__(self) -> None:
        """Refuse what no clock can have read.

        Raises:
            ValueError: When events are missing or out of order.
        """
        if not self.chunks_s or self.tokens < 1:
            raise ValueError("a timeline has at least one token")
        events = [self.scheduled_s, self.sent_s, *self.chunks_s, self.ended_s]
        if any(later < earlier for earlier, later in pairwise(events)):
            raise ValueError(f"events out of order: {events}")
