"""A neighbour on purpose: a process that uses up one CPU, and counters that call it a stranger."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import psutil

from ..evidence import counters
from ..evidence.counters import Counters


@dataclass(frozen=True)
class Neighbour:
    """A process that does nothing but use a CPU, whenever it is let.

    We started it, so a guard would take what it uses for our own work. A guard that reads
    ``read`` takes it for somebody else's.
    """

    process: psutil.Process

    def wake(self) -> None:
        """Let it run."""
        self.process.resume()

    def rest(self) -> None:
        """Stop it where it is."""
        self.process.suspend()

    def read(self) -> Counters:
        """The counters of the machine, with the neighbour's time among that of others."""
        seen, used = counters.read(), self.process.cpu_times()
        return replace(seen, own=seen.own - used.user - used.system)


@contextmanager
def neighbour() -> Iterator[Neighbour]:
    """Start one, resting; it ends with the block."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as started:
        try:
            one = Neighbour(psutil.Process(started.pid))
            one.rest()
            yield one
        finally:
            started.kill()
