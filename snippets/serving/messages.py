"""What passes through the pipe between gateway and worker: small, and no tensors."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from .config import Dtype


@dataclass(frozen=True)
class WorkerSetup:
    """What a worker has to know before it can start.

    Attributes:
        model: Name of a model in ``config.MODELS``.
        max_batch: Most requests that run at the same time.
        threads: CPU threads that torch may use.
        seed: Seed of the random weights.
        dtype: What the matrices are kept in.
        kv_blocks: Blocks of a paged KV cache; ``None`` for a contiguous one.
        huge_pages: Whether the worker's memory comes in pages of 2 MiB.
        folder: Where the weights of a real model are; ``model`` is just its name then.
        context_len: Most tokens of one of its requests.
        compiled: Whether steps are compiled; with int8, those in which one request decodes.
    """

    model: str
    max_batch: int
    threads: int
    seed: int = 0
    dtype: Dtype = "fp32"
    kv_blocks: int | None = None
    huge_pages: bool = False
    folder: Path | None = None
    context_len: int | None = None
    compiled: bool = False


@dataclass(frozen=True)
class Admission:
    """A request that the worker meets for the first time, or again after a preemption.

    Attributes:
        slot: Its name from now on.
        tokens: Prompt, and what was made before a preemption.
        temperature: 0 takes the most likely token.
        seed: Of its random numbers.
        traced: Whether somebody wants to know what is done for it.
        cached: How many of ``tokens`` are in the cache, in blocks shared with others.
        made: How many of ``tokens`` were made by the worker.
    """

    slot: int
    tokens: tuple[int, ...]
    temperature: float
    seed: int
    traced: bool
    cached: int = 0
    made: int = 0


@dataclass(frozen=True)
class StepPlan:
    """What the scheduler wants from one step.

    Attributes:
        free: Slots whose request has ended since the last step, or was preempted.
        admit: Requests that are new to the worker.
        prefill: Slots and how many tokens of their prompt to compute.
        decode: Slots that are past their prompt, each to get one more token.
        blocks: Slots and a block of the KV cache that is theirs from now on.
    """

    free: tuple[int, ...] = ()
    admit: tuple[Admission, ...] = ()
    prefill: tuple[tuple[int, int], ...] = ()
    decode: tuple[int, ...] = ()
    blocks: tuple[tuple[int, int], ...] = ()


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
        tokens: Slot → its new token id; none for a slot in the middle of its prompt.
        marks: Slot → what was done for it, in order; traced requests only.
        failed: Whether the step came to nothing. The worker has forgotten its requests then.
    """

    received_ns: int
    tokens: dict[int, int] = field(default_factory=dict)
    marks: dict[int, tuple[Mark, ...]] = field(default_factory=dict)
    failed: bool = False
