"""``python -m snippets.serving``: the gateway as a program of its own."""

from __future__ import annotations

import argparse
import asyncio
import errno
import os
import secrets
import socket
import sys
from collections.abc import Sequence

import uvicorn

from .config import HOST, KEY_VARIABLE, LISTENING
from .gateway import Gateway
from .limits import Limits
from .messages import WorkerSetup
from .model_folder import CheckpointError
from .scheduler import Scheduler
from .served import Served
from .settings import limits_of, parse, served_model
from .spans import tracer_to
from .worker_process import WorkerDiedError, WorkerProcess


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until told to stop; the exit code says whether it ever could."""
    options = parse(arguments)
    try:
        served = served_model(options)
        limits = limits_of(options, served.config)
    except (CheckpointError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    try:
        # Before the worker: a taken port should not cost the time it takes to load weights.
        door = _listen(options.port)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        why = "is already in use" if taken else f"cannot be used: {error.strerror}"
        print(f"port {options.port} on {HOST} {why}", file=sys.stderr)
        return 1
    try:
        return asyncio.run(_serve(options, served, limits, door))
    except KeyboardInterrupt:
        return 130


def _listen(port: int) -> socket.socket:
    door = socket.socket()
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((HOST, port))
        door.listen(128)
    except OSError:
        door.close()
        raise
    return door


async def _serve(
    options: argparse.Namespace, served: Served, limits: Limits, door: socket.socket
) -> int:
    given = options.api_key or os.environ.get(KEY_VARIABLE)
    api_key = given or f"sk-{secrets.token_hex(16)}"
    setup = WorkerSetup(
        model=served.config.name,
        max_batch=options.max_batch,
        threads=options.threads,
        dtype=options.dtype,
        kv_blocks=options.kv_blocks,
        huge_pages=options.huge_pages,
        folder=options.model_dir,
        context_len=served.config.context_len,
        compiled=options.compiled,
    )
    worker = WorkerProcess(setup)
    gateway = Gateway(
        model=served.config,
        api_key=api_key,
        scheduler=Scheduler(worker, limits, options.queue_size),
        tracer=tracer_to(options.spans) if options.spans else None,
        tokenizer=served.tokenizer,
    )
    try:
        await worker.ready()
    except WorkerDiedError:
        print("the worker ended before it was ready", file=sys.stderr)  # it has said why
        return 1

    def announce() -> None:
        if not given:
            print(f"API key {api_key}", flush=True)
        print(f"{LISTENING}http://{HOST}:{door.getsockname()[1]}", flush=True)

    config = uvicorn.Config(
        # Both happen while uvicorn minds the signals: it ends this process itself after one.
        gateway.app(on_start=announce, on_stop=worker.stop),
        log_level="warning",
        timeout_graceful_shutdown=1,
        lifespan="on",
        # By default uvicorn takes faster packages if they happen to be there. Numbers must not
        # depend on that.
        http="h11",
        loop="asyncio",
    )
    server = uvicorn.Server(config)
    if options.until_eof:
        # Whoever started us holds the other end. It closes even if they are killed outright.
        asyncio.get_running_loop().add_reader(sys.stdin, setattr, server, "should_exit", True)
    await server.serve(sockets=[door])
    return 0 if server.started else 1


if __name__ == "__main__":
    sys.exit(main())
