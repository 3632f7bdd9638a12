"""Material's templates, and repairs to what they write on every page."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

from jinja2 import FileSystemBytecodeCache

from . import bundle

_LOGO = 'alt="logo">'
_SEARCH = 'data-md-component="search" role="dialog"'
_ENGLISH = '<div class="md-copyright"'
_MENU = '<label class="md-header__button md-icon" for="__drawer">'


def compiled(cache: Path) -> FileSystemBytecodeCache:
    """Where compiled templates are kept: by their text, Jinja's version and Python's."""
    folder = cache / "templates" / f"{version('jinja2')}-{sys.implementation.cache_tag}"
    folder.mkdir(parents=True, exist_ok=True)
    return FileSystemBytecodeCache(str(folder))


def mended(html: str) -> str:
    """Return the page with all repairs."""
    return bundle.after_paint(size_logo(reach_menu(mark_english(name_search(html)))))


def name_search(html: str) -> str:
    """Return the page with a name for the search dialog, which a screen reader calls only that."""
    return html.replace(_SEARCH, f'{_SEARCH} aria-label="검색"')


def reach_menu(html: str) -> str:
    """Return the page with a menu button that keys reach, and that has a name.

    It is there where the screen is narrow, or zoomed. Material's script presses a label for Enter.
    """
    named = f'{_MENU[:-1]} tabindex="0"><span class="unseen">차례 펼치기</span>'
    return html.replace(_MENU, named)


def mark_english(html: str) -> str:
    """Return the page with the language of Material's English line, which is not translated."""
    return html.replace(_ENGLISH, f'{_ENGLISH} lang="en"')


def size_logo(html: str) -> str:
    """Return the page with room kept for the logo: both of its sides, of which CSS sets one."""
    return html.replace(_LOGO, f'{_LOGO[:-1]} width="24" height="24">')
