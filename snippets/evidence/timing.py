"""Times of several subjects in turn, and the kernels that are timed beside every experiment."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import torch

from .guard import Guard
from .roofline import Kernel, rates, typical
from .stopwatch import stopwatch


def sample(
    subjects: Mapping[str, Callable[[], object]], samples: int, threads: int = 1, warmup: int = 2
) -> dict[str, list[float]]:
    """Time each subject ``samples`` times, interleaved (A B A B), so that drift hits all alike.

    Nothing guards these samples. For a figure, use ``sampling.steady`` or ``paired.compare``.

    Returns:
        Seconds a call, by subject, in the order in which they were taken.
    """
    takes = {name: stopwatch(subject, threads) for name, subject in subjects.items()}
    for take in takes.values():
        for _ in range(warmup):
            take()
    taken: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(samples):
        for name, take in takes.items():
            taken[name].append(take())
    return taken


def calibrate(
    threads: int = 1,
    rounds: int = 3,
    guard: Guard = Guard(patience_s=1),  # noqa: B008  frozen
) -> dict[str, float]:
    """Two small kernels timed beside every experiment, so that machines compare by ratio.

    Returns:
        ``matmul_gflops``: fp32 512×512 matrix product, GFLOP/s.
        ``read_gbps``: sum over a 256 MiB fp32 tensor, GB/s read.
        ``clean_rounds``: Share of the rounds that passed the guard; the two are doubtful below
        one half, and are given all the same, since a figure is not told from them.
    """
    n, mib = 512, 256
    square = torch.rand(n, n)  # (n, n)
    large = torch.ones(mib * 2**20 // 4)  # (67108864,): far larger than any core's own cache
    work = {
        "matmul_gflops": Kernel("GFLOP/s", 2 * n**3 / 1e9, lambda: square @ square),
        "read_gbps": Kernel("GB/s", large.nbytes / 1e9, large.sum),
    }
    taken = rates(work, threads, guard, rounds)
    return {
        "matmul_gflops": round(typical(taken["matmul_gflops"]), 1),
        "read_gbps": round(typical(taken["read_gbps"]), 2),
        "clean_rounds": round(len(taken["read_gbps"].kept) / rounds, 2),
    }
