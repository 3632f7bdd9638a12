"""The histories that one build shows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from snippets.evidence.catalogue import Listing

from .file import Shelf
from .past import Past


def load(root: Path, profile: str, known: Mapping[str, Listing]) -> tuple[Past, ...]:
    """The history of every declared experiment that has one, in the order of declaration.

    Raises:
        GuideError: ``history-broken``.
    """
    shelf = Shelf(root, profile)
    read = ((listing, shelf.read(name)) for name, listing in known.items())
    return tuple(Past(listing, entries) for listing, entries in read if entries)
