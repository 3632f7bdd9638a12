"""The worker: a process of its own that owns torch, the weights and the KV cache."""

from __future__ import annotations

import signal
import sys
import traceback
from multiprocessing.connection import Connection

import torch

from .batch import Batch, Part
from .clock import now_ns
from .engine import Engine
from .messages import Admission, Mark, StepPlan, StepResult, WorkerSetup
from .model_folder import CheckpointError
from .probe import NoProbe, Probe
from .running import Running
from .sampler import choose


class Worker:
    """Runs one plan after another."""

    def __init__(self, setup: WorkerSetup) -> None:
        self._engine = Engine(setup)
        self._max_batch = setup.max_batch
        self._running: dict[int, Running] = {}

    def step(self, plan: StepPlan, received_ns: int) -> StepResult:
        """Compute what the plan says, all requests in one pass through the model.

        What goes wrong ends the requests of the step, not the worker.

        Args:
            plan: What the scheduler decided.
            received_ns: When the plan came in; where ``worker.admit`` starts.
        """
        for slot in plan.free:
            self._running.pop(slot, None)
        result = StepResult(received_ns)
        try:
            self._compute(plan, result)
        except Exception:  # whatever it is, later requests can do nothing for it
            traceback.print_exc()
            for slot in [*(slot for slot, _ in plan.prefill), *plan.decode]:
                self._running.pop(slot, None)
            return StepResult(received_ns, failed=True)
        return result

    def _compute(self, plan: StepPlan, result: StepResult) -> None:
        for admission in plan.admit:
            self._admit(admission, result)
        since_ns = now_ns()
        for slot, block in plan.blocks:
            self._running[slot].table.append(block)
        parts = {slot: self._running[slot].part(n) for slot, n in plan.prefill}
        # Requests of like length one after another, because they share their attention.
        for slot in sorted(plan.decode, key=self._length_class):
            parts[slot] = self._running[slot].part(1)
        phases = ["prefill"] * len(plan.prefill) + ["decode"] * len(plan.decode)
        if parts:
            self._forward(parts, phases, result, since_ns)

    def _length_class(self, slot: int) -> tuple[int, int]:
        return self._running[slot].cached.bit_length(), slot

    def _admit(self, admission: Admission, result: StepResult) -> None:
        request = self._running[admission.slot] = Running.of(admission)
        if admission.traced:
            size = 8 * len(request.pending)  # token ids are int64
            mark = Mark("worker.admit", result.received_ns, now_ns(), size)
            result.marks[admission.slot] = (mark,)

    def _forward(
        self, parts: dict[int, Part], phases: list[str], result: StepResult, since_ns: int
    ) -> None:
        traced = any(self._running[slot].traced for slot in parts)
        probe = Probe(phases, since_ns) if traced else NoProbe()
        batch = Batch.of(list(parts.values()), self._engine.cache)
        logits = self._engine.logits(batch, probe)  # (requests with a token, vocab)
        making = [slot for slot, part in parts.items() if part.last]
        tokens = choose([self._running[slot].sampler for slot in making], logits)
        result.tokens.update(zip(making, tokens, strict=True))
        row_nbytes = logits.shape[1] * logits.element_size()
        probe.mark(
            "sampler.sample",
            lambda: [row_nbytes if part.last else None for part in parts.values()],
        )
        for slot, part in parts.items():
            self._running[slot].done(part, result.tokens.get(slot))
        for slot, marks in zip(parts, probe.marks(), strict=False):  # none when nobody is traced
            if self._running[slot].traced:
                result.marks[slot] = result.marks.get(slot, ()) + marks

    def warm_up(self) -> None:
        """Take both kinds of step once, so that no request pays for what happens only once.

        Raises:
            RuntimeError: When that fails: then no request would ever get an answer.
        """
        slots = tuple(range(min(2, self._max_batch)))  # one row and several are not the same code
        prompts = tuple(Admission(slot, (0,) * 8, 1.0, 0, traced=False) for slot in slots)
        blocks = tuple((slot, slot) for slot in slots)
        for plan in (
            StepPlan(admit=prompts, prefill=tuple((slot, 8) for slot in slots), blocks=blocks),
            StepPlan(decode=(0,)),
            StepPlan(decode=slots),
            StepPlan(free=slots),
        ):
            if self.step(plan, now_ns()).failed:
                raise RuntimeError("the worker cannot take a step")


def run(pipe: Connection, setup: WorkerSetup) -> None:
    """Serve plans from ``pipe`` until the gateway is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the gateway's to handle
    torch.set_num_threads(setup.threads)
    try:
        worker = Worker(setup)
    except CheckpointError as error:
        sys.exit(str(error))  # one line on standard error, where a traceback would hide it
    worker.warm_up()
    try:
        pipe.send("ready")
        while True:
            plan = pipe.recv()
            pipe.send(worker.step(plan, now_ns()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the other end closed, on purpose or by dying: either way nobody listens
