"""Planner and worker hand in hand in one process: no gateway, no pipe, one step at a call.

The planner, the plans and the worker are those that serve, so this shows what they decide and
what a step costs, apart from everything around them. Whoever wants to know what a client sees
starts a server (``launch``).
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence as Tokens
from dataclasses import dataclass

from opentelemetry import trace

from .clock import now_ns
from .job import Job
from .limits import Limits
from .messages import StepPlan, StepResult
from .plan import plan_of
from .planner import Planner
from .sequence import Sequence
from .step import Step
from .telemetry import NoRelay, Relay
from .validation import Generation
from .worker import Worker


@dataclass(frozen=True)
class Stepped:
    """One step: what was decided, what the worker was told, what it answered, who is done."""

    step: Step
    plan: StepPlan
    result: StepResult
    finished: tuple[Job, ...]
    started_ns: int
    ended_ns: int

    @property
    def plan_bytes(self) -> int:
        """Length of the plan as it would go through the pipe."""
        return len(pickle.dumps(self.plan))


class Direct:
    """Serves greedy requests of a fixed number of tokens.

    Attributes:
        planner: Which requests are in the next step.
        jobs: Whose request is whose, until it is finished.
    """

    def __init__(self, worker: Worker, limits: Limits) -> None:
        """Begin with an empty schedule; what the worker knew before is forgotten bit by bit."""
        self.planner = Planner(limits)
        self.jobs: dict[Sequence, Job] = {}
        self._worker = worker

    def add(self, prompt: Tokens[int], output: int, *, traced: bool = False) -> Job:
        """Let a request wait for its turn: ``output`` tokens after ``prompt``."""
        want = Generation(
            tuple(prompt), output, 0.0, 0, ignore_eos=True, stream=False, include_usage=False
        )
        relay = Relay(trace.NoOpTracer(), trace.INVALID_SPAN_CONTEXT) if traced else NoRelay()
        job = Job(want, relay)
        self.jobs[job.sequence] = job
        self.planner.add(job.sequence)
        return job

    def step(self) -> Stepped:
        """Plan a step, have it computed, hand out the tokens."""
        started_ns = now_ns()
        step = self.planner.next_step()
        plan = plan_of(step, self.jobs)
        result = self._worker.step(plan, now_ns())
        assert not result.failed
        finished = []
        for sequence in self.planner.done(step, result.tokens):
            job = self.jobs[sequence]
            if job.deliver(sequence.tokens[-1]).finish:
                self.planner.drop(sequence)
                finished.append(self.jobs.pop(sequence))
        return Stepped(step, plan, result, tuple(finished), started_ns, now_ns())
