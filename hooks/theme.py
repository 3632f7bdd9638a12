"""Repairs to what Material writes on every page."""

from __future__ import annotations

_SEARCH = 'data-md-component="search" role="dialog"'
_ENGLISH = '<div class="md-copyright"'
_DRAWER = 'data-md-toggle="drawer"'


def name_search(html: str) -> str:
    """Return the page with names for what a screen reader would only call dialog or checkbox.

    The checkbox opens the navigation where the screen is narrow, also one that is merely zoomed;
    the style sheet lets the keys reach it there.
    """
    html = html.replace(_DRAWER, f'{_DRAWER} aria-label="차례 펼치기"')
    return html.replace(_SEARCH, f'{_SEARCH} aria-label="검색"')


def mark_english(html: str) -> str:
    """Return the page with the language of Material's English line, which is not translated."""
    return html.replace(_ENGLISH, f'{_ENGLISH} lang="en"')
