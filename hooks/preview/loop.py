"""The loop: look what changed, make its pages, tell the browser, and let the rest be measured."""

from __future__ import annotations

import importlib.util
import logging
import threading
import time
from pathlib import Path

from snippets.evidence.problem import GuideError

from ..known import Known
from . import jobs
from .board import WHOLE, Board
from .change import Asked, asked
from .files import Files
from .heard import Heard
from .host import Host
from .renewal import Renewal, Run
from .server import Server

log = logging.getLogger("mkdocs.hooks.preview")
PAUSE_S = 0.03
"""After a first sign of a change: some editors write a file in several steps."""
QUIET_S = 1.0
"""Without a change of code, before it is run."""
SETTLED_S = 3.0
"""Without an edit, before the search is made anew."""
LOOK_S = 2.0
"""How often to look without a sign: some file systems give none."""
CODE, LINKS, ASSETS = "snippets", "links", "docs/assets"
"""Where problems come from that belong to no single page."""


class Loop:
    """Everything happens in one thread: builds, and the decision what to run next."""

    def __init__(self, root: Path, server: Server, host: Host, measure: bool) -> None:
        self._root = root
        self._server = server
        self._board: Board = server.board
        self._host = host
        self._files = Files(root)
        self._first = dict(self._files.seen)
        self._measure = measure
        self._sign = threading.Event()
        self._renewal = Renewal(root, self._sign.set)
        self._stale = False
        self._code_changed = 0.0
        self._edited = 0.0
        self._unsearched = False

    def look(self) -> None:
        """Called from any thread: something may have changed."""
        self._sign.set()

    def begin(self) -> None:
        """The first build of everything."""
        self._whole("처음 만드는 중입니다 …")
        self._ask()

    def run(self) -> None:
        """Until the process is ended."""
        looked = time.monotonic()
        while True:
            if self._sign.wait(timeout=QUIET_S / 2) or time.monotonic() - looked > LOOK_S:
                time.sleep(PAUSE_S)
                self._sign.clear()
                if changed := self._files.changed():
                    self._take(changed)
                looked = time.monotonic()
            self._renew()
            self._idle()

    def end(self) -> None:
        """End what runs."""
        self._renewal.stop()

    def _take(self, changed: set[str]) -> None:
        wanted = asked(changed, self._host.pages)
        self._restart(wanted)
        if wanted.measured:
            self._code_changed = time.monotonic()
        for name in wanted.pages:
            self._stale |= self._page(name)
        if wanted.assets and not wanted.whole:
            self._report(ASSETS, self._host.assets(self._server.writing))
            self._board.written([WHOLE])
        declared = not wanted.measured or self._declares()
        if wanted.whole or (self._stale and (wanted.pages or wanted.measured)):
            self._whole("전체를 다시 만드는 중입니다 …")
        if declared and (wanted.measured or wanted.whole):
            self._ask()

    def _idle(self) -> None:
        """What can wait until nobody does."""
        if self._sign.is_set():
            return
        self._host.read()
        if self._unsearched and time.monotonic() - self._edited > SETTLED_S:
            self._unsearched = False
            with self._server.writing:
                self._host.index()

    def _restart(self, wanted: Asked) -> None:
        """Name the modules that are not those in memory; one that was put back is not named."""
        known = {*wanted.restart, *self._board.news.restart}
        other = tuple(sorted(one for one in known if self._differs(one)))
        for name in wanted.restart:
            if name in other:
                log.warning("%s:1: 바뀌었습니다. 미리 보기를 다시 켜야 반영됩니다", name)
        self._board.tell(restart=other)

    def _differs(self, name: str) -> bool:
        before = self._first.get(name)
        return (before[2] if before else "") != self._files.digest(name)

    def _page(self, name: str) -> bool:
        """Make one page; true when the others do not agree with it any more."""
        started = time.monotonic()
        heard, reach = self._host.page(name, self._server.writing)
        self._report(f"docs/{name}", heard)
        if not heard.fine:
            return False
        if reach.taken:
            return True
        self._edited, self._unsearched = time.monotonic(), True
        self._board.written([self._host.address(name)])
        log.info("docs/%s → 페이지 (%.2f초)", name, time.monotonic() - started)
        for other in reach.pages:
            self._report(f"docs/{other}", self._host.again(other, self._server.writing))
            self._board.written([self._host.address(other)])
        lacks, dead = self._host.prove(name)
        for one in (*lacks, *dead):
            log.error(one)
        self._board.problems(f"docs/{name}", lacks)
        self._board.problems(LINKS, dead)
        return reach.whole

    def _whole(self, words: str) -> None:
        self._board.tell(busy=words)
        log.info(words)
        before = self._host.session
        heard = self._host.whole()
        session = self._host.session
        self._stale = not heard.fine
        if session is not None and session is not before:
            self._tell()  # a mark goes before its new value comes
            self._server.site = session.site
            self._board.written([WHOLE])
        kept = {one: lines for one, lines in self._board.news.problems.items() if _of_run(one)}
        whole = {WHOLE: tuple(heard.problems)} if heard.problems else {}
        warnings = {WHOLE: tuple(heard.warnings)} if heard.warnings else {}
        self._board.tell(busy="", problems=kept | whole, warnings=warnings)

    def _declares(self) -> bool:
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

    def _ask(self) -> None:
        """Work out what has to be run; nothing, while modules are not those in memory."""
        build = self._host.build
        if build is None or not self._measure or self._board.news.restart:
            return
        due = jobs.due(build)
        still = {_origin(job) for job in due if self._renewal.tried(job)}
        for origin in [one for one in self._board.news.problems if _of_run(one)]:
            if origin not in still:  # its code is another by now
                self._board.problems(origin, [])
        if due and importlib.util.find_spec("torch") is None:
            names = ", ".join(job.name for job in due)
            self._board.tell(notes=(f"torch가 없어 다시 재지 못합니다. 앞의 값입니다: {names}",))
            return
        self._renewal.ask(due)
        self._tell()

    def _renew(self) -> None:
        """Take what a run has left, and start the next when the code has been quiet."""
        if done := self._renewal.finished():
            self._done(done)
        if time.monotonic() - self._code_changed > QUIET_S and (run := self._renewal.start()):
            log.info("%s 다시 잽니다: %s", run.job.name, run.job.why)
        self._tell()

    def _done(self, run: Run) -> None:
        problem = run.problem
        self._board.problems(_origin(run.job), [problem] if problem else [])
        if problem:
            log.error(problem)
            return
        log.info("%s 새로 쟀습니다", run.job.name)
        self._whole(f"{run.job.name}의 새 값으로 만드는 중입니다 …")
        self._ask()

    def _tell(self) -> None:
        run = self._renewal.run
        now = {run.job.name: run.step} if run else {}
        self._board.tell(renewing=now | {job.name: "" for job in self._renewal.waiting})

    def _report(self, origin: str, heard: Heard) -> None:
        self._board.problems(origin, heard.problems)
        self._board.warnings(origin, heard.warnings)


def _origin(job: jobs.Job) -> str:
    return f"run:{job.name}"


def _of_run(origin: str) -> bool:
    return origin.startswith("run:")
