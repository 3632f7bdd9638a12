"""What the machine refuses, said as an author can use it: where, what, and what to do.

A full disk or a folder that may not be written is nobody's mistake in a page; without this it
would be a traceback through MkDocs.
"""

from __future__ import annotations

import errno
import traceback
from pathlib import Path

from snippets.evidence.problem import GuideError

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
REFUSED = {errno.EACCES, errno.EPERM, errno.EROFS}


def told(error: BaseException, root: Path) -> GuideError | None:
    """The problem in our words; ``None`` for what is no trouble of the machine."""
    if isinstance(error, MemoryError):
        return GuideError(
            "mkdocs.yml",
            1,
            "memory-short",
            "메모리가 모자라 멈췄습니다",
            "다른 프로그램을 닫거나, 재지 않는 MEASURE=recorded로 지으세요",
        )
    if not isinstance(error, OSError):
        return None
    name = str(error.filename2 or error.filename or ".cache")
    if name == "/proc" or name.startswith("/proc/"):
        return GuideError(
            name,
            1,
            "proc-missing",
            "이 기계의 상태를 읽을 수 없어 재지 못합니다",
            "/proc를 마운트하거나, 재지 않는 MEASURE=recorded로 지으세요",
        )
    where = _within(name, root)
    if error.errno in FULL:
        hint = "자리를 비우고 다시 지으세요. 전에 지은 사이트와 기록은 그대로입니다"
        return GuideError(where, 1, "disk-full", "디스크에 자리가 없어 쓰지 못했습니다", hint)
    if error.errno in REFUSED:
        hint = "쓸 수 있는 곳에 복사해 지으세요. .cache와 사이트 폴더에 써야 합니다"
        return GuideError(where, 1, "folder-unwritable", "여기에 쓸 권한이 없습니다", hint)
    return None


def _within(name: str, root: Path) -> str:
    """As errors name a file: from the project's root, where it lies there."""
    path = Path(name)
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else name


def place(error: Exception, root: Path) -> str:
    """An error that nobody foresaw, at the last line of ours that it came through."""
    ours = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(root) and ".venv" not in frame.filename
    ]
    last = ours[-1] if ours else traceback.extract_tb(error.__traceback__)[-1]
    name = Path(last.filename)
    path = name.relative_to(root).as_posix() if name.is_relative_to(root) else name.name
    return f"{path}:{last.lineno}: {type(error).__name__}: {error}"
