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
from pathlib import Path

import uvicorn

from .config import HOST, KEY_VARIABLE, LISTENING, MODELS
from .gateway import Gateway
from .messages import WorkerSetup
from .scheduler import Scheduler
from .spans import tracer_to
from .waiting import WaitingQueue
from .worker_process import WorkerDiedError, WorkerProcess


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until told to stop; the exit code says whether it ever could."""
    options = _options(arguments)
    try:
        # First of all: a taken port should not cost the time it takes to load a model.
        door = _listen(options.port)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        why = "is already in use" if taken else f"cannot be used: {error.strerror}"
        print(f"port {options.port} on {HOST} {why}", file=sys.stderr)
        return 1
    try:
        return asyncio.run(_serve(options, door))
    except KeyboardInterrupt:
        return 130


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m snippets.serving", description=__doc__)
    parser.add_argument("--model", choices=sorted(MODELS), default="mini")
    parser.add_argument("--port", type=_port, default=0, help="0: any free port (default)")
    parser.add_argument("--api-key", help=f"default: ${KEY_VARIABLE}, or a new one")
    parser.add_argument("--max-batch", type=_positive, default=4, help="requests a step at most")
    parser.add_argument("--queue-size", type=_positive, default=16, help="requests that may wait")
    parser.add_argument("--threads", type=_positive, default=1, help="CPU threads for torch")
    parser.add_argument("--policy", choices=["continuous", "static"], default="continuous")
    parser.add_argument("--spans", type=Path, help="file to append the spans of traces to")
    parser.add_argument("--until-eof", action="store_true", help="stop when stdin closes")
    return parser.parse_args(arguments)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("must be from 0 to 65535")
    return number


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


async def _serve(options: argparse.Namespace, door: socket.socket) -> int:
    given = options.api_key or os.environ.get(KEY_VARIABLE)
    api_key = given or f"sk-{secrets.token_hex(16)}"
    worker = WorkerProcess(WorkerSetup(options.model, options.max_batch, options.threads))
    waiting = WaitingQueue(options.queue_size)
    gateway = Gateway(
        model=MODELS[options.model],
        api_key=api_key,
        scheduler=Scheduler(worker, waiting, options.max_batch, options.policy),
        tracer=tracer_to(options.spans) if options.spans else None,
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
