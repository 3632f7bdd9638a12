"""The strip below a chapter's title: the whole journey, with the chapter's own stops lit.

A Markdown tree processor, so that its links are checked and made relative like any others.
"""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from ..elements import text
from .journey import Journey, Stretch, pages

NAME = "지금 여정의 어디인가"


class Here(Extension):
    """Puts the strip on every page that has a stop.

    Args:
        journey: The site's, known once its pages were read.
        page: The page that is being rendered.
    """

    def __init__(self, journey: Callable[[], Journey], page: Callable[[], str]) -> None:
        super().__init__()
        self._journey = journey
        self._page = page

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  the library's name
        """Called for every page with a Markdown instance of its own."""
        whole, page = self._journey(), self._page()
        if page in pages(whole):
            # After the terms (7), which are linked in running text only; before links (0).
            md.treeprocessors.register(_Strip(md, whole, page), "guide-here", 6)


class _Strip(Treeprocessor):
    def __init__(self, md: Markdown, whole: Journey, page: str) -> None:
        super().__init__(md)
        self._whole = whole
        self._page = page

    def run(self, root: Element) -> None:
        """Called with the finished tree of the page."""
        below = next((at for at, one in enumerate(root, 1) if one.tag == "h1"), 0)
        root.insert(below, strip(self._whole, self._page))


def strip(whole: Journey, page: str) -> Element:
    """The journey as seen from one of its pages."""
    nav = Element("nav", {"class": "here", "aria-label": NAME, "data-search-exclude": ""})
    for stretch in whole:
        _stretch(nav, stretch, page)
    return nav


def _stretch(nav: Element, stretch: Stretch, page: str) -> None:
    part = SubElement(nav, "div", {"class": "here-stretch", "data-path": stretch.path})
    if stretch.name:
        text(part, "span", stretch.name, **{"class": "here-name"})
    stops = SubElement(part, "ol")
    for stop in stretch.stops:
        current = {"aria-current": "page"} if stop.page == page else {}
        text(SubElement(stops, "li"), "a", stop.name, href=f"/{stop.page}", **current)
