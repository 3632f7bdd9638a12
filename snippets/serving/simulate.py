"""A schedule without a worker: steps take as long as a function says, so every run is the same.

The planner is the one that serves; only the clock and the tokens are made up. Time is in
whatever unit ``step_time`` returns; with the default of 1 it is counted in steps.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .limits import Limits
from .planner import Planner
from .sequence import Sequence as Scheduled
from .step import Step

TOKEN = 0
"""What every request makes; a schedule does not look at it."""


@dataclass(frozen=True)
class Arrival:
    """A request to come.

    Attributes:
        at: When.
        prompt: Token ids; they matter where equal beginnings are shared.
        output: Tokens it will make.
        priority: 0 goes first.
    """

    at: float
    prompt: tuple[int, ...]
    output: int
    priority: int = 0


@dataclass(frozen=True)
class Load:
    """What a step has to compute, for a function to say how long that takes.

    Attributes:
        prefill: Tokens of prompts.
        decode: Requests that each make one token of the one before.
        context: Tokens whose keys and values are read, over all requests.
    """

    prefill: int
    decode: int
    context: int

    @classmethod
    def of(cls, step: Step) -> Load:
        """Add up a step."""
        return cls(
            prefill=sum(share.tokens for share in step.shares if not share.decoding),
            decode=sum(share.decoding for share in step.shares),
            context=sum(share.sequence.computed + share.tokens for share in step.shares),
        )


@dataclass
class Outcome:
    """What became of an arrival: when each token came, and how often it was preempted."""

    arrival: Arrival
    tokens_at: list[float] = field(default_factory=list)
    preempted: int = 0

    @property
    def ttft(self) -> float:
        """Time to first token."""
        return self.tokens_at[0] - self.arrival.at

    @property
    def e2e(self) -> float:
        """Time until the last token."""
        return self.tokens_at[-1] - self.arrival.at

    @property
    def gaps(self) -> list[float]:
        """Times between tokens (ITL)."""
        return [b - a for a, b in zip(self.tokens_at, self.tokens_at[1:], strict=False)]


def simulate(
    limits: Limits,
    arrivals: Sequence[Arrival],
    step_time: Callable[[Load], float] = lambda _: 1.0,
) -> list[Outcome]:
    """Serve all arrivals; the outcomes come in their order.

    Args:
        limits: Of the schedule.
        arrivals: In any order.
        step_time: How long a step with this load takes.
    """
    planner, now = Planner(limits), 0.0
    outcomes = [Outcome(arrival) for arrival in arrivals]
    coming = sorted(outcomes, key=lambda outcome: outcome.arrival.at)
    served: dict[Scheduled, Outcome] = {}
    while coming or served:
        if not served:
            now = max(now, coming[0].arrival.at)  # nothing to do until then
        while coming and coming[0].arrival.at <= now:
            outcome = coming.pop(0)
            sequence = Scheduled(list(outcome.arrival.prompt), outcome.arrival.priority)
            served[sequence] = outcome
            planner.add(sequence)
        step = planner.next_step()
        now += step_time(Load.of(step))
        for sequence in planner.done(step, dict.fromkeys(range(limits.max_batch), TOKEN)):
            outcome = served[sequence]
            outcome.tokens_at.append(now)
            outcome.preempted = sequence.preempted
            if len(outcome.tokens_at) == outcome.arrival.output:
                planner.drop(sequence)
                del served[sequence]
    return outcomes


def poisson(
    n: int, gap: float, prompt: tuple[int, int], output: tuple[int, int], seed: int
) -> list[Arrival]:
    """``n`` arrivals with exponential gaps of mean ``gap`` and lengths drawn from ranges.

    The same seed gives the same arrivals. Prompts are drawn too, so none begin alike.
    """
    draw, at = random.Random(seed), 0.0  # noqa: S311  no secret
    arrivals = []
    for _ in range(n):
        at += draw.expovariate(1 / gap)
        ids = tuple(draw.randrange(2**31) for _ in range(draw.randint(*prompt)))
        arrivals.append(Arrival(at, ids, draw.randint(*output)))
    return arrivals
