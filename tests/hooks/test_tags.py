"""A page's tags, as a pattern finds them."""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser

import pytest

from hooks import tags

Found = list[tuple[str, dict[str, str]] | str]

PAGES = [
    "글 &lt; 글<br>a < b <3 <a href='../b/#\"가\"' hidden>x &amp; y</A>",
    '<P id="a" data-x="<b>" class=one\n>글<!-- <i> -->뒤</p><input value="" disabled />',
    '<script id="s">if (a<b) "<p>"</script><style>a>b{}</style><svg viewBox="0 0 1 1"/>끝',
    '<a title="&quot;A&quot;" HREF="?a=1&amp;b=2">',
]


class Parser(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: Found = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"/{tag}")


@pytest.mark.parametrize("html", PAGES)
def test_a_pattern_finds_what_a_parser_finds(html: str) -> None:
    found: Found = [
        f"/{tag['name'].lower()}"
        if tag["end"]
        else (tag["name"].lower(), dict(tags.attributes(tag["given"])))
        for _, tag in tags.pieces(html)
        if tag
    ]
    ended = ("/svg", "/input")  # the parser ends what ends itself: `<svg/>`
    assert found == [one for one in Parser(html).found if one not in ended]


def test_texts_stand_between_the_tags_as_they_are_written() -> None:
    html = "가 &lt;<b>나<!-- <i> -->다</b>라<script>a<b></script>마"
    assert [text for text, _ in tags.pieces(html)] == [
        "가 &lt;", "나<!-- <i> -->다", "라", "a<b>", "마"
    ]  # fmt: skip


def test_nothing_of_a_page_is_lost() -> None:
    for html in PAGES:
        joined = "".join(text + (tag[0] if tag else "") for text, tag in tags.pieces(html))
        assert unescape(joined) == unescape(html)
