"""CPU-time counters of the whole machine and of our own process tree.

What the machine spent and we did not was spent by somebody else: *foreign CPU*. On Linux psutil
reads ``/proc/stat``; elsewhere it asks the system, which then has no *steal* to tell of.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

HAS_STEAL = Path("/proc/stat").exists()
"""Whether the time a hypervisor took can be seen here; only Linux counts it."""


@dataclass(frozen=True)
class Counters:
    """Clocks and CPU times at one moment, in seconds.

    Attributes:
        at: Monotonic clock, the only one that measures.
        wall: Wall clock, which is only compared with ``at``: somebody may set it.
        busy: CPU time that all processes of the machine have used.
        steal: CPU time that the hypervisor gave to others.
        total: CPU time of the machine, idle or not.
        own: CPU time of this process, of its descendants, and of those that have ended.
    """

    at: float
    wall: float
    busy: float
    steal: float
    total: float
    own: float


@dataclass(frozen=True)
class Usage:
    """What happened between two readings.

    Attributes:
        seconds: Length of the window.
        foreign_cpus: CPUs that others kept busy, on average.
        steal_share: Share of the machine's CPU time that the hypervisor took.
        clock_jump_s: By how much the wall clock went ahead of the monotonic one.
    """

    seconds: float
    foreign_cpus: float
    steal_share: float
    clock_jump_s: float


def read() -> Counters:
    """Read everything now; costs about a millisecond, mostly for finding our descendants."""
    own = _own()  # first: what we use while reading must not count as foreign
    times = psutil.cpu_times()
    # Linux counts the time of virtual machines twice: within ``user`` and as ``guest``.
    total = sum(times) - _field(times, "guest") - _field(times, "guest_nice")
    steal = _field(times, "steal")
    return Counters(
        at=time.monotonic(),
        wall=time.time(),
        busy=total - times.idle - _field(times, "iowait") - steal,
        steal=steal,
        total=total,
        own=own,
    )


def between(before: Counters, after: Counters) -> Usage:
    """What was used between two readings."""
    seconds = max(after.at - before.at, 1e-9)
    foreign = (after.busy - before.busy) - (after.own - before.own)
    total = max(after.total - before.total, 1e-9)
    return Usage(
        seconds=seconds,
        foreign_cpus=max(foreign, 0.0) / seconds,
        steal_share=max(after.steal - before.steal, 0.0) / total,
        clock_jump_s=(after.wall - before.wall) - (after.at - before.at),
    )


def _own() -> float:
    """CPU time of our process tree.

    A child that ends hands its time to its parent, so the sum never loses any. A descendant that
    left the tree (a daemon) counts as foreign from then on: too strict, never too lenient.
    """
    ended = os.times()
    own = time.process_time() + ended.children_user + ended.children_system
    return own + sum(_of(child) for child in psutil.Process().children(recursive=True))


def _of(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
    except psutil.Error:
        return 0.0  # ended meanwhile; its parent has its time
    return float(times.user + times.system + times.children_user + times.children_system)


def _field(times: object, name: str) -> float:
    """Not every system has every field."""
    return float(getattr(times, name, 0.0))
