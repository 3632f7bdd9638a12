"""Runs what is due in a process of its own, one after the other, while pages go on being made.

Each once for the code it is of: a run that fails is not tried again until its code changes, and
one whose code changes meanwhile is ended, since its record would hold for nothing.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from snippets.evidence.validity import Validity

from .jobs import Job

TOLD = 20
"""Lines of a run that are kept to say how it ended."""


@dataclass
class Run:
    """A job under way.

    Attributes:
        step: The last thing it said of how far it is.
        said: The last lines that were no such thing.
        ended: Whether there is an outcome, and all of it was read.
    """

    job: Job
    process: subprocess.Popen[str]
    step: str = ""
    said: list[str] = field(default_factory=list)
    ended: bool = False

    @property
    def problem(self) -> str:
        """Why it failed; empty when it did not."""
        if self.process.returncode == 0:
            return ""
        last = self.said[-1] if self.said else f"종료 코드 {self.process.returncode}"
        return last if f"{self.job.path}:" in last else f"{self.job.path}:1: run-failed {last}"


class Renewal:
    """The line of jobs, and the one that runs.

    Attributes:
        waiting: Jobs in their order.
        run: The one under way.
    """

    def __init__(self, root: Path, on_news: Callable[[], None]) -> None:
        self._root = root
        self._on_news = on_news
        self._tried: dict[str, Validity] = {}
        self.waiting: tuple[Job, ...] = ()
        self.run: Run | None = None

    def ask(self, jobs: Iterable[Job]) -> None:
        """Take what is due now for the line; end the run of code that is no more."""
        wanted = {job.name: job for job in jobs}
        if self.run is not None and not self.run.ended:
            mine = self.run.job
            if mine.name in wanted and wanted[mine.name].holds == mine.holds:
                del wanted[mine.name]
            else:
                self.stop()
        self.waiting = tuple(job for job in wanted.values() if not self.tried(job))

    def tried(self, job: Job) -> bool:
        """Whether just this code has been run."""
        return self._tried.get(job.name) == job.holds

    def start(self) -> Run | None:
        """Start the next job, if none is running."""
        if self.run is not None or not self.waiting:
            return None
        job, *rest = self.waiting
        self.waiting = tuple(rest)
        self._tried[job.name] = job.holds
        self.run = Run(job, _process(job, self._root))
        threading.Thread(target=self._listen, args=(self.run,), daemon=True).start()
        return self.run

    def finished(self) -> Run | None:
        """The run that has ended since this was last asked."""
        if self.run is None or not self.run.ended:
            return None
        run, self.run = self.run, None
        return run

    def stop(self) -> None:
        """End what runs; its experiment ends with it (``snippets.evidence.lifeline``)."""
        if self.run is None:
            return
        self._tried.pop(self.run.job.name, None)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.run.process.pid, signal.SIGTERM)
        self.run.process.wait()
        self.run = None

    def _listen(self, run: Run) -> None:
        assert run.process.stdout is not None
        for line in run.process.stdout:
            if "초 지남" in line and "/" in line:
                run.step = line.strip()
            elif line.strip():
                run.said = [*run.said, line.strip()][-TOLD:]
            self._on_news()
        run.process.wait()
        run.ended = True
        self._on_news()


def _process(job: Job, root: Path) -> subprocess.Popen[str]:
    bytecode = {"PYTHONPYCACHEPREFIX": str(root / ".cache/pycache")}
    return subprocess.Popen(  # noqa: S603  our own modules, with names from the catalogue
        [sys.executable, "-m", *job.module],
        cwd=root,
        env=bytecode | dict(os.environ) | {"PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
