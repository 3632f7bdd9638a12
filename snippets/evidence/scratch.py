"""The folder in which one run of an experiment lives; what dead builds left is cleared away.

An experiment's ``HOME`` is its scratch folder, and all that it starts inherits that. So its
processes are known by it, even when the one that started them is gone.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from . import lifeline


@contextmanager
def scratch(cache: Path) -> Iterator[Path]:
    """A fresh folder below ``cache``, named after this process; gone afterwards."""
    shelf = cache.resolve() / "tmp"
    shelf.mkdir(parents=True, exist_ok=True)
    _sweep(shelf)
    with tempfile.TemporaryDirectory(prefix=f"{os.getpid()}-", dir=shelf) as folder:
        try:
            yield Path(folder)
        finally:
            end_all_of(Path(folder))


def end_all_of(folder: Path) -> None:
    """End every process whose home is ``folder``."""
    for _ in range(lifeline.ROUNDS):
        found = [
            process
            for process in psutil.process_iter(["environ"])
            if (process.info["environ"] or {}).get("HOME") == str(folder)
        ]
        if not found:
            return
        lifeline.end(found)


def _sweep(shelf: Path) -> None:
    for left in shelf.iterdir():
        owner = left.name.partition("-")[0]
        if owner.isdigit() and not psutil.pid_exists(int(owner)):
            end_all_of(left)
            shutil.rmtree(left, ignore_errors=True)
