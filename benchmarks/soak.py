"""Many streaming clients for a while: is any token lost or mixed up, and does memory grow?

``python -m benchmarks.soak`` starts the reference serving system, asks every prompt alone to
know its answer, and then lets 200 clients ask them at the same time for 60 s. It ends with exit
code 1 when an answer was wrong, a request got neither an answer nor a status, or memory grew.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import httpx
import psutil

from snippets.load.client import Answer, Failure, ask_for
from snippets.load.clock import Clock
from snippets.load.endpoint import Endpoint
from snippets.load.prompts import Ask, made_up
from snippets.serving.launch import Server, serve

from .soak_report import Report

KEY = "SOAK_API_KEY"


async def soak(server: Server, clients: int, seconds: float, seed: int = 0) -> Report:
    """Let ``clients`` clients ask ``server`` for ``seconds`` seconds."""
    os.environ[KEY] = server.api_key
    endpoint = Endpoint(f"{server.url}/v1", server.model, KEY)
    asks = [
        ask
        for max_tokens in (4, 12, 24)
        for ask in made_up(8, 1 + max_tokens % 5, max_tokens, seed, ignore_eos=True)
    ]
    report = Report()
    async with endpoint.http(timeout_s=60) as http:
        alone = [await ask_for(http, endpoint.model, ask, Clock(), 0.0) for ask in asks]
        known = {ask: one for ask, one in zip(asks, alone, strict=True) if isinstance(one, Answer)}
        crowd = Crowd(http, endpoint.model, known, time.monotonic() + seconds, report)
        watching = asyncio.create_task(_watch(server.pid, report, seconds / 60))
        await asyncio.gather(*(crowd.client(seed + i) for i in range(clients)))
        watching.cancel()
    return report


@dataclass(frozen=True)
class Crowd:
    """Clients that ask the same server the same things, and know the answers."""

    http: httpx.AsyncClient
    model: str
    known: dict[Ask, Answer]
    deadline_s: float
    report: Report

    async def client(self, seed: int) -> None:
        """Ask one thing after another until the time is over."""
        draw = random.Random(seed)  # noqa: S311  a simulation, not a secret
        while time.monotonic() < self.deadline_s:
            ask = draw.choice(list(self.known))
            outcome = await ask_for(self.http, self.model, ask, Clock(), 0.0)
            if isinstance(outcome, Failure):
                self.report.failures.append(outcome)
                await asyncio.sleep(0.2 * (1 + draw.random()))  # it was told to come back later
            elif _tokens(outcome) == _tokens(self.known[ask]):
                self.report.answers += 1
                self.report.tokens += outcome.timeline.tokens
            else:
                self.report.wrong.append(outcome.text)


def _tokens(answer: Answer) -> tuple[str, int, int]:
    return answer.text, answer.timeline.tokens, len(answer.timeline.chunks_s)


async def _watch(pid: int, report: Report, every_s: float) -> None:
    """Note the memory of a process and all below it, again and again."""
    parent = psutil.Process(pid)
    while True:
        family = [parent, *parent.children(recursive=True)]
        report.rss.append(sum(process.memory_info().rss for process in family))
        await asyncio.sleep(every_s)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, soak, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--model", default="nano")
    parser.add_argument("--max-batch", type=int, default=32)
    parser.add_argument("--queue-size", type=int, default=128, help="fewer than clients: 429s")
    parser.add_argument("--kv-blocks", type=int, help="few blocks: requests are preempted")
    asked = parser.parse_args(arguments)
    with serve(
        asked.model,
        max_batch=asked.max_batch,
        queue_size=asked.queue_size,
        kv_blocks=asked.kv_blocks,
    ) as server:
        report = asyncio.run(soak(server, asked.clients, asked.seconds))
    print(report)
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main())
