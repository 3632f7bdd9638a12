"""What is measured beside the pages: what is due, what runs, and what came of it."""

from __future__ import annotations

import importlib.util
import logging
import time
from collections.abc import Callable
from pathlib import Path

from snippets.evidence.problem import GuideError

from ..known import Known
from . import jobs
from .board import Board
from .host import Host
from .renewal import Renewal

log = logging.getLogger("mkdocs.hooks.preview")
QUIET_S = 1.0
"""Without a change of code, before it is run."""
CODE = "snippets"
"""Where problems come from that belong to no single declaration."""


class Runs:
    """Decides what to run next, and tells the board."""

    def __init__(
        self, root: Path, host: Host, board: Board, on_news: Callable[[], None], measure: bool
    ) -> None:
        self._root = root
        self._host = host
        self._board = board
        self._measure = measure
        self._renewal = Renewal(root, on_news)
        self._code_changed = 0.0

    def changed(self) -> None:
        """Code was saved: wait until nobody saves any more."""
        self._code_changed = time.monotonic()

    def declared(self) -> bool:
        """Whether all declarations can be read as they stand now; if so the build knows them."""
        build = self._host.build
        try:
            known = Known.at(self._root)
        except GuideError as error:
            log.error(str(error))  # noqa: TRY400  whose it is stands in it
            self._board.problems(CODE, [str(error)])
            return False
        self._board.problems(CODE, [])
        if build is not None:
            build.known = known
        return True

    def ask(self) -> None:
        """Work out what has to be run; nothing, while modules are not those in memory."""
        build = self._host.build
        if build is None or not self._measure or self._board.news.restart:
            return
        due = jobs.due(build)
        still = {_origin(job) for job in due if self._renewal.tried(job)}
        for origin in [one for one in self._board.news.problems if of_run(one)]:
            if origin not in still:  # its code is another by now
                self._board.problems(origin, [])
        if due and importlib.util.find_spec("torch") is None:
            names = ", ".join(job.name for job in due)
            self._board.tell(notes=(f"torch가 없어 다시 재지 못합니다. 앞의 값입니다: {names}",))
            return
        self._renewal.ask(due)
        self.tell()

    def finished(self) -> str:
        """What has new values since this was last asked; empty when nothing has."""
        run = self._renewal.finished()
        if run is None:
            return ""
        problem = run.problem
        self._board.problems(_origin(run.job), [problem] if problem else [])
        if problem:
            log.error(problem)
            return ""
        log.info("%s 새로 쟀습니다", run.job.name)
        return run.job.name

    def start(self) -> None:
        """Start the next one, when the code has been quiet."""
        if time.monotonic() - self._code_changed > QUIET_S and (run := self._renewal.start()):
            log.info("%s 다시 잽니다: %s", run.job.name, run.job.why)
        self.tell()

    def tell(self) -> None:
        """Mark what is being measured, and what waits for it."""
        run = self._renewal.run
        now = {run.job.name: run.step} if run else {}
        self._board.tell(renewing=now | {job.name: "" for job in self._renewal.waiting})

    def stop(self) -> None:
        """End what runs."""
        self._renewal.stop()


def of_run(origin: str) -> bool:
    """Whether a problem is one of a run."""
    return origin.startswith("run:")


def _origin(job: jobs.Job) -> str:
    return f"run:{job.name}"
