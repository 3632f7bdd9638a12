"""Notes in the relay of a traced request what scheduler and worker do for it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ..evidence.trace import Path
from .clock import now_ns
from .job import Job
from .messages import Mark
from .step import Share


def note_queue(admitted: Iterable[Job], at_ns: int) -> None:
    """These jobs have waited until now."""
    for job in admitted:
        job.admitted_ns = at_ns
        job.relay.stop("queue.wait", Path.CONTROL, job.queued_ns, at_ns)


def note_plan(job: Job, share: Share, started_ns: int, received_ns: int, size: int) -> None:
    """Planning ends when the worker has the plan, so the way through the pipe is inside."""
    stop = partial(job.relay.stop, path=Path.CONTROL, end_ns=received_ns, moved=size)
    if share.new:
        stop("scheduler.assign", start_ns=job.admitted_ns)
    else:
        stop("scheduler.step", start_ns=started_ns, step=job.made)


def note_work(job: Job, marks: tuple[Mark, ...]) -> None:
    """What the worker did, and how long the answer was on its way after that."""
    for name, start_ns, end_ns, moved in marks:
        step = None if name == "worker.admit" else job.made
        job.relay.stop(name, Path.DATA, start_ns, end_ns, step=step, moved=moved)
    if marks:
        job.relay.stop("worker.reply", Path.CONTROL, marks[-1].end_ns, now_ns(), step=job.made)
