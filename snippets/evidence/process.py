"""An experiment in a fresh process: scrubbed environment, time limit, output limit."""

from __future__ import annotations

import contextlib
import json
import os
import re
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import psutil

from .catalogue import Listing
from .experiment import STEP_PREFIX
from .problem import GuideError
from .record import Record, RecordError, load
from .scale import QUICK_VARIABLE

OUTPUT_LIMIT = 1_000_000
"""Bytes of output after which an experiment is ended: nobody reads more, and disks fill."""

KEPT_VARIABLES = ("PATH", "TMPDIR", "LD_LIBRARY_PATH", "SYSTEMROOT")

OnStep = Callable[[str, int, int, float], None]
"""Called with (name, done, total, seconds since the start)."""


def run(listing: Listing, root: Path, on_step: OnStep, *, quick: bool = False) -> Record:
    """Run an experiment to its end and return its record; nothing is published here.

    Raises:
        GuideError: ``experiment-raised``, ``-exited``, ``-timeout``, ``-output``, ``-killed`` or
            ``-draft``, at the line in ``snippets/`` where it can be mended.
    """
    with tempfile.TemporaryDirectory(prefix="guide-") as scratch:
        draft = Path(scratch) / "draft.json"
        child = subprocess.Popen(  # noqa: S603  our own module, with names from the catalogue
            [sys.executable, "-m", "snippets.evidence.child", listing.module, str(draft)],
            cwd=root,
            env=environment(os.environ, scratch) | ({QUICK_VARIABLE: "1"} if quick else {}),
            stdin=subprocess.DEVNULL,
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


def environment(outer: Mapping[str, str], home: str) -> dict[str, str]:
    """What an experiment may know: no secret, no locale, no home directory of ours."""
    kept = {name: outer[name] for name in KEPT_VARIABLES if name in outer}
    fixed = {"PYTHONUTF8": "1", "PYTHONHASHSEED": "0", "HOME": home, "LC_ALL": "C.UTF-8"}
    return kept | fixed


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
            if not selector.select(min(left, 1.0)):
                if child.poll() is not None:
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
    for line in output[told:end].decode("utf-8", "replace").splitlines():
        if line.startswith(STEP_PREFIX):
            step = json.loads(line.removeprefix(STEP_PREFIX))
            on_step(step["name"], step["done"], step["total"], time.monotonic() - started)
    return max(told, end)


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the child and all that it started, in other process groups too."""
    try:
        family = psutil.Process(child.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        family = []
    for process in family:
        _kill(process)
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    if child.stdout is not None:
        child.stdout.close()


def _kill(process: psutil.Process) -> None:
    with contextlib.suppress(psutil.NoSuchProcess):
        process.kill()


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
    lines = [line for line in output.splitlines() if not line.startswith(STEP_PREFIX)]
    last = lines[-1].strip() if lines else f"종료 코드 {code}"
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
