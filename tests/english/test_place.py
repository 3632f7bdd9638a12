"""Addresses of the two languages."""

from __future__ import annotations

from hooks import english
from hooks.english import place
from hooks.search.index import Page

ADDRESSES = ("", "01-a/", "02-b/", "en/", "en/01-a/")
SITE = "https://a.example/"
HEAD = (
    '<head><link href="x" rel="alternate" hreflang="ko"/></head>'
    '<a class="s" hreflang="ko">한국어</a>'
    '{"base": "../.."}'
)


def links(url: str) -> list[str]:
    return [one["link"] for one in place.switch(url, ADDRESSES)]


def test_the_switch_leads_to_the_same_page_or_to_the_cover() -> None:
    assert links("") == [".", "en/"]
    assert links("01-a/") == ["01-a/", "en/01-a/"]
    assert links("en/01-a/") == ["01-a/", "en/01-a/"]
    assert links("02-b/") == ["02-b/", "en/"]
    assert place.switch("02-b/", ["", "02-b/"]) == []


def test_an_english_page_names_both_and_has_its_own_base() -> None:
    assert place.mend(HEAD, "en/01-a/", SITE, translated=True) == (
        '<head><link rel="alternate " href="https://a.example/01-a/" hreflang="ko">'
        '<link rel="alternate " href="https://a.example/en/01-a/" hreflang="en">'
        '<link rel="alternate " href="https://a.example/01-a/" hreflang="x-default"></head>'
        '<a class="s" hreflang="ko" lang="ko">한국어</a>{"base": ".."}'
    )


def test_a_page_in_one_language_names_none() -> None:
    assert place.mend(HEAD, "02-b/", SITE, translated=False) == (
        '<head></head><a class="s" hreflang="ko" lang="ko">한국어</a>{"base": "../.."}'
    )


def test_the_sitemap_is_parted() -> None:
    entry = "<url><loc>https://a.example/{}</loc></url>"
    xml = f"<urlset>{entry.format('01-a/')}{entry.format('en/01-a/')}</urlset>"
    assert place.sitemap(xml, english=True, site_url=SITE) == (
        f"<urlset>{entry.format('en/01-a/')}</urlset>"
    )
    assert place.sitemap(xml, english=False, site_url=SITE) == (
        f"<urlset>{entry.format('01-a/')}</urlset>"
    )


def test_pages_are_parted_for_the_search() -> None:
    pages = [Page("01-a/", "가", ""), Page("en/01-a/", "A", "")]
    assert english.parted(pages) == {
        "": [Page("01-a/", "가", "")],
        "en/": [Page("01-a/", "A", "")],
    }
