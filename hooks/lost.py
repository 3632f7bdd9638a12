"""The page for a wrong address: it says so in Korean, and leads on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from urllib.parse import urlsplit

from .head import Head

STOCK = "<h1>404 - Not found</h1>"
"""All that Material writes there."""
SORRY = (
    "주소가 바뀌었거나 잘못 적혔을 수 있습니다. "
    "맨 위의 <strong>검색</strong>에 찾던 말을 적거나, 아래에서 골라 주세요."
)
CHAPTER = "0123456789"
MORE = ("labs/index.html", "appendix/glossary/index.html", "appendix/facts/index.html")
ERRATA = "appendix/editions/index.html"


def helpful(html: str, pages: Mapping[str, Head], address: str) -> str:
    """The page with the way to every chapter.

    Args:
        html: As the theme made it.
        pages: Every page, by its path in the site.
        address: Of the site. A wrong address may lie at any depth, so nothing here is relative.
    """
    root = urlsplit(address).path
    chapters = _list(root, (one for path, one in sorted(pages.items()) if path[0] in CHAPTER))
    more = _list(root, (pages[path] for path in MORE if path in pages))
    words = f"""<h1>찾으시는 페이지가 없습니다</h1>
<p>{SORRY}</p>
<p><a class="md-button md-button--primary" href="{escape(root)}">표지로 가기</a></p>
<h2>장</h2>
{chapters}
<h2>찾아보기</h2>
{more}
{_errata(root, pages)}"""
    return html.replace(STOCK, words)


def _list(root: str, pages: Iterable[Head]) -> str:
    return f"<ul>\n{''.join(f'<li>{_link(root, one)}</li>' for one in pages)}\n</ul>"


def _link(root: str, page: Head) -> str:
    return f'<a href="{escape(root + page.url)}">{escape(page.title)}</a>'


def _errata(root: str, pages: Mapping[str, Head]) -> str:
    if ERRATA not in pages:
        return ""
    return (
        "<p>이 사이트의 링크를 따라오셨다면 저희가 잘못 적은 것입니다. "
        f"알려 주시는 방법은 {_link(root, pages[ERRATA])}에 있습니다.</p>"
    )
