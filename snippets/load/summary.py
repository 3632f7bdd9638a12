"""What many requests give together: percentiles, throughput and goodput."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .metrics import delay, e2e, itl, tpot, ttft
from .timeline import Counted, Timeline


@dataclass(frozen=True)
class Objective:
    """Service-level objectives (SLO) of one request, in seconds; ``None`` sets no limit."""

    ttft_s: float | None = None
    tpot_s: float | None = None
    e2e_s: float | None = None

    def met(self, request: Timeline) -> bool:
        """Whether every limit holds. A single token has no TPOT and so cannot break its limit."""
        limits = ((self.ttft_s, ttft), (self.tpot_s, tpot), (self.e2e_s, e2e))
        return all(limit is None or (of(request) or 0.0) <= limit for limit, of in limits)


@dataclass(frozen=True)
class Run:
    """A finished load.

    Attributes:
        answered: Requests that were answered to their end.
        failed: How many were refused or broken off, by HTTP status; 0 stands for none.
        duration_s: From the start of the run until the last answer or failure. vLLM and
            GenAI-Perf divide by this too; AIPerf begins with the first request that is sent.
    """

    answered: tuple[Timeline, ...]
    failed: dict[int, int]
    duration_s: float

    @property
    def output_tokens(self) -> int:
        """Output tokens of all answers."""
        return sum(request.tokens for request in self.answered)

    @property
    def output_throughput(self) -> float:
        """Output tokens per second, over all requests. Tokens of broken answers do not count."""
        return self.output_tokens / self.duration_s

    @property
    def request_throughput(self) -> float:
        """Answered requests per second."""
        return len(self.answered) / self.duration_s

    def goodput(self, objective: Objective) -> float:
        """Requests per second that were answered within the objective.

        MLPerf turns the question round: the highest Poisson rate at which the 99th percentile
        still meets its limits.
        """
        return sum(map(objective.met, self.answered)) / self.duration_s

    @property
    def counted(self) -> Counted:
        """How tokens were counted: by the server only if it said so for every answer."""
        by_server = all(request.counted is Counted.USAGE for request in self.answered)
        return Counted.USAGE if by_server else Counted.CHUNKS

    def values(self, name: str) -> list[float]:
        """All values of a metric: one a request, for ``itl`` one a gap; in seconds.

        Args:
            name: ``ttft``, ``tpot``, ``itl``, ``e2e`` or ``delay``.
        """
        found: list[float] = []
        for request in self.answered:
            value = METRICS[name](request)
            found += value if isinstance(value, tuple) else () if value is None else (value,)
        return found


METRICS: dict[str, Callable[[Timeline], float | tuple[float, ...] | None]] = {
    "ttft": ttft,
    "tpot": tpot,
    "itl": itl,
    "e2e": e2e,
    "delay": delay,
}


def percentile(values: Sequence[float], percent: float) -> float:
    """The percentile of ``values``, interpolated linearly as in NumPy and ``vllm bench``.

    Raises:
        ValueError: Without values.
    """
    if not values:
        raise ValueError("no values, no percentile")
    ordered = sorted(values)
    place = percent / 100 * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def can_show(percent: float, n: int) -> bool:
    """Whether ``n`` values are enough for a percentile: ten of them lie beyond it.

    The 99th needs 1,000. With fewer, the largest value is the honest thing to show.
    """
    return n * (100 - percent) >= 1000


def tally(statuses: Iterable[int]) -> dict[int, int]:
    """How often each status came up, in order of status."""
    seen = list(statuses)
    return {status: seen.count(status) for status in sorted(set(seen))}
