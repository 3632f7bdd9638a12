"""An engine in a process of its own, so that nobody's memory or threads disturb another's."""

from __future__ import annotations

import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar

from .engine import Engine

T = TypeVar("T")
Job = Callable[[Engine], T]
"""A function at the top of a module, or a ``partial`` of one: it goes through a pipe."""


class EngineDiedError(Exception):
    """The process of an engine has ended; ``how`` says by which signal, or with which code."""

    def __init__(self, code: int) -> None:
        self.how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        super().__init__(self.how)


class Host:
    """Does what it is asked, one thing at a time, and is still otherwise.

    Its process has the environment of this one, with the number of threads and the size of pages
    that were set before this one started.
    """

    def __init__(self, make: Callable[[], Engine]) -> None:
        """Start a process, which makes its engine while others may be starting too."""
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, make), daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, job: Job[T]) -> T:
        """Do a job over there and return what comes of it.

        Raises:
            EngineDiedError: When the process ends; what it raised is on standard error.
        """
        try:
            self._pipe.send(job)
            answer: T = self._pipe.recv()
        except (EOFError, ConnectionError):
            self._process.join()
            raise EngineDiedError(self._process.exitcode or 0) from None
        return answer

    def close(self) -> None:
        """End the process and wait until it is gone."""
        self._pipe.close()
        self._process.join(timeout=5)
        self._process.kill()
        self._process.join()


def _work(pipe: Connection, make: Callable[[], Engine]) -> None:
    engine = make()
    while True:
        try:
            job: Job[object] = pipe.recv()
        except EOFError:
            return
        pipe.send(job(engine))
