"""The scheduler: asks the planner for a step, has the worker take it, hands out the tokens."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Iterable
from typing import Literal

from .clock import now_ns
from .errors import ApiError, queue_full, step_failed, worker_died, worker_gone
from .job import Job
from .limits import Limits
from .messages import StepResult
from .noting import note_plan, note_queue, note_work
from .plan import plan_of
from .planner import Planner
from .race import unless
from .sequence import Sequence
from .step import Share, Step
from .worker_process import WorkerDiedError, WorkerProcess

State = Literal["ok", "worker starting", "worker gone"]


class Scheduler:
    """Feeds the worker one plan at a time.

    Attributes:
        planner: Which requests are in the next step.
        state: ``ok``, or what keeps requests from being computed: they wait while another worker
            takes the place of a dead one, and are refused once it is given up.
    """

    def __init__(self, worker: WorkerProcess, limits: Limits, queue_size: int) -> None:
        """Schedule requests on ``worker``; at most ``queue_size`` wait, one more gets 429."""
        self.planner = Planner(limits)
        self._worker = worker
        self._queue_size = queue_size
        self._jobs: dict[Sequence, Job] = {}
        self._work = asyncio.Event()
        self.state: State = "ok"

    @property
    def up(self) -> bool:
        """Whether a request would get an answer, now or a little later."""
        return self.state != "worker gone"

    @property
    def restarts(self) -> int:
        """How often another worker took the place of a dead one."""
        return self._worker.restarts

    def submit(self, job: Job) -> None:
        """Let a request wait for its turn.

        Raises:
            ApiError: 429 when the queue is full, 503 when the worker is gone.
        """
        if not self.up:
            raise worker_gone()
        planner = self.planner
        # Those that will leave the queue with the next step do not count: they are in it only
        # because a step has to end before one can join.
        if len(planner.waiting) >= self._queue_size + planner.open_slots:
            raise queue_full(len(planner.waiting))
        self._jobs[job.sequence] = job
        job.queued_ns = now_ns()
        planner.add(job.sequence)
        self._work.set()

    def leave(self, job: Job) -> None:
        """Forget a request, finished or not; what it held is free at once."""
        if self._jobs.pop(job.sequence, None) is not None:
            self.planner.drop(job.sequence)

    async def run(self) -> None:
        """Step after step, as long as there is work and a worker, be it another one."""
        try:
            while True:
                try:
                    await (self._step() if self._jobs else self._idle())
                except WorkerDiedError:
                    await self._recover()
        except WorkerDiedError:
            pass  # given up; everyone is told below
        finally:
            self.state = "worker gone"
            self._fail(self._jobs.values(), worker_gone)

    async def _idle(self) -> None:
        """Wait for work. A worker that dies meanwhile is noticed now, not by the next request."""
        self._work.clear()
        dead = WorkerDiedError("the worker process is gone")
        await unless(self._worker.gone(), self._work.wait(), dead)

    async def _recover(self) -> None:
        """End what was running, have another worker started, and go on with who waits."""
        self.state = "worker starting"
        self._fail([self._jobs[one] for one in self.planner.running.values()], worker_died)
        self.planner.forget()
        await self._worker.restart()
        self.state = "ok"

    async def _step(self) -> None:
        started_ns = now_ns()
        step = self.planner.next_step()
        note_queue((self._jobs[one] for one in step.admitted), started_ns)
        for preempted in step.preempted:
            self._jobs[preempted].queued_ns = started_ns
        payload = pickle.dumps(plan_of(step, self._jobs))
        self._worker.send(payload)
        result = await self._worker.result()
        for share, job in self._present(step):
            note_plan(job, share, started_ns, result.received_ns, len(payload))
        if result.failed:
            self._fail([job for _, job in self._present(step)], step_failed)
        else:
            self._deliver(step, result)

    def _present(self, step: Step) -> list[tuple[Share, Job]]:
        """Who is in the step, without clients that have left while it ran."""
        return [
            (one, self._jobs[one.sequence]) for one in step.shares if one.sequence in self._jobs
        ]

    def _deliver(self, step: Step, result: StepResult) -> None:
        self.planner.done(step, result.tokens)
        for share, job in self._present(step):
            note_work(job, result.marks.get(share.slot, ()))
            if share.makes and job.deliver(result.tokens[share.slot]).finish:
                self.leave(job)

    def _fail(self, jobs: Iterable[Job], error: Callable[[], ApiError]) -> None:
        for job in list(jobs):
            job.outbox.put_nowait(error())
            self.leave(job)
