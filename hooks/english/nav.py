"""The English pages as a list of their own."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from . import is_english

if TYPE_CHECKING:
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation


def english(nav: Navigation, files: Files) -> Navigation:
    """A navigation over the English pages only, in the order of their names, the cover first."""
    found: list[Any] = [
        file.page
        for file in sorted(files.documentation_pages(), key=lambda file: file.url)
        if is_english(file.src_uri) and file.page is not None
    ]
    for before, after in pairwise(found):
        before.next_page, after.previous_page = after, before
    made = type(nav)(found, found)
    made.homepage = found[0] if found else None
    return made
