"""Static against continuous batching: the same requests at the same times, through the gateway."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from ..load.drive import open_load
from ..load.endpoint import Endpoint
from ..load.prompts import WORDS, Ask
from ..serving.config import Policy
from ..serving.launch import Server, serve

MODEL, SLOTS = "mini", 8
WORKER_THREADS = 1
"""The gateway and the client need the other core: a worker with two would wait for them."""

BURSTS, BURST_S, REQUESTS = 6, 0.4, 8
"""Six bursts of eight requests: users come together."""

OUTPUTS = (8, 8, 16, 64)
"""Tokens of an answer, each as likely: most are short, some are long, as of a chat."""


class RefusedError(Exception):
    """A request of the trace was not answered."""


def trace(seed: int = 0) -> tuple[list[Ask], list[float]]:
    """Requests and when they are due, in seconds; the same ones every time."""
    draw = random.Random(seed)  # noqa: S311  no secret
    asks = [
        Ask(" ".join(draw.choices(WORDS, k=draw.randint(4, 8))), draw.choice(OUTPUTS), 0.0, True)
        for _ in range(BURSTS * REQUESTS)
    ]
    return asks, [BURST_S * (at // REQUESTS) for at in range(len(asks))]


@contextmanager
def server(policy: Policy) -> Iterator[Endpoint]:
    """A server with one policy, still until it is asked."""
    with serve(
        MODEL,
        max_batch=SLOTS,
        queue_size=BURSTS * REQUESTS,
        threads=WORKER_THREADS,
        policy=policy,
        dtype="bf16",
        huge_pages=True,
    ) as running:
        yield _endpoint(running, f"PEERS_{policy.upper()}_KEY")


def _endpoint(running: Server, variable: str) -> Endpoint:
    os.environ[variable] = running.api_key
    return Endpoint(f"{running.url}/v1", running.model, variable)


def ttft_s(endpoint: Endpoint) -> float:
    """Median time to first token over one run of the trace.

    Raises:
        RefusedError: When a request was not answered.
    """
    asks, due_s = trace()
    run, _ = asyncio.run(open_load(endpoint, asks, due_s))
    if run.failed:
        raise RefusedError(f"not answered, by status: {run.failed}")
    return median(run.values("ttft"))
