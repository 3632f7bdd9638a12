"""The scheduler: decides, before every step, which requests are in it.

Continuous batching decides anew each step, so a request joins as soon as a slot is free.
Static batching, for contrast, fills the slots and then waits until all of them are done.
"""

from __future__ import annotations

import asyncio
import pickle

from ..evidence.trace import Path
from .clock import now_ns
from .config import Policy
from .errors import worker_gone
from .job import Job
from .messages import Admission, StepPlan, StepResult
from .waiting import WaitingQueue
from .worker_process import WorkerDiedError, WorkerProcess


class Scheduler:
    """Feeds the worker one plan at a time and hands its tokens out."""

    def __init__(
        self, worker: WorkerProcess, waiting: WaitingQueue, slots: int, policy: Policy
    ) -> None:
        self.waiting = waiting
        self.running: dict[int, Job] = {}
        self.free_slots = list(range(slots))
        self._worker = worker
        self._policy = policy
        self._freed: list[int] = []  # slots that the worker does not know to be free yet
        self._work = asyncio.Event()
        self._stopped = False

    @property
    def up(self) -> bool:
        """Whether a request would get an answer."""
        return not self._stopped and self._worker.alive

    def submit(self, job: Job) -> None:
        """Let a request wait for its turn.

        Raises:
            ApiError: 429 when the queue is full, 503 when the worker is gone.
        """
        if not self.up:
            raise worker_gone()
        self.waiting.put(job)
        self._work.set()

    def leave(self, job: Job) -> None:
        """Forget a request, finished or not; its slot is free at once."""
        self.waiting.remove(job)
        if job.slot is not None:
            del self.running[job.slot]
            self.free_slots.append(job.slot)
            self._freed.append(job.slot)
            job.slot = None

    async def run(self) -> None:
        """Step after step, as long as there is work and a worker."""
        try:
            while True:
                await self._work.wait()
                if self.running or self.waiting:
                    await self._step()
                else:
                    self._work.clear()
        except WorkerDiedError:
            pass  # everyone is told below
        finally:
            self._stopped = True
            self._fail_everyone()

    async def _step(self) -> None:
        started_ns = now_ns()
        decoding = list(self.running.values())
        admitted = self._admit()
        freed, self._freed = self._freed, []
        plan = StepPlan(
            free=tuple(freed),
            admit=tuple(_admission(job) for job in admitted),
            decode=tuple(job.slot for job in decoding if job.slot is not None),
        )
        payload = pickle.dumps(plan)
        self._worker.send(payload)
        for job in admitted:
            span = (job.admitted_ns, now_ns())
            job.relay.stop("scheduler.assign", Path.CONTROL, *span, moved=len(payload))
        for job in decoding:
            span = (started_ns, now_ns())
            job.relay.stop("scheduler.step", Path.CONTROL, *span, step=job.made, moved=len(payload))
        self._deliver(await self._worker.result())

    def _admit(self) -> list[Job]:
        """Move requests from the queue into free slots, oldest first."""
        if self._policy == "static" and self.running:
            return []
        admitted = []
        while self.waiting and self.free_slots:
            job = self.waiting.take()
            job.slot = self.free_slots.pop(0)
            self.running[job.slot] = job
            admitted.append(job)
        return admitted

    def _deliver(self, result: StepResult) -> None:
        for slot, token_id in result.tokens.items():
            job = self.running.get(slot)
            if job is None:
                continue  # its client left while the step ran
            for mark in result.marks.get(slot, ()):
                name, start_ns, end_ns, moved = mark
                step = None if name == "worker.admit" else job.made
                job.relay.stop(name, Path.DATA, start_ns, end_ns, step=step, moved=moved)
            if job.deliver(token_id).finish:
                self.leave(job)

    def _fail_everyone(self) -> None:
        for job in [*self.running.values(), *self.waiting]:
            job.outbox.put_nowait(worker_gone())
            self.leave(job)


def _admission(job: Job) -> Admission:
    assert job.slot is not None
    want = job.want
    return Admission(job.slot, want.prompt, want.temperature, want.seed, job.relay.on)
