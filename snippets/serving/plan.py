"""A step in the words of the worker: slots instead of sequences."""

from __future__ import annotations

from collections.abc import Mapping

from .job import Job
from .messages import Admission, StepPlan
from .sequence import Sequence
from .step import Share, Step


def plan_of(step: Step, jobs: Mapping[Sequence, Job]) -> StepPlan:
    """What the worker has to know of ``step``; ``jobs`` says whose sequences they are."""
    shares = step.shares
    return StepPlan(
        free=step.freed,
        admit=tuple(_admission(share, jobs[share.sequence]) for share in shares if share.new),
        prefill=tuple((share.slot, share.tokens) for share in shares if not share.decoding),
        decode=tuple(share.slot for share in shares if share.decoding),
        blocks=tuple((share.slot, block) for share in shares for block in share.blocks),
    )


def _admission(share: Share, job: Job) -> Admission:
    return Admission(
        slot=share.slot,
        tokens=tuple(share.sequence.tokens),
        temperature=job.want.temperature,
        seed=job.want.seed,
        traced=job.relay.on,
        cached=share.sequence.computed,
        made=job.made,
    )
