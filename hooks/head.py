"""What a finished page tells browsers and other sites of itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape, unescape

from . import fonts

SITE = "AI 컴퓨팅·시스템 기초"
LOCALES = {"ko": "ko_KR", "en": "en_US"}
_LANGUAGE = re.compile(r'<html lang="(\w+)')
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_DESCRIPTION = re.compile(r'<meta name="description" content="([^"]*)">')
_VIEWPORT = re.compile(r'<meta name="viewport"[^>]*>')


@dataclass(frozen=True)
class Head:
    """What a page calls itself.

    Attributes:
        path: In the site, such as ``05-bottlenecks/index.html``.
        title: Without the name of the site, except on the cover.
    """

    path: str
    title: str
    description: str
    language: str = "ko"

    @property
    def up(self) -> str:
        """From the page to the root of the site."""
        return "../" * self.path.count("/")

    @property
    def url(self) -> str:
        """From the root of the site to the page."""
        return self.path.removesuffix("index.html")

    @property
    def card(self) -> str:
        """Where the picture is that others show beside a link to the page."""
        name = self.url.strip("/").replace("/", "-") or "cover"
        return f"assets/cards/{name}.png"


def read(path: str, html: str) -> Head:
    """What the page says already."""
    title, description = _TITLE.search(html), _DESCRIPTION.search(html)
    return Head(
        path,
        unescape(title[1]).strip().removesuffix(f" - {SITE}") if title else SITE,
        unescape(description[1]) if description else "",
        language[1] if (language := _LANGUAGE.search(html)) else "ko",
    )


def told(html: str, head: Head, address: str) -> str:
    """The page with its font asked for early, and what other sites show of it.

    Args:
        html: The page.
        head: What it calls itself.
        address: Of the site, with a slash at the end.
    """
    lines = [
        f'<link rel="preload" href="{head.up}{fonts.SITE_PATH}" as="font" type="font/woff2" '
        "crossorigin>",
        '<meta name="referrer" content="same-origin">',
        *(_property(name, value) for name, value in _social(head, address).items()),
        '<meta name="twitter:card" content="summary_large_image">',
    ]
    more = "".join(f"\n      {line}" for line in lines)
    return _VIEWPORT.sub(lambda found: found[0] + more, html, count=1)


def _social(head: Head, address: str) -> dict[str, str]:
    return {
        "og:type": "article" if head.url else "website",
        "og:site_name": SITE,
        "og:locale": LOCALES.get(head.language, head.language),
        "og:title": head.title,
        "og:description": head.description,
        "og:url": address + head.url,
        "og:image": address + head.card,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": f"{head.title} — {SITE}" if head.url else SITE,
    }


def _property(name: str, value: str) -> str:
    return f'<meta property="{name}" content="{escape(value)}">'
