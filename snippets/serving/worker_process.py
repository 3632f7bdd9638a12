"""The gateway's handle on the worker: starts it, talks to it, notices when it dies."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection

from ..evidence.environment import HUGE_PAGES
from .messages import StepResult, WorkerSetup
from .restart_limit import RestartLimit


class WorkerDiedError(Exception):
    """The worker process is gone."""


class WorkerProcess:
    """A running worker and the pipe to it.

    Attributes:
        restarts: How often another process had to take the place of a dead one.
    """

    def __init__(self, setup: WorkerSetup) -> None:
        self.restarts = 0
        self._setup = setup
        self._limit = RestartLimit()
        self._start()

    def _start(self) -> None:
        # Spawned, not forked: a fork would copy the gateway's event loop and its sockets.
        context = multiprocessing.get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self._process = context.Process(target=_run, args=(far_end, self._setup), daemon=True)
        with _environment(self._setup):
            self._process.start()
        # Kept open here, the far end would hide the worker's death: no end of file would come.
        far_end.close()

    async def ready(self) -> None:
        """Wait until the worker has its weights and is warm.

        Raises:
            WorkerDiedError: When it ends before that.
        """
        await self._receive()

    def send(self, payload: bytes) -> None:
        """Hand over a pickled plan.

        Raises:
            WorkerDiedError: When nobody is there to take it.
        """
        try:
            self._pipe.send_bytes(payload)
        except OSError as error:
            raise WorkerDiedError("the worker process is gone") from error

    async def result(self) -> StepResult:
        """Wait for what the worker made of the last plan.

        Raises:
            WorkerDiedError: When it dies instead of answering.
        """
        result = await self._receive()
        assert isinstance(result, StepResult)
        return result

    async def gone(self) -> None:
        """Wait until the worker dies. Only while it owes no answer, which could arrive here."""
        await _readable(self._pipe.fileno())

    async def restart(self) -> None:
        """Put another process in the place of the dead one, and wait until it is ready.

        Raises:
            WorkerDiedError: When that has happened too often: this one is given up.
        """
        while self._limit.allows(time.monotonic()):
            self.stop()
            self._start()
            self.restarts += 1
            with suppress(WorkerDiedError):
                return await self.ready()
        raise WorkerDiedError("the worker dies again and again")

    def stop(self) -> None:
        """End the worker and wait for it, so that nothing is left behind."""
        self._pipe.close()
        self._process.kill()
        self._process.join()

    async def _receive(self) -> object:
        await _readable(self._pipe.fileno())
        try:
            return self._pipe.recv()
        except (EOFError, OSError) as error:
            raise WorkerDiedError("the worker process is gone") from error


@contextmanager
def _environment(setup: WorkerSetup) -> Iterator[None]:
    """Variables that a process reads once, at its very start, so they cannot be set later."""
    wanted = {"OMP_NUM_THREADS": str(setup.threads)}
    if setup.huge_pages:
        wanted["GLIBC_TUNABLES"] = HUGE_PAGES
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


def _run(pipe: Connection, setup: WorkerSetup) -> None:
    from .worker import run  # noqa: PLC0415  brings in torch, which the gateway must not load

    run(pipe, setup)


async def _readable(descriptor: int) -> None:
    """Wait for bytes (or the end) on a file descriptor without blocking the event loop."""
    loop = asyncio.get_running_loop()
    arrived = asyncio.Event()
    loop.add_reader(descriptor, arrived.set)
    try:
        await arrived.wait()
    finally:
        loop.remove_reader(descriptor)
