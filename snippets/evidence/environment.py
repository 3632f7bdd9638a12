"""What has to be set before a measuring process starts, and what of it may be recorded.

The OpenMP runtime and the C library read these when they are loaded; later it is too late.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping

HUGE_PAGES = "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=4294967296"
"""Asks the C library to ask Linux for pages of 2 MiB, and to take all memory from one piece.

By itself it maps each large tensor apart, and a tensor that begins or ends inside a huge page gets
small ones there: of a layer's matrices, which have a few MiB each, much of them.
"""

RECORDED = {
    "OMP_NUM_THREADS": r"[0-9]{1,4}",
    "MKL_NUM_THREADS": r"[0-9]{1,4}",
    "OMP_WAIT_POLICY": r"(?i:active|passive)",
    "GLIBC_TUNABLES": rf"{re.escape(HUGE_PAGES)}|glibc\.malloc\.hugetlb=[012]",
}
"""Name → the values that may reach a record. Anything else could carry a path or a secret."""


def environment_for(
    threads: int, huge_pages: bool = False, platform: str = sys.platform
) -> dict[str, str]:
    """Variables to set before the start of a process that measures.

    Args:
        threads: More of them than cores spin and wait for each other.
        huge_pages: Let ``malloc`` ask for pages of 2 MiB: on a machine with ``madvise`` pages
            decode of a 100M model took 1.15 to 1.27 times less. Linux only; ignored elsewhere.
        platform: As ``sys.platform``.
    """
    set_ = {"OMP_NUM_THREADS": str(threads), "MKL_NUM_THREADS": str(threads)}
    if huge_pages and platform == "linux":
        set_["GLIBC_TUNABLES"] = HUGE_PAGES
    return set_


def recorded(environ: Mapping[str, str]) -> dict[str, str]:
    """Those variables of a process that belong to its conditions; the value is checked too."""
    return {
        name: environ[name] if re.fullmatch(shape, environ[name]) else "다른 값"
        for name, shape in RECORDED.items()
        if name in environ
    }
