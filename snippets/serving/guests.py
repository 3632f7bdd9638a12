"""Requests that come to the scheduler when they are due, past the gateway: no HTTP, no client.

What is left is the queue, the schedule, the pipe and the worker, so the times of a request are
those of the control path and of the computing alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .clock import now_ns
from .job import Job, Token
from .limits import Limits
from .scheduler import Scheduler
from .telemetry import NoRelay
from .validation import Generation
from .worker_process import WorkerProcess

NS = 1e9


@dataclass(eq=False)
class Guest(Job):
    """A request that remembers when its last token came."""

    done_ns: int = 0

    @classmethod
    def wanting(cls, prompt: Iterable[int], tokens: int) -> Guest:
        """Ask greedily for exactly this many tokens."""
        want = Generation(
            tuple(prompt), tokens, 0.0, 0, ignore_eos=True, stream=False, include_usage=False
        )
        return cls(want, NoRelay())

    def deliver(self, token_id: int) -> Token:
        """Hand out a token."""
        token = super().deliver(token_id)
        self.done_ns = now_ns()
        return token

    @property
    def came_s(self) -> float:
        """When it began to wait."""
        return self.queued_ns / NS

    @property
    def wait_s(self) -> float:
        """Time in the queue; of one that was preempted, its last stay there."""
        return (self.admitted_ns - self.queued_ns) / NS

    @property
    def service_s(self) -> float:
        """Time from leaving the queue to its last token."""
        return (self.done_ns - self.admitted_ns) / NS


async def serve(
    worker: WorkerProcess, limits: Limits, guests: Sequence[Guest], due_s: Sequence[float]
) -> None:
    """Let each guest in when it is due, in seconds from now, and wait until all are done.

    Args:
        worker: Ready, and with nothing to do.
        limits: Of the schedule.
        guests: Who comes.
        due_s: When, in ascending order; one for each guest.
    """
    scheduler = Scheduler(worker, limits, queue_size=len(guests))
    running = asyncio.create_task(scheduler.run())
    start_ns = now_ns()
    for guest, due in zip(guests, due_s, strict=True):
        await asyncio.sleep(max(0.0, due - (now_ns() - start_ns) / NS))  # up to 1 ms too late
        scheduler.submit(guest)
    for guest in guests:
        await guest.all()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
