"""Many requests: as they come (open load), or as fast as they are answered (closed load)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from .client import Answer, Failure, ask_for
from .clock import Clock
from .endpoint import Endpoint
from .prompts import Ask
from .summary import Run, tally

Outcome = Answer | Failure


async def open_load(
    endpoint: Endpoint, asks: Sequence[Ask], due_s: Sequence[float], timeout_s: float = 300
) -> tuple[Run, list[Outcome]]:
    """Send every request when it is due, however many are under way.

    Args:
        endpoint: The server.
        asks: What to ask.
        due_s: When, in seconds after the start; one for each of ``asks``.
        timeout_s: Longest silence of the server.

    Returns:
        The run, and the outcome of each request in the order of ``asks``.
    """
    async with endpoint.http(timeout_s) as http:
        clock = Clock()

        async def one(ask: Ask, at_s: float) -> Outcome:
            await clock.until(at_s)
            return await ask_for(http, endpoint.model, ask, clock, at_s)

        outcomes = await asyncio.gather(*(one(*pair) for pair in zip(asks, due_s, strict=True)))
        return _run(outcomes, clock), outcomes


async def closed_load(
    endpoint: Endpoint, asks: Sequence[Ask], clients: int, timeout_s: float = 300
) -> tuple[Run, list[Outcome]]:
    """Let ``clients`` clients ask, each the next question as soon as it has its answer.

    A request is due when its client is free, so in a closed load nothing is ever late.

    Returns:
        The run, and the outcome of each request in the order of ``asks``.
    """
    outcomes: dict[int, Outcome] = {}
    left: Iterator[tuple[int, Ask]] = iter(enumerate(asks))
    async with endpoint.http(timeout_s) as http:
        clock = Clock()

        async def client() -> None:
            for place, ask in left:  # shared: each question is taken once
                due_s = clock.now_s()
                outcomes[place] = await ask_for(http, endpoint.model, ask, clock, due_s)

        await asyncio.gather(*(client() for _ in range(clients)))
        in_order = [outcomes[place] for place in range(len(asks))]
        return _run(in_order, clock), in_order


def _run(outcomes: Sequence[Outcome], clock: Clock) -> Run:
    return Run(
        answered=tuple(one.timeline for one in outcomes if isinstance(one, Answer)),
        failed=tally(one.status for one in outcomes if isinstance(one, Failure)),
        duration_s=clock.now_s(),
    )
