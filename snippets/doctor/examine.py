"""Ask the machine; takes some seconds, most of them for the trial."""

from __future__ import annotations

import os
import time
import warnings
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

import psutil

from ..evidence import counters
from ..evidence.machine import this_machine
from ..evidence.spread import relative_iqr
from . import system
from .facts import Facts, Trial

WATCH_S = 2.0
ROUNDS = 8


def examine(root: Path = Path("/")) -> Facts:
    """Everything about this machine, now."""
    machine = this_machine()
    before = counters.read()
    time.sleep(WATCH_S)
    usage = counters.between(before, counters.read())
    free = min(psutil.virtual_memory().available, system.container_free(root))
    installed = _torch()
    return Facts(
        summary=machine.summary,
        features=machine.features,
        has_proc=counters.HAS_STEAL,
        foreign_cpus=usage.foreign_cpus,
        steal_share=usage.steal_share,
        cpus=machine.logical_cpus,
        allowed=system.allowed(),
        quota=system.quota(root),
        threads=os.environ.get("OMP_NUM_THREADS"),
        governor=system.text(root, system.GOVERNOR),
        clock=system.text(root, system.CLOCK),
        huge_pages=system.huge_pages(root),
        free_gib=free / 2**30,
        torch=installed,
        trial=_trial() if installed else None,
    )


def _torch() -> str | None:
    try:
        return version("torch")
    except PackageNotFoundError:
        return None


def _trial() -> Trial:
    """A kernel in turn with itself: what differs between the two is noise."""
    warnings.filterwarnings("ignore", "Failed to initialize NumPy")  # nothing here needs it
    import torch  # noqa: PLC0415  the rest of the examination needs none

    from ..evidence.guard import Guard  # noqa: PLC0415
    from ..evidence.roofline import MIB, Kernel, rates, typical  # noqa: PLC0415

    square = torch.rand(512, 512)  # (n, n)
    large = torch.rand(256 * MIB // 4)  # (67108864,)
    product = Kernel("GFLOP/s", 2 * 512**3 / 1e9, lambda: square @ square)
    read = Kernel("GB/s", large.nbytes / 1e9, lambda: torch.dot(large, large))
    work = {"one": product, "other": product, "read": read}
    taken = rates(work, 1, Guard(patience_s=3), ROUNDS)
    one, other = typical(taken["one"]), typical(taken["other"])
    kept = taken["one"].kept or taken["one"].thrown
    return Trial(
        rounds=ROUNDS,
        kept=len(taken["one"].kept),
        apart=abs(one / other - 1),
        scatter=relative_iqr([median(round_) for round_ in kept]),
        read_gbps=typical(taken["read"]),
    )
