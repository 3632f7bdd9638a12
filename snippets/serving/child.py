"""The serving system as a child process: start, wait until it is ready, take down."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from .config import KEY_VARIABLE, LISTENING

ROOT = Path(__file__).parents[2]


class ServerStartError(Exception):
    """The serving system ended, or hung, before it was ready."""


def options(**values: object) -> list[str]:
    """Arguments of ``python -m snippets.serving``, by the names that ``serve`` gives them.

    ``None`` and ``False`` ask for nothing; ``True`` is a flag.
    """
    given = ["--until-eof"]
    for name, value in values.items():
        if value is not None and value is not False:
            given.append(f"--{name.replace('_', '-')}")
            given += [] if value is True else [str(value)]
    return given


def start(given: Sequence[str], api_key: str, stderr: int) -> subprocess.Popen[bytes]:
    """Start the gateway, which starts its worker; ``stderr`` is a file descriptor."""
    return subprocess.Popen(  # noqa: S603  our own module, our own interpreter
        [sys.executable, "-m", "snippets.serving", *given],
        cwd=ROOT,
        env=os.environ | {KEY_VARIABLE: api_key, "PYTHONUTF8": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        start_new_session=True,  # a process group of its own, so that it can go as one
    )


def wait_until_ready(process: subprocess.Popen[bytes], errors: Path, timeout_s: float) -> str:
    """Read the address that the child prints once the model is loaded.

    Raises:
        ServerStartError: When it ends, or takes longer than ``timeout_s``.
    """
    assert process.stdout is not None
    deadline = time.monotonic() + timeout_s
    said = b""
    while not said.endswith(b"\n"):
        left = max(deadline - time.monotonic(), 0)
        if not select.select([process.stdout], [], [], left)[0]:
            raise ServerStartError(f"not ready after {timeout_s} s\n{_tail(errors)}")
        piece = os.read(process.stdout.fileno(), 4096)
        if not piece:
            code = process.wait(timeout=10)
            raise ServerStartError(f"ended with exit code {code} at start\n{_tail(errors)}")
        said += piece
    return said.decode().strip().removeprefix(LISTENING)


def _tail(errors: Path, lines: int = 12) -> str:
    return "\n".join(errors.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])


def take_down(process: subprocess.Popen[bytes]) -> None:
    """Ask the whole group to leave, and make it leave."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(timeout=5)
    # A worker that ignored the request, or outlived its gateway, is still in the group.
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
