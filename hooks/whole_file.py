"""A kept result is put in its place at once: whole or not at all, however many builds write it."""

from __future__ import annotations

import os
from pathlib import Path


def write(path: Path, content: bytes) -> None:
    """Write a file that nobody ever reads half; what fails leaves nothing behind."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")  # two builds may write the same one
    try:
        draft.write_bytes(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
