"""The page for a wrong address."""

from __future__ import annotations

from hooks import lost
from hooks.head import Head

PAGES = {
    name: Head(name, title, "")
    for name, title in {
        "index.html": "표지",
        "02-bits/index.html": "02. 비트",
        "01-journey/index.html": "01. 흐름",
        "appendix/glossary/index.html": "용어집",
    }.items()
}


def test_it_leads_to_every_chapter_from_any_depth() -> None:
    html = lost.helpful(f"<main>{lost.STOCK}</main>", PAGES, "https://example.org/guide/")
    assert html.splitlines()[3:] == [
        "<h2>장</h2>",
        "<ul>",
        '<li><a href="/guide/01-journey/">01. 흐름</a></li>'
        '<li><a href="/guide/02-bits/">02. 비트</a></li>',
        "</ul>",
        "<h2>찾아보기</h2>",
        "<ul>",
        '<li><a href="/guide/appendix/glossary/">용어집</a></li>',
        "</ul>",
        "</main>",
    ]
    assert lost.STOCK not in html
    assert 'href="/guide/">표지로 가기' in html
