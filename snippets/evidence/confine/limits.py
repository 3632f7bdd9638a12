"""How much of the machine one process of an experiment may take.

Generous on purpose: a limit is there for a mistake, and no honest experiment meets one. Each is
for one process, since that is what the kernel offers without root.
"""

from __future__ import annotations

import ctypes
import resource
import sys

import psutil

MEMORY_SHARE = 0.9
"""Of the machine's memory. Beyond it a process fails by itself; without a limit the kernel picks
one to kill, and that may be the build."""

FILE_BYTES = 16 * 2**30
"""One file. The largest that an experiment writes are weights, of 2 GB."""

OPEN_FILES = 4096
PROCESSES = 2048
"""Threads count too. Not enforced for root: the kernel lets it pass."""

PR_SET_NO_NEW_PRIVS = 38
"""From ``linux/prctl.h``."""


def set_all() -> None:
    """Limit this process and all that it starts; nothing here can be taken back."""
    for kind, most in wanted(psutil.virtual_memory().total).items():
        lower(kind, most)
    if sys.platform == "linux":  # no sudo, which CI machines give without a password
        ctypes.CDLL(None).prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def wanted(memory: int) -> dict[int, int]:
    """Kind of limit → the most of it, on a machine with that much memory."""
    return {
        resource.RLIMIT_DATA: int(memory * MEMORY_SHARE),
        resource.RLIMIT_FSIZE: FILE_BYTES,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_NPROC: PROCESSES,
        resource.RLIMIT_CORE: 0,  # a dump would carry what was in memory
    }


def lower(kind: int, most: int) -> None:
    """Set a limit, hard and soft, unless a stricter one is in force."""
    for_now, ever = resource.getrlimit(kind)
    known = [one for one in (ever, most) if one != resource.RLIM_INFINITY]
    hard = min(known)
    soft = hard if for_now == resource.RLIM_INFINITY else min(for_now, hard)
    resource.setrlimit(kind, (soft, hard))
