"""Pages in which the lint found nothing: read again when they, or the code that reads, change."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from snippets.evidence.problem import GuideError

from .. import code, lint, whole_file


def check(path: str, body: str, offset: int, cache: Path) -> Iterator[GuideError]:
    """What ``lint.check`` finds."""
    stamp = cache / "lint" / hashlib.sha256(path.encode()).hexdigest()[:24]
    state = _state(path, body, str(offset))
    if _stamped(stamp) == state:
        return
    found = [*lint.check(path, body, offset, cache)]
    yield from found
    if not found:
        whole_file.write(stamp, state.encode())


def _state(*parts: str) -> str:
    reader = code.LOADED, version("markdown-it-py"), version("mdurl")
    return hashlib.sha256("\0".join((*reader, *parts)).encode()).hexdigest()


def _stamped(stamp: Path) -> str:
    try:
        return stamp.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
