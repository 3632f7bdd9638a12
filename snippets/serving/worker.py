"""The worker: a process of its own that owns torch, the weights and the KV cache."""

from __future__ import annotations

import signal
import traceback
from dataclasses import dataclass
from multiprocessing.connection import Connection

import torch

from .clock import now_ns
from .config import MODELS
from .kv_cache import KVCache
from .messages import Admission, Mark, StepPlan, StepResult, WorkerSetup
from .model import Batch, Model
from .probe import NoProbe, Probe
from .sampler import Sampler
from .weights import random_weights


@dataclass
class Running:
    """What the worker remembers of a request between steps."""

    sampler: Sampler
    traced: bool
    last_token: int = -1


class Worker:
    """Runs one plan after another."""

    def __init__(self, setup: WorkerSetup) -> None:
        config = MODELS[setup.model]
        self._model = Model(config, random_weights(config, setup.seed))
        self._cache = KVCache(config, setup.max_batch)
        self._running: dict[int, Running] = {}

    def step(self, plan: StepPlan, received_ns: int) -> StepResult:
        """Prefill what is new, decode what is running: one token for each request.

        What goes wrong ends the requests of the step, not the worker.

        Args:
            plan: What the scheduler decided.
            received_ns: When the plan came in; where ``worker.admit`` starts.
        """
        for slot in plan.free:
            self._forget(slot)
        result = StepResult(received_ns)
        try:
            self._compute(plan, result)
        except Exception:  # whatever it is, later requests can do nothing for it
            traceback.print_exc()
            for slot in [*(admission.slot for admission in plan.admit), *plan.decode]:
                self._forget(slot)
            return StepResult(received_ns, failed=True)
        return result

    def _forget(self, slot: int) -> None:
        self._cache.free(slot)
        self._running.pop(slot, None)

    def _compute(self, plan: StepPlan, result: StepResult) -> None:
        admitted = [self._admit(admission, result) for admission in plan.admit]
        # A prompt at a time: prompts differ in length, and each fills the machine by itself.
        for batch in admitted:
            self._forward("prefill", batch, result, now_ns())
        if plan.decode:
            since_ns = now_ns()
            new = {slot: [self._running[slot].last_token] for slot in plan.decode}
            self._forward("decode", Batch.of(new, self._cache), result, since_ns)

    def _admit(self, admission: Admission, result: StepResult) -> Batch:
        slot = admission.slot
        self._cache.claim(slot)
        sampler = Sampler(admission.temperature, admission.seed)
        self._running[slot] = Running(sampler, admission.traced)
        batch = Batch.of({slot: list(admission.prompt)}, self._cache)
        if admission.traced:
            mark = Mark("worker.admit", result.received_ns, now_ns(), batch.tokens.nbytes)
            result.marks[slot] = (mark,)
        return batch

    def _forward(self, phase: str, batch: Batch, result: StepResult, since_ns: int) -> None:
        running = {part.slot: self._running[part.slot] for part in batch.parts}
        traced = any(request.traced for request in running.values())
        probe = Probe(phase, since_ns) if traced else NoProbe()
        logits = self._model.forward(batch, self._cache, probe)  # (requests, vocab)
        for row, (slot, request) in enumerate(running.items()):
            request.last_token = request.sampler.sample(logits[row])
            result.tokens[slot] = request.last_token
        probe.mark("sampler.sample", lambda: [logits[0].nbytes] * len(logits))
        for (slot, request), marks in zip(running.items(), probe.marks(), strict=traced):
            if request.traced:
                result.marks[slot] = result.marks.get(slot, ()) + marks

    def warm_up(self) -> None:
        """Take both kinds of step once, so that no request pays for what happens only once.

        Raises:
            RuntimeError: When that fails: then no request would ever get an answer.
        """
        first = Admission(slot=0, prompt=(0,) * 8, temperature=1.0, seed=0, traced=False)
        for plan in (
            StepPlan(free=(), admit=(first,), decode=()),
            StepPlan(free=(), admit=(), decode=(0,)),
            StepPlan(free=(0,), admit=(), decode=()),
        ):
            if self.step(plan, now_ns()).failed:
                raise RuntimeError("the worker cannot take a step")


def run(pipe: Connection, setup: WorkerSetup) -> None:
    """Serve plans from ``pipe`` until the gateway is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the gateway's to handle
    torch.set_num_threads(setup.threads)
    worker = Worker(setup)
    worker.warm_up()
    try:
        pipe.send("ready")
        while True:
            plan = pipe.recv()
            pipe.send(worker.step(plan, now_ns()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the other end closed, on purpose or by dying: either way nobody listens
