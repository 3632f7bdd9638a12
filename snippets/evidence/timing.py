"""A thin layer over ``torch.utils.benchmark.Timer``: one value a sample, nothing averaged away.

``Timer.timeit(n)`` keeps only the mean of its ``n`` calls, so spread would be lost; here every
sample is one ``timeit(1)``, and several subjects are timed in turn so that drift hits all alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import torch
from torch.utils.benchmark import Timer


def sample(
    subjects: Mapping[str, Callable[[], object]], samples: int, threads: int = 1, warmup: int = 2
) -> dict[str, list[float]]:
    """Time each subject ``samples`` times, interleaved (A B A B), so that drift hits all alike.

    Returns:
        Seconds a call, by subject, in the order in which they were taken.
    """
    timers = {
        name: Timer("subject()", globals={"subject": subject}, num_threads=threads)
        for name, subject in subjects.items()
    }
    for timer in timers.values():
        for _ in range(warmup):
            timer.timeit(1)
    taken: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(samples):
        for name, timer in timers.items():
            taken[name].append(float(timer.timeit(1).median))
    return taken


def calibrate(threads: int = 1, samples: int = 9) -> dict[str, float]:
    """Two small kernels timed beside every experiment, so that machines compare by ratio.

    Returns:
        ``matmul_gflops``: fp32 512×512 matrix product, GFLOP/s.
        ``read_gbps``: sum over a 256 MiB fp32 tensor, GB/s read.
    """
    n, mib = 512, 256
    square = torch.rand(n, n)  # (n, n)
    large = torch.rand(mib * 2**20 // 4)  # (67108864,): far larger than any core's own cache
    taken = sample({"matmul": lambda: square @ square, "read": large.sum}, samples, threads)
    best = {name: sorted(values)[len(values) // 2] for name, values in taken.items()}
    return {
        "matmul_gflops": round(2 * n**3 / best["matmul"] / 1e9, 1),
        "read_gbps": round(large.nbytes / best["read"] / 1e9, 2),
    }
