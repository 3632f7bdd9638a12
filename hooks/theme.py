"""Repairs to what Material writes on every page."""

from __future__ import annotations

_SEARCH = 'data-md-component="search" role="dialog"'


def name_search(html: str) -> str:
    """Return the page with a name for the search dialog, which a screen reader calls only that."""
    return html.replace(_SEARCH, f'{_SEARCH} aria-label="검색"')
