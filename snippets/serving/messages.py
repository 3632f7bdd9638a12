"""What passes through the pipe between gateway and worker: small, and no tensors."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True)
class WorkerSetup:
    """What a worker has to know before it can start.

    Attributes:
        model: Name of a model in ``config.MODELS``.
        max_batch: KV cache slots, so also the most requests in one step.
        threads: CPU threads that torch may use.
        seed: Seed of the random weights.
    """

    model: str
    max_batch: int
    threads: int
    seed: int = 0


@dataclass(frozen=True)
class Admission:
    """A request that runs for the first time in this step, and where its KV cache goes."""

    slot: int
    prompt: tuple[int, ...]
    temperature: float
    seed: int
    traced: bool


@dataclass(frozen=True)
class StepPlan:
    """What the scheduler wants from one step.

    Attributes:
        free: Slots whose request has ended since the last step.
        admit: Requests to prefill.
        decode: Slots of running requests, each to get one more token.
    """

    free: tuple[int, ...]
    admit: tuple[Admission, ...]
    decode: tuple[int, ...]


class Mark(NamedTuple):
    """One thing the worker did: name, start and end on ``clock.now_ns``, bytes moved."""

    name: str
    start_ns: int
    end_ns: int
    moved: int


@dataclass(frozen=True)
class StepResult:
    """What the worker made of a plan.

    Attributes:
        received_ns: When the worker had the plan.
        tokens: Slot → its new token id.
        marks: Slot → what was done for it, in order; traced requests only.
        failed: Whether the step came to nothing. The worker has forgotten its requests then.
    """

    received_ns: int
    tokens: dict[int, int] = field(default_factory=dict)
    marks: dict[int, tuple[Mark, ...]] = field(default_factory=dict)
    failed: bool = False
