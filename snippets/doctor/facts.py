"""What was found out about a machine; ``None`` is what could not be found out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Trial:
    """One short kernel timed against itself, and how fast memory was read meanwhile.

    Attributes:
        rounds: How many were asked for.
        kept: How many the guard let pass.
        apart: How far the medians of the two equal halves lie apart, as a share.
        scatter: Interquartile range over the median.
        read_gbps: Memory read by one thread.
    """

    rounds: int
    kept: int
    apart: float
    scatter: float
    read_gbps: float


@dataclass(frozen=True)
class Facts:
    """One machine at one moment.

    Attributes:
        summary: CPU, cores and memory in one line.
        features: Instruction sets that torch's kernels use.
        has_proc: Whether Linux says who used the CPU and what the hypervisor took.
        foreign_cpus: CPUs kept busy by others.
        steal_share: Share of the CPU time that the hypervisor took.
        cpus: CPUs of the machine.
        allowed: CPUs this process may run on.
        quota: CPUs that a container's limit amounts to; ``inf`` for no limit.
        threads: ``OMP_NUM_THREADS``, where it is set.
        governor: How the clock rate of the CPU is chosen.
        clock: Where the kernel's monotonic clock comes from.
        huge_pages: ``always``, ``madvise`` or ``never``.
        free_gib: Memory that can still be had, a container's limit included.
        torch: Version, where it is installed.
        trial: Needs torch.
    """

    summary: str
    features: tuple[str, ...]
    has_proc: bool
    foreign_cpus: float
    steal_share: float
    cpus: int
    allowed: int | None
    quota: float | None
    threads: str | None
    governor: str | None
    clock: str | None
    huge_pages: str | None
    free_gib: float
    torch: str | None
    trial: Trial | None
