"""The English pages below ``docs/en``: their words, their place in the site.

A page's text is written by hand. What the site itself says around it (badges, conditions,
verdicts, the theme's labels) is Korean in one source, and is put into English here, on the finished
page, from one list: ``words.yaml``. No renderer knows of a second language.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..search.index import Page

FOLDER = "en/"


def is_english(path: str) -> bool:
    """Whether a page belongs to the English part, by its path in ``docs`` or its address."""
    return path.startswith(FOLDER)


def twin(path: str) -> str:
    """The path of the same page in the other language, whether there is one or not."""
    return path.removeprefix(FOLDER) if is_english(path) else FOLDER + path


def parted(pages: Iterable[Page]) -> dict[str, list[Page]]:
    """Folder of a language → its pages, by their addresses in that folder."""
    found: dict[str, list[Page]] = {"": []}
    for page in pages:
        folder = FOLDER if is_english(page.url) else ""
        found.setdefault(folder, []).append(replace(page, url=page.url.removeprefix(folder)))
    return found
