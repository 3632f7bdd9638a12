"""The loop: look what changed, make its pages, tell the browser, and let the rest be measured."""

from __future__ import annotations

import logging
import threading
import time
from pathlib import Path

from .board import WHOLE, Board
from .change import Asked, asked
from .files import Files
from .heard import Heard
from .host import Host
from .runs import QUIET_S, Runs, of_run
from .server import Server

log = logging.getLogger("mkdocs.hooks.preview")
PAUSE_S = 0.03
"""After a first sign of a change: some editors write a file in several steps."""
SETTLED_S = 3.0
"""Without an edit, before the search is made anew."""
LOOK_S = 2.0
"""How often to look without a sign: some file systems give none."""
LINKS, ASSETS = "links", "docs/assets"
"""Where problems come from that belong to no single page."""


class Loop:
    """Everything happens in one thread: builds, and the decision what to make next."""

    def __init__(self, root: Path, server: Server, host: Host, measure: bool) -> None:
        self._server = server
        self._board: Board = server.board
        self._host = host
        self._files = Files(root)
        self._first = dict(self._files.seen)
        self._sign = threading.Event()
        self._runs = Runs(root, host, self._board, self._sign.set, measure)
        self._stale = False
        self._edited = 0.0
        self._unsearched = False

    def look(self) -> None:
        """Called from any thread: something may have changed."""
        self._sign.set()

    def begin(self) -> None:
        """The first build of everything."""
        self._whole("처음 만드는 중입니다 …")
        self._runs.ask()

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
        self._runs.stop()

    def _take(self, changed: set[str]) -> None:
        wanted = asked(changed, self._host.pages)
        self._restart(wanted)
        if wanted.measured:
            self._runs.changed()
        for name in wanted.pages:
            self._stale |= self._page(name)
        if wanted.assets and not wanted.whole:
            self._report(ASSETS, self._host.assets(self._server.writing))
            self._board.written([WHOLE])
        declared = not wanted.measured or self._runs.declared()
        if wanted.whole or (self._stale and (wanted.pages or wanted.measured)):
            self._whole("전체를 다시 만드는 중입니다 …")
        if declared and (wanted.measured or wanted.whole):
            self._runs.ask()

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
            self._runs.tell()  # a mark goes before its new value comes
            self._server.site = session.site
            self._board.written([WHOLE])
        kept = {one: lines for one, lines in self._board.news.problems.items() if of_run(one)}
        whole = {WHOLE: tuple(heard.problems)} if heard.problems else {}
        warnings = {WHOLE: tuple(heard.warnings)} if heard.warnings else {}
        self._board.tell(busy="", problems=kept | whole, warnings=warnings)

    def _renew(self) -> None:
        """Take what a run has left, and let the next one start."""
        if name := self._runs.finished():
            self._whole(f"{name}의 새 값으로 만드는 중입니다 …")
            self._runs.ask()
        self._runs.start()

    def _report(self, origin: str, heard: Heard) -> None:
        self._board.problems(origin, heard.problems)
        self._board.warnings(origin, heard.warnings)
