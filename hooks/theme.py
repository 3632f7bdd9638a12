"""Repairs to what Material writes on every page, and to the one script that it brings."""

from __future__ import annotations

BUNDLE = "assets/javascripts/bundle.*.min.js"

_LOGO = 'alt="logo">'
_SEARCH = 'data-md-component="search" role="dialog"'
_ENGLISH = '<div class="md-copyright"'
_DRAWER = 'data-md-toggle="drawer"'
_AT_ONCE = 'ze(new URL("search/search_index.json",Or.base))'
_ON_DEMAND = (
    f'L($(/[?&]h=/.test(location.search)),Je("search")).pipe(Re(o=>o),b(()=>{_AT_ONCE}),Z(1))'
)


def mended(html: str) -> str:
    """Return the page with all repairs."""
    return size_logo(mark_english(name_search(html)))


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


def size_logo(html: str) -> str:
    """Return the page with room kept for the logo: both of its sides, of which CSS sets one."""
    return html.replace(_LOGO, f'{_LOGO[:-1]} width="24" height="24">')


def search_on_demand(script: str) -> str:
    """Return Material's script such that it fetches the index of the search when one searches.

    It would fetch it on every first page: as many bytes again as the page with its font, read and
    copied on the thread that the page scrolls on. Now the search has to be opened first, or the
    page to be one that a search led to (`?h=` marks the words that were found). Written for the
    bundle of mkdocs-material 9.8.2; a test says when another has other names.
    """
    return script.replace(_AT_ONCE, _ON_DEMAND)
