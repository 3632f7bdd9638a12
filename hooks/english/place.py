"""Where the English part stands in the site: addresses, languages, sitemaps.

Its base is its own folder. So it has a search of its own, and going from one language to the other
loads a page from the start, with its labels and its language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from . import FOLDER, is_english, twin

NAMES = {"ko": "한국어", "en": "English"}
BASE = re.compile(r'("base":\s*")([./]+)(")')
ALTERNATES = re.compile(r'\s*<link\b(?=[^>]*\brel="alternate")(?=[^>]*\bhreflang=)[^>]*>')
SWITCH = re.compile(r'(<a\b[^>]*\bhreflang="(ko|en)")')
ENTRY = re.compile(r"\s*<url>\s*<loc>([^<]*)</loc>.*?</url>", re.DOTALL)


def switch(url: str, addresses: Iterable[str]) -> list[dict[str, str]]:
    """Material's ``extra.alternate``: the same page in both languages, or the English cover."""
    known = set(addresses)
    if FOLDER not in known:
        return []
    korean, english = (twin(url), url) if is_english(url) else (url, twin(url))
    if english not in known:
        english = FOLDER
    return [
        {"name": NAMES["ko"], "link": korean or ".", "lang": "ko"},
        {"name": NAMES["en"], "link": english, "lang": "en"},
    ]


def mend(html: str, url: str, site_url: str, translated: bool) -> str:
    """Give a page the addresses of its languages, and an English one its own base."""
    head, end, body = html.partition("</head>")
    html = SWITCH.sub(r'\1 lang="\2"', ALTERNATES.sub("", head) + end + body)
    if translated:
        korean = url.removeprefix(FOLDER)
        # The blank after `alternate`: the theme would ask for a sitemap below each of these pages.
        links = "".join(
            f'<link rel="alternate " href="{site_url}{path}" hreflang="{language}">'
            for language, path in (("ko", korean), ("en", FOLDER + korean), ("x-default", korean))
        )
        html = html.replace("</head>", f"{links}</head>", 1)
    return BASE.sub(_nearer, html, count=1) if is_english(url) else html


def _nearer(base: re.Match[str]) -> str:
    up = base[2].count("..") - 1
    return base[1] + ("/".join([".."] * up) or ".") + base[3]


def sitemap(xml: str, english: bool, site_url: str) -> str:
    """The part of the sitemap that belongs to one language."""
    beginning = site_url + FOLDER
    return ENTRY.sub(lambda one: one[0] if one[1].startswith(beginning) == english else "", xml)
