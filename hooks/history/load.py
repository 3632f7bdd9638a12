"""The histories that one build shows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from snippets.evidence.catalogue import Listing

from .file import Shelf
from .past import Past

SHOWN = 5
"""Takings of which changes are told: with all there ever were, it would grow without end."""


def load(root: Path, profile: str, known: Mapping[str, Listing]) -> tuple[Past, ...]:
    """The history of every declared experiment that has one, in the order of declaration.

    Raises:
        GuideError: ``history-broken``.
    """
    shelf = Shelf(root, profile)
    read = ((listing, shelf.read(name)) for name, listing in known.items())
    return tuple(
        Past(listing, entries[-SHOWN:], len(entries), shelf.path(listing.id))
        for listing, entries in read
        if entries
    )
