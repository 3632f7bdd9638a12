"""One subject in several fresh processes: what differs from start to start belongs to its spread.

Started as ``python -m snippets.evidence.fresh RESULT REQUEST``, the request as JSON.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from .environment import environment_for
from .guard import Guard, Guarded
from .sampling import ROUNDS, steady
from .stopwatch import stopwatch

T = TypeVar("T")

Builder = Callable[[], Callable[[], object]]
"""Makes a subject ready, in the process that will time it."""


def in_fresh_processes(  # noqa: PLR0913  each is a condition
    builder: Builder,
    *,
    processes: int = 3,
    rounds: int = ROUNDS,
    threads: int = 1,
    huge_pages: bool = False,
    patience_s: float = 10,
    timeout_s: float = 120,
) -> tuple[Guarded[float], ...]:
    """Time what ``builder`` makes in fresh processes, one after the other.

    Args:
        builder: A function at the top of a module; the child finds it by name.
        processes: At least three for an interval (``sampling.over_processes``).
        rounds: Guarded rounds in each.
        threads: torch's threads.
        huge_pages: See ``environment_for``.
        patience_s: How long each may wait for quiet (see ``Guard``).
        timeout_s: For each process.

    Raises:
        ValueError: When the child could not find ``builder`` by name.
        subprocess.CalledProcessError: When a child fails; its traceback is on standard error.
        subprocess.TimeoutExpired: When a child takes too long.
    """
    if builder.__module__ == "__main__" or "." in builder.__qualname__:
        raise ValueError(f"{builder.__qualname__} is not at the top of an importable module")
    environ = dict(os.environ) | environment_for(threads, huge_pages)
    name = (builder.__module__, builder.__qualname__)
    asked = _Request(*name, rounds, threads, patience_s)
    return tuple(_child(asked, environ, timeout_s) for _ in range(processes))


def in_fresh_process(work: Callable[[], T], environ: Mapping[str, str] = MappingProxyType({})) -> T:
    """Run ``work`` once in a process of its own, and return what it gives.

    Args:
        work: A function at the top of an importable module; the process finds it by name.
        environ: Variables to set before the process starts, such as a limit on the instructions
            that a library may use. Whoever sets one says so in the conditions.
    """
    before = dict(os.environ)
    os.environ.update(environ)
    try:
        with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as pool:
            return pool.submit(work).result()
    finally:
        for name in environ:
            os.environ.pop(name)
        os.environ.update(before)


@dataclass(frozen=True)
class _Request:
    """What a child has to do."""

    module: str
    builder: str
    rounds: int
    threads: int
    patience_s: float


def _child(asked: _Request, environ: dict[str, str], timeout_s: float) -> Guarded[float]:
    with tempfile.TemporaryDirectory(prefix="guide-fresh-") as scratch:
        result = Path(scratch) / "result.json"
        subprocess.run(  # noqa: S603  our own module, and a function of ours
            [sys.executable, "-m", __name__, str(result), json.dumps(asdict(asked))],
            env=environ,
            check=True,
            timeout=timeout_s,
        )
        found = json.loads(result.read_text(encoding="utf-8"))
    return Guarded(
        kept=tuple(map(tuple, found["kept"])),
        thrown=tuple(map(tuple, found["thrown"])),
        rounds=asked.rounds,
        retried=found["retried"],
        notes=tuple(found["notes"]),
    )


def main(result: str, request: str) -> None:
    """Time one subject in this process and write what was taken."""
    asked = _Request(**json.loads(request))
    make: Builder = getattr(importlib.import_module(asked.module), asked.builder)
    take = stopwatch(make(), asked.threads)
    taken = steady(take, asked.rounds, guard=Guard(asked.patience_s))
    found = {
        "kept": taken.kept,
        "thrown": taken.thrown,
        "retried": taken.retried,
        "notes": taken.notes,
    }
    Path(result).write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
