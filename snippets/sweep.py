"""One server under every load of chapter 08: alone, paced, and all at once.

The rates are shares of what the server can do, and its objectives multiples of what it does when
nobody else is there. So the same sweep fits a small CPU and a large cluster.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from .evidence.scale import repeats
from .load.arrivals import poisson
from .load.drive import Outcome, closed_load, open_load
from .load.endpoint import Endpoint
from .load.prompts import Ask, made_up
from .load.summary import Objective, Run

OUTPUTS = (4, 4, 8, 32)
"""Tokens of an answer, each as likely: most are short, some are long, as of a chat."""

REQUESTS, WORDS = repeats(20, quick=12), 6
PATIENCE = 5
"""An objective is so many times what a request takes that is alone."""

MOST, OVER = 0.8, 1.2
"""Requests a second, as shares of the capacity."""


class UnansweredError(Exception):
    """A request was refused or broken off: the load was not the one that was meant."""


@dataclass(frozen=True)
class Sweep:
    """What one client has seen of one server.

    Attributes:
        alone: One request after another.
        burst: All requests at the same moment: what a benchmark calls an infinite rate.
        paced: Share of the capacity → requests as a Poisson process at that rate.
    """

    alone: Run
    burst: Run
    paced: Mapping[float, Run]

    @property
    def objective(self) -> Objective:
        """What a request may take."""
        ttft, tpot = (PATIENCE * mean(self.alone.values(name)) for name in ("ttft", "tpot"))
        return Objective(ttft_s=ttft, tpot_s=tpot)

    def good(self, run: Run) -> float:
        """Requests per second within the objective."""
        return run.goodput(self.objective)

    def late_s(self) -> float:
        """How late the client was at worst."""
        runs = (self.burst, *self.paced.values())
        return max(late for run in runs for late in run.values("delay"))


def sweep(
    endpoint: Endpoint, seed: int, ignore_eos: bool = True, requests: int = REQUESTS
) -> Sweep:
    """Put one server under every load, one after the other; the burst says how fast to pace.

    Raises:
        UnansweredError: When a request was not answered.
    """

    async def loads() -> Sweep:
        # Other prompts for every load: one that the server knows it would not have to prefill.
        few, all_at_once, *others = (asks(requests, seed, load, ignore_eos) for load in range(4))
        _whole(await closed_load(endpoint, few[-1:], clients=1))  # pays for what happens once
        alone = _whole(await closed_load(endpoint, few[: len(OUTPUTS)], clients=1))
        burst = _whole(await open_load(endpoint, all_at_once, [0.0] * requests))
        paced = {}
        for pace, some in zip((MOST, OVER), others, strict=True):
            due_s = evenly(requests, pace * burst.request_throughput, seed)
            paced[pace] = _whole(await open_load(endpoint, some, due_s))
        return Sweep(alone, burst, paced)

    return asyncio.run(loads())


def asks(n: int, seed: int, load: int, ignore_eos: bool) -> tuple[Ask, ...]:
    """``n`` requests whose answers differ in length.

    The same seed gives the same lengths under every load, and prompts of each load's own.
    """
    draw = random.Random(seed)  # noqa: S311  a simulation, not a secret
    lengths = [*OUTPUTS, *draw.choices(OUTPUTS, k=n)][:n]
    plain = made_up(n, WORDS, 1, 4 * seed + load, ignore_eos)
    return tuple(
        Ask(one.prompt, length, one.temperature, one.ignore_eos)
        for one, length in zip(plain, lengths, strict=True)
    )


def evenly(n: int, rate: float, seed: int) -> tuple[float, ...]:
    """Due times of a Poisson process in which ``n`` requests take just as long as they should.

    Of 20 exponential gaps the sum scatters by a fifth: without this, the rate would too.
    """
    due_s = poisson(rate, n, seed)
    return tuple(at * n / rate / due_s[-1] for at in due_s)


def _whole(done: tuple[Run, Sequence[Outcome]]) -> Run:
    run, _ = done
    if run.failed:
        told = ", ".join(f"{n} × {status or 'broken off'}" for status, n in run.failed.items())
        raise UnansweredError(f"not answered, by status: {told}")
    return run


def _ms(run: Callable[[Sweep], Run], name: str) -> Callable[[Sweep], float]:
    return lambda seen: 1e3 * mean(run(seen).values(name))


RUNS: dict[str, Callable[[Sweep], Run]] = {
    "most": lambda seen: seen.paced[MOST],
    "over": lambda seen: seen.paced[OVER],
    "burst": lambda seen: seen.burst,
}

SEEN: dict[str, tuple[str, Callable[[Sweep], float]]] = {
    **{name: ("ms", _ms(lambda seen: seen.alone, name)) for name in ("ttft", "tpot", "itl", "e2e")},
    "slo_ttft": ("ms", lambda seen: 1e3 * (seen.objective.ttft_s or 0.0)),
    "slo_tpot": ("ms", lambda seen: 1e3 * (seen.objective.tpot_s or 0.0)),
    "tokens": ("토큰/s", lambda seen: seen.burst.output_throughput),
    **{f"ttft_{at}": ("ms", _ms(run, "ttft")) for at, run in RUNS.items()},
    **{
        f"answered_{at}": ("개/s", lambda seen, run=run: run(seen).request_throughput)
        for at, run in RUNS.items()
    },
    **{
        f"good_{at}": ("개/s", lambda seen, run=run: seen.good(run(seen)))
        for at, run in RUNS.items()
    },
    "ttft_ratio": (
        "배",
        lambda seen: mean(seen.burst.values("ttft")) / mean(seen.paced[MOST].values("ttft")),
    ),
    "answered_ratio": (
        "배",
        lambda seen: seen.burst.request_throughput / seen.paced[MOST].request_throughput,
    ),
    "good_gain": (  # over the capacity: a server may meet no objective at all
        "%",
        lambda seen: (
            100
            * (seen.good(seen.paced[MOST]) - seen.good(seen.burst))
            / seen.burst.request_throughput
        ),
    ),
    "tpot_burst": ("ms", _ms(lambda seen: seen.burst, "tpot")),
    "itl_burst": ("ms", _ms(lambda seen: seen.burst, "itl")),
    "tpot_over_itl": (
        "배",
        lambda seen: mean(seen.burst.values("tpot")) / mean(seen.burst.values("itl")),
    ),
    "late": ("ms", lambda seen: 1e3 * seen.late_s()),
}
"""Figure → its unit, and how it follows from one sweep: both ends of a ratio come from the same."""
