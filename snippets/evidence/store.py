"""Where this machine keeps its records between builds."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from filelock import FileLock, Timeout

from .catalogue import Listing
from .machine import MEMORY, Machine, this_machine
from .record import Record, RecordError, load, publish
from .validity import of_module


@dataclass(frozen=True)
class Found:
    """What the store knows of an experiment.

    Attributes:
        record: The last good record of this machine, valid or not; ``None`` without one.
        reasons: Why the experiment has to run; empty when ``record`` is valid.
    """

    record: Record | None
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Store:
    """Records of this machine, one file an experiment, below ``cache``."""

    root: Path
    cache: Path
    machine: Machine
    quick: bool = False
    elsewhere: bool = False

    @classmethod
    def at(cls, root: Path, quick: bool = False, elsewhere: bool = False) -> Store:
        """The store of the project at ``root``.

        Quick looks, and measurements of a server that somebody has named, have stores of their
        own, which no build and no approval reads.
        """
        cache = root / ".cache"
        return cls(root, cache, _machine(root), quick, elsewhere)

    def path(self, experiment: str) -> Path:
        """File of an experiment's record."""
        kind = "elsewhere" if self.elsewhere else "quick" if self.quick else "records"
        return self.cache / kind / self.machine.fingerprint / f"{experiment}.json"

    def find(self, listing: Listing) -> Found:
        """Look an experiment's record up and say whether it still holds.

        Raises:
            GuideError: ``experiment-unreadable``, when a source it reaches does not parse.
        """
        try:
            record = load(self.path(listing.id))
        except RecordError as error:
            return Found(None, (str(error),))
        if record.quick is not self.quick:
            return Found(None, ("빠르게 돌린 기록입니다",))
        return Found(record, of_module(self.root, listing.module).reasons_against(record.validity))

    def publish(self, record: Record) -> None:
        """Replace the record of an experiment, at once."""
        publish(record, self.path(record.experiment))

    @contextmanager
    def measuring(self, on_wait: Callable[[], None]) -> Iterator[None]:
        """Hold the machine: two builds that measure at once would measure each other."""
        self.cache.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.cache / "measuring.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            on_wait()
            lock.acquire()
        try:
            yield
        finally:
            lock.release()


def _machine(root: Path) -> Machine:
    """This machine; without ``/proc`` one of which nothing is known, on which nothing is taken."""
    try:
        return this_machine(root / MEMORY)
    except (FileNotFoundError, psutil.Error):
        return Machine(
            cpu=platform.machine(),
            arch=platform.machine(),
            features=(),
            logical_cpus=os.cpu_count() or 1,
            memory_gib=0,
            virtual=False,
        )
