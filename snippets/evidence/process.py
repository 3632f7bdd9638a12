"""An experiment in a fresh process: scrubbed environment, time limit, output limit."""

from __future__ import annotations

import contextlib
import json
import os
import re
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import psutil

from . import confine, lifeline
from .catalogue import Listing
from .environment import environment_for
from .experiment import PROBLEM_PREFIX, STEP_PREFIX
from .inside import check_module
from .problem import GuideError
from .record import Record, RecordError, load
from .scale import QUICK_VARIABLE
from .scratch import scratch

OUTPUT_LIMIT = 1_000_000
"""Bytes of output after which an experiment is ended: nobody reads more, and disks fill."""

KEPT_VARIABLES = ("PATH", "TMPDIR", "LD_LIBRARY_PATH", "SYSTEMROOT", "PYTHONPYCACHEPREFIX")

OnStep = Callable[[str, int, int, float], None]
"""Called with (name, done, total, seconds since the start)."""


NOTHING_MORE: Mapping[str, str] = MappingProxyType({})


def run(
    listing: Listing,
    root: Path,
    on_step: OnStep,
    *,
    quick: bool = False,
    more: Mapping[str, str] = NOTHING_MORE,
) -> Record:
    """Run an experiment to its end and return its record; nothing is published here.

    Args:
        listing: The experiment.
        root: Folder of the project.
        on_step: Told of its progress.
        quick: Whether to take only a quick look.
        more: Variables for its process beside the few that every experiment gets.

    Raises:
        GuideError: ``experiment-raised``, ``-exited``, ``-timeout``, ``-output``, ``-killed`` or
            ``-edited``, at the line in ``snippets/`` where it can be mended.
    """
    check_module(listing.module, root)
    with scratch(root / ".cache") as home:
        draft = home / "draft.json"
        child = subprocess.Popen(  # noqa: S603  our own module, with names from the catalogue
            confine.command("snippets.evidence.child", listing.module, str(draft)),
            cwd=root,
            env=environment(os.environ, home, root) | _settings(listing, quick) | dict(more),
            stdin=subprocess.PIPE,  # never written to: it closes when this process ends
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            output = _listen(child, listing, on_step)
        finally:
            _end(child)
        if child.returncode != 0:
            raise _failure(listing, child.returncode, output)
        try:
            return load(draft)
        except RecordError as error:
            raise _error(
                listing,
                "experiment-exited",
                f"기록을 남기지 않고 끝났습니다: {error}",
                "sys.exit을 부르지 말고 끝까지 yield하세요",
            ) from None


def environment(outer: Mapping[str, str], home: Path, root: Path) -> dict[str, str]:
    """What an experiment may know: no secret, no locale, no home directory of ours."""
    fixed = {"PYTHONUTF8": "1", "PYTHONHASHSEED": "0", "HOME": str(home), "LC_ALL": "C.UTF-8"}
    # Byte code beside the sources would be a change in a watched folder: a preview would rebuild.
    bytecode = {"PYTHONPYCACHEPREFIX": str(root / ".cache/pycache")}
    kept = {name: outer[name] for name in KEPT_VARIABLES if name in outer}
    return bytecode | kept | fixed


def _settings(listing: Listing, quick: bool) -> dict[str, str]:
    """What has to be set before the process starts: later it is too late."""
    settings = environment_for(listing.threads, listing.huge_pages)
    return settings | ({QUICK_VARIABLE: "1"} if quick else {})


def _listen(child: subprocess.Popen[bytes], listing: Listing, on_step: OnStep) -> str:
    """Read the child's output until it closes; end the child when it goes over a limit."""
    assert child.stdout is not None
    started = time.monotonic()
    output = bytearray()
    told = 0
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        while True:
            left = listing.timeout_s - (time.monotonic() - started)
            if left <= 0:
                raise _too_long(listing)
            ended = child.poll() is not None  # asked first: what it said before is read below
            if not selector.select(0 if ended else min(left, 1.0)):
                if ended:
                    break  # a process it started still holds the pipe
                continue
            piece = os.read(child.stdout.fileno(), 65536)
            if not piece:
                break
            output += piece
            if len(output) > OUTPUT_LIMIT:
                raise _error(
                    listing,
                    "experiment-output",
                    f"출력이 {OUTPUT_LIMIT:,}바이트를 넘어 멈췄습니다",
                    "print를 지우세요. 결과는 yield로 내놓습니다",
                )
            told = _tell(output, told, on_step, started)
    try:
        child.wait(timeout=max(1.0, listing.timeout_s - (time.monotonic() - started)))
    except subprocess.TimeoutExpired:
        raise _too_long(listing) from None
    return output.decode("utf-8", "replace")


def _tell(output: bytearray, told: int, on_step: OnStep, started: float) -> int:
    """Report the progress lines that are complete; return how far has been read."""
    end = output.rfind(b"\n") + 1
    for line in _lines(output[told:end]):
        if step := _step(line):
            on_step(step["name"], step["done"], step["total"], time.monotonic() - started)
    return max(told, end)


def _lines(output: bytes | bytearray) -> list[str]:
    return output.decode("utf-8", "replace").split("\n")


def _step(line: str) -> dict[str, Any] | None:
    """A progress line; anything else that looks like one is output of the experiment."""
    return _marked(line, STEP_PREFIX, {"name": str, "done": int, "total": int})


def _problem(line: str) -> dict[str, Any] | None:
    """The line in which the child says why it ended."""
    words = ("path", "code", "message", "hint")
    return _marked(line, PROBLEM_PREFIX, {"line": int} | dict.fromkeys(words, str))


def _marked(line: str, prefix: str, shape: dict[str, type]) -> dict[str, Any] | None:
    if not line.startswith(prefix):
        return None
    try:
        said = json.loads(line.removeprefix(prefix))
    except ValueError:
        return None
    if not isinstance(said, dict) or said.keys() != shape.keys():
        return None
    return said if all(type(said[word]) is kind for word, kind in shape.items()) else None


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the child and what it started; ``scratch`` ends what has left its tree and group."""
    # Asked while its parent is there: a dead one has no children, and its number may be another's.
    family = lifeline.descendants(psutil.Process(child.pid)) if child.poll() is None else []
    # The group outlives its leader. macOS answers EPERM for one in which all are dead.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    lifeline.end(family)
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            stream.close()


def _too_long(listing: Listing) -> GuideError:
    return _error(
        listing,
        "experiment-timeout",
        f"{listing.timeout_s:g}초 안에 끝나지 않아 멈췄습니다",
        "일을 줄이거나 timeout_s를 늘리세요",
    )


def _failure(listing: Listing, code: int, output: str) -> GuideError:
    if code < 0:
        name = signal.Signals(-code).name
        return _error(
            listing,
            "experiment-killed",
            f"실험이 신호로 끝났습니다: {name}",
            "메모리가 모자랐는지 보세요",
        )
    lines = [line for line in output.split("\n") if line.strip() and not _step(line)]
    last = lines[-1].strip() if lines else f"종료 코드 {code}"
    if said := _problem(last):
        path, line = (said["path"], said["line"]) if said["path"] else (listing.path, listing.line)
        return GuideError(path, line, said["code"], said["message"], said["hint"])
    where = re.findall(rf'File "[^"]*{re.escape(listing.path)}", line (\d+)', output)
    return _error(
        listing,
        "experiment-raised",
        f"실험이 예외로 끝났습니다: {last}",
        f"python -m snippets run {listing.id} 로 다시 돌려 보세요",
        int(where[-1]) if where else listing.line,
    )


def _error(
    listing: Listing, code: str, message: str, hint: str, line: int | None = None
) -> GuideError:
    return GuideError(listing.path, line or listing.line, code, message, hint)
