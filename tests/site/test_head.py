"""What a page says of itself to others."""

from __future__ import annotations

from hooks import head
from hooks.head import Head

PAGE = """<meta name="viewport" content="width=device-width">
      <meta name="description" content="무엇이 &#34;느린지&#34; 잽니다.">
<title>05. 병목 - AI 컴퓨팅·시스템 기초</title>"""
READ = Head("05-bottlenecks/index.html", "05. 병목", '무엇이 "느린지" 잽니다.')


def test_a_page_is_read() -> None:
    assert head.read("05-bottlenecks/index.html", PAGE) == READ
    assert (READ.up, READ.url, READ.card) == (
        "../",
        "05-bottlenecks/",
        "assets/cards/05-bottlenecks.png",
    )


def test_the_cover_has_a_card_of_its_own_and_the_name_of_the_site() -> None:
    cover = head.read("index.html", "<title>AI 컴퓨팅·시스템 기초</title>")
    assert cover == Head("index.html", "AI 컴퓨팅·시스템 기초", "")
    assert (cover.up, cover.url, cover.card) == ("", "", "assets/cards/cover.png")


def test_the_language_is_the_page_s_own() -> None:
    english = head.read("en/index.html", '<html lang="en" class="no-js"><title>Map</title>')
    assert english == Head("en/index.html", "Map", "", "en")
    told = head.told(f"{english}{PAGE}", english, "/")
    assert '<meta property="og:locale" content="en_US">' in told


def test_the_head_asks_for_the_font_and_shows_the_page_to_others() -> None:
    told = head.told(PAGE, READ, "https://example.org/guide/")
    assert told.splitlines()[1:16] == [
        '      <link rel="preload" href="../assets/fonts/noto-sans-kr.woff2" as="font" '
        'type="font/woff2" crossorigin>',
        '      <meta name="referrer" content="same-origin">',
        '      <meta property="og:type" content="article">',
        '      <meta property="og:site_name" content="AI 컴퓨팅·시스템 기초">',
        '      <meta property="og:locale" content="ko_KR">',
        '      <meta property="og:title" content="05. 병목">',
        '      <meta property="og:description" content="무엇이 &quot;느린지&quot; 잽니다.">',
        '      <meta property="og:url" content="https://example.org/guide/05-bottlenecks/">',
        '      <meta property="og:image" '
        'content="https://example.org/guide/assets/cards/05-bottlenecks.png">',
        '      <meta property="og:image:width" content="1200">',
        '      <meta property="og:image:height" content="630">',
        '      <meta property="og:image:alt" content="05. 병목 — AI 컴퓨팅·시스템 기초">',
        '      <meta name="twitter:card" content="summary_large_image">',
        '      <meta name="description" content="무엇이 &#34;느린지&#34; 잽니다.">',
        "<title>05. 병목 - AI 컴퓨팅·시스템 기초</title>",
    ]
