"""The project's code as one digest: what was worked out holds for as long as that stays."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

CODE = (".py", ".cpp")
PASSED = {"__pycache__", "node_modules", "site"}
"""Folders that could be imported by their name, and hold none of the project's code."""


def state(root: Path) -> str:
    """Every source below ``root`` by its place and its bytes, and the Python that reads them."""
    digest = hashlib.sha256(sys.version.encode())
    for path in _code(root):
        digest.update(f"\0{path.relative_to(root).as_posix()}\0".encode())
        if path.is_file():
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _code(root: Path) -> Iterator[Path]:
    """Every folder and source that an import could name, in an order of their own."""
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(one for one in folders if one.isidentifier() and one not in PASSED)
        if "pyvenv.cfg" in files:
            folders.clear()
            continue
        yield Path(folder)
        yield from (Path(folder, one) for one in sorted(files) if one.endswith(CODE))


LOADED = state(Path(__file__).resolve().parent.parent)
"""The code that runs: a preview goes on with it when a file of it is edited."""
