"""One call, one time."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import torch

Take = Callable[[], float]
"""Runs a subject once and says how many seconds that took."""


def stopwatch(subject: Callable[[], object], threads: int = 1) -> Take:
    """Time single calls of ``subject``, on the monotonic clock.

    Not ``torch.utils.benchmark.Timer``: its ``timeit(1)`` runs the subject three times for one
    value. As there, the number of threads is set and the garbage collector waits.
    """

    def take() -> float:
        if torch.get_num_threads() != threads:
            torch.set_num_threads(threads)
        collecting = gc.isenabled()
        gc.disable()
        try:
            start = time.perf_counter()
            subject()
            return time.perf_counter() - start
        finally:
            if collecting:
                gc.enable()

    return take
