"""An experiment lives no longer than the build that started it, and leaves no process behind.

Standard input of the experiment is a pipe whose other end only the build holds. Whatever ends
the build, ``kill -9`` too, closes it; the experiment then ends itself and all that it started,
before the next build measures beside it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import threading
from pathlib import Path

import psutil

PR_SET_CHILD_SUBREAPER = 36
"""From ``linux/prctl.h``."""

ROUNDS = 10
"""A process may start another while it is being ended; one that cannot be ended stays."""


def hold() -> None:
    """Tie this process to the build at the other end of standard input."""
    line = os.dup(0)  # not inherited: what the experiment starts must not read from it
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    _adopt_orphans()
    threading.Thread(target=_end_with_the_build, args=(line,), daemon=True).start()


def end_descendants(process: psutil.Process) -> None:
    """End all that a process started, in other sessions too, and wait until it is gone."""
    for _ in range(ROUNDS):
        family = descendants(process)
        if not family:
            return
        end(family)


def descendants(process: psutil.Process) -> list[psutil.Process]:
    """All that a process started and that is still there."""
    try:
        return process.children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def end(processes: list[psutil.Process]) -> None:
    """Kill processes and wait a moment until they are gone."""
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(processes, timeout=1)


def _adopt_orphans() -> None:
    """Let a process whose parent ended become ours, where it is found, and not that of init."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _end_with_the_build(line: int) -> None:
    try:
        while os.read(line, 1):
            pass
        end_descendants(psutil.Process())
        if os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
    finally:
        os._exit(1)
