"""Where requests wait: first in, first out, and never more than fit."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from ..evidence.trace import Path
from .clock import now_ns
from .errors import ApiError
from .job import Job

RETRY_AFTER_S = 1


class WaitingQueue:
    """A bounded queue.

    Refusing early is kinder than a queue without end: a client that is told to come back can
    go elsewhere, one that waits for minutes cannot.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._jobs: deque[Job] = deque()

    def __len__(self) -> int:
        return len(self._jobs)

    def __iter__(self) -> Iterator[Job]:
        return iter(self._jobs)

    def put(self, job: Job, free_slots: int = 0) -> None:
        """Go to the end of the queue.

        Args:
            job: Who goes.
            free_slots: How many of the queue will leave it with the next step. They do not
                count: they are here only because a step has to end before one can join.

        Raises:
            ApiError: 429 when it is full.
        """
        if len(self._jobs) >= self._size + free_slots:
            raise ApiError(
                429,
                f"The queue is full ({len(self._jobs)} requests are waiting). Try again later.",
                code="rate_limit_exceeded",
                kind="requests",
                headers={"Retry-After": str(RETRY_AFTER_S)},
            )
        job.queued_ns = now_ns()
        self._jobs.append(job)

    def take(self) -> Job:
        """The request that has waited longest."""
        job = self._jobs.popleft()
        job.admitted_ns = now_ns()
        job.relay.stop("queue.wait", Path.CONTROL, job.queued_ns, job.admitted_ns)
        return job

    def remove(self, job: Job) -> None:
        """Leave the queue early; nothing happens when the job is not in it."""
        if job in self._jobs:
            self._jobs.remove(job)
