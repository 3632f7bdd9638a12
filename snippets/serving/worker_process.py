"""The gateway's handle on the worker: starts it, talks to it, notices when it dies."""

from __future__ import annotations

import asyncio
import multiprocessing
from multiprocessing.connection import Connection

from .messages import StepResult, WorkerSetup


class WorkerDiedError(Exception):
    """The worker process is gone."""


class WorkerProcess:
    """A running worker and the pipe to it."""

    def __init__(self, setup: WorkerSetup) -> None:
        # Spawned, not forked: a fork would copy the gateway's event loop and its sockets.
        context = multiprocessing.get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self._process = context.Process(target=_run, args=(far_end, setup), daemon=True)
        self._process.start()
        # Kept open here, the far end would hide the worker's death: no end of file would come.
        far_end.close()

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.is_alive()

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
