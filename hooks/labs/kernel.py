"""Running a lab: a fresh Jupyter kernel of this very Python, with limits that are ours."""

from __future__ import annotations

import logging
import os
import re
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from snippets.evidence import confine
from snippets.evidence.environment import environment_for
from snippets.evidence.problem import GuideError
from snippets.evidence.process import environment
from snippets.evidence.scratch import scratch

from .cells import Lab
from .notebook import notebook

LIMIT_S = 240.0
"""For a whole lab. On a quiet machine it takes a tenth of that, but it may have neighbours."""

OUTPUT_LIMIT = 20_000
"""Characters of one cell."""

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def run(lab: Lab, root: Path, limit_s: float = LIMIT_S) -> tuple[str, ...]:
    """Run all cells in order; the text that each code cell put out.

    Raises:
        GuideError: ``lab-raised``, ``lab-timeout``, ``lab-killed`` or ``lab-output``, at the cell;
            ``lab-kernel`` when none was reached.
    """
    book = nbformat.reads(notebook(lab), as_version=4)  # type: ignore[no-untyped-call]
    end = time.monotonic() + limit_s
    reached: list[int] = []
    # Sockets need a short path, which a project's folder may not have.
    with scratch(root / ".cache") as home, tempfile.TemporaryDirectory() as sockets:
        client = NotebookClient(
            book,
            km=_manager(Path(sockets)),
            log=_silent(),
            timeout_func=lambda _: max(1, round(end - time.monotonic())),
            startup_timeout=120,
            shutdown_kernel="immediate",
            on_cell_execute=lambda cell, cell_index: reached.append(cell_index),  # noqa: ARG005
        )
        known = environment(os.environ, home, root) | environment_for(threads=1)
        try:
            client.execute(env=known, cwd=str(home), cleanup_kc=True)
        except CellTimeoutError:
            why = f"실습이 {limit_s:g}초 안에 끝나지 않아 멈췄습니다"
            raise _at(lab, reached[-1], "lab-timeout", (why, "일을 줄이세요")) from None
        except DeadKernelError:
            words = "커널이 죽었습니다", "메모리가 모자랐는지 보세요"
            raise _at(lab, reached[-1], "lab-killed", words) from None
        except CellExecutionError as error:
            raise _raised(lab, reached, error) from None
        except RuntimeError as error:  # before the first cell
            why, hint = f"커널이 켜지지 않았습니다: {error}", "다시 해 보세요"
            raise GuideError(lab.path, 1, "lab-kernel", why, hint) from None
    cells = enumerate(book.cells)
    return tuple(_text(lab, at, cell.outputs) for at, cell in cells if cell.cell_type == "code")


def _manager(folder: Path) -> AsyncKernelManager:
    """No kernel that a user has installed under the name, and no port that others can reach."""
    manager = AsyncKernelManager(
        kernel_name="python3",
        kernel_spec_manager=KernelSpecManager(kernel_dirs=[]),
        transport="ipc",
        connection_file=str(folder / "kernel.json"),
    )
    argv = confine.command("ipykernel_launcher", "-f", "{connection_file}")
    # "{}" in the rest would be filled in too, as the name of the file is.
    assert manager.kernel_spec is not None
    manager.kernel_spec.argv = argv
    return manager


def _silent() -> logging.Logger:
    """A failure is told once, by us."""
    log = logging.Logger("lab")
    log.addHandler(logging.NullHandler())
    return log


def _text(lab: Lab, at: int, outputs: Iterable[dict[str, Any]]) -> str:
    """What a cell put out, when it is text and no more than a reader reads."""
    parts = []
    for output in outputs:
        data = output.get("data", {})
        if output.get("name") == "stdout":
            parts.append(output["text"])
        elif set(data) == {"text/plain"}:
            parts.append(f"{data['text/plain']}\n")
        else:
            kind = output.get("name") or ", ".join(sorted(data))
            words = f"글이 아닌 출력입니다: {kind}", "print로 내보내고, 경고는 나지 않게 하세요"
            raise _at(lab, at, "lab-output", words)
    text = COLOUR.sub("", "".join(parts)).rstrip()
    if len(text) > OUTPUT_LIMIT:
        why = f"출력이 {OUTPUT_LIMIT:,}자를 넘습니다"
        raise _at(lab, at, "lab-output", (why, "덜 내보내세요"))
    return text


def _raised(lab: Lab, reached: list[int], error: CellExecutionError) -> GuideError:
    frames = re.findall(rf"Cell In\[{len(reached)}\], line (\d+)", COLOUR.sub("", error.traceback))
    why = f"예외로 끝났습니다: {error.ename}: {error.evalue}"
    hint = f"python -m hooks.labs run {lab.name} 으로 다시 돌려 보세요"
    return _at(lab, reached[-1], "lab-raised", (why, hint), int(frames[-1]) if frames else 1)


def _at(lab: Lab, at: int, code: str, words: tuple[str, str], row: int = 1) -> GuideError:
    """The error about a cell; ``words`` are message and hint."""
    cell, (why, hint) = lab.cells[at], words
    number = lab.code.index(cell) + 1
    return GuideError(lab.path, cell.line + row - 1, code, f"코드 셀 {number}: {why}", hint)
