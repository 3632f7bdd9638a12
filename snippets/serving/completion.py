"""What a client asks and what it gets: nouns of the client's side."""

from __future__ import annotations

from dataclasses import dataclass

from ..load import metrics
from ..load.timeline import Counted, Timeline


class RequestFailedError(Exception):
    """The server refused, or broke off the stream."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"{status}: {message}")
        self.status = status


@dataclass(frozen=True)
class Ask:
    """One request. Greedy and of fixed length unless told otherwise, so that runs compare."""

    prompt: str | tuple[int, ...]
    max_tokens: int
    temperature: float = 0.0
    seed: int = 0
    ignore_eos: bool = True
    traced: bool = False


@dataclass(frozen=True)
class Completion:
    """An answer and its times.

    Attributes:
        text: What was generated.
        sent_ns: Start of sending, on ``clock.now_ns``.
        arrivals_s: Arrival of every token, in seconds after ``sent_ns``.
        finish_reason: ``length`` or ``stop``.
        trace_id: For ``Server.trace``; ``None`` when untraced.
    """

    text: str
    sent_ns: int
    arrivals_s: tuple[float, ...]
    finish_reason: str
    trace_id: str | None

    @property
    def timeline(self) -> Timeline:
        """Its clock events, in seconds after ``sent_ns``; the last token ends the answer."""
        arrived = self.arrivals_s
        return Timeline(0.0, 0.0, arrived, arrived[-1], len(arrived), Counted.CHUNKS)

    @property
    def ttft_s(self) -> float:
        """Time to first token."""
        return metrics.ttft(self.timeline)

    @property
    def e2e_s(self) -> float:
        """Time until the last token."""
        return metrics.e2e(self.timeline)

    @property
    def tpot_s(self) -> float | None:
        """Mean time per output token after the first; a single token has none."""
        return metrics.tpot(self.timeline)
