"""Texts that are dear to make, kept from one build to the next: one of each name, the newest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path

from . import code, whole_file


def text(place: Path, parts: Iterable[str], make: Callable[[], str]) -> str:
    """The text kept at a place, if it was made of these parts by this code; else a new one.

    Args:
        place: A file of its own, in the cache.
        parts: All that the text depends on but the project's code.
        make: Makes it.
    """
    key = hashlib.sha256("\0".join((code.LOADED, *parts)).encode()).hexdigest()
    kept = _read(place)
    if kept.startswith(f"{key}\n"):
        return kept[len(key) + 1 :]
    made = make()
    whole_file.write(place, f"{key}\n{made}".encode())
    return made


def _read(place: Path) -> str:
    try:
        return place.read_bytes().decode()  # not as text: its line ends stay as they are
    except (OSError, ValueError):
        return ""
