"""The scheduler: decides, before every step, which requests are in it.

Continuous batching decides anew each step, so a request joins as soon as a slot is free.
Static batching, for contrast, fills the slots and then waits until all of them are done.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Iterable
from functools import partial

from ..evidence.trace import Path
from .clock import now_ns
from .config import Policy
from .errors import ApiError, step_failed, worker_gone
from .job import Job
from .messages import Admission, Mark, StepPlan, StepResult
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
        self.waiting.put(job, free_slots=self._open_slots())
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
            self._fail([*self.running.values(), *self.waiting], worker_gone)

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
        result = await self._worker.result()
        for job in self.running.values():  # those of the plan, without clients that have left
            _note_plan(job, started_ns, result.received_ns, len(payload))
        if result.failed:
            self._fail(self.running.values(), step_failed)
        self._deliver(result)

    def _open_slots(self) -> int:
        """Slots that waiting requests could have in the next step."""
        closed = self._policy == "static" and self.running
        return 0 if closed else len(self.free_slots)

    def _admit(self) -> list[Job]:
        """Move requests from the queue into free slots, oldest first."""
        admitted: list[Job] = []
        for _ in range(min(self._open_slots(), len(self.waiting))):
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
            _note_work(job, result.marks.get(slot, ()))
            if job.deliver(token_id).finish:
                self.leave(job)

    def _fail(self, jobs: Iterable[Job], error: Callable[[], ApiError]) -> None:
        for job in list(jobs):
            job.outbox.put_nowait(error())
            self.leave(job)


def _admission(job: Job) -> Admission:
    assert job.slot is not None
    want = job.want
    return Admission(job.slot, want.prompt, want.temperature, want.seed, job.relay.on)


def _note_plan(job: Job, started_ns: int, received_ns: int, size: int) -> None:
    """Planning ends when the worker has the plan, so the way through the pipe is inside."""
    stop = partial(job.relay.stop, path=Path.CONTROL, end_ns=received_ns, moved=size)
    if job.made:
        stop("scheduler.step", start_ns=started_ns, step=job.made)
    else:
        stop("scheduler.assign", start_ns=job.admitted_ns)


def _note_work(job: Job, marks: tuple[Mark, ...]) -> None:
    """What the worker did, and how long the token was on its way after it was chosen."""
    for name, start_ns, end_ns, moved in marks:
        step = None if name == "worker.admit" else job.made
        job.relay.stop(name, Path.DATA, start_ns, end_ns, step=step, moved=moved)
    if marks:
        sampled_ns = marks[-1].end_ns
        job.relay.stop("worker.reply", Path.CONTROL, sampled_ns, now_ns(), step=job.made)
