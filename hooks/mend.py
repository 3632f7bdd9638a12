"""A finished page: what only the whole of it shows, and what the theme leaves to be mended."""

from __future__ import annotations

import re
from typing import Any

from . import edition, english, paper_notes, phone_tables, theme, typography
from .build import Build
from .english.page import English
from .english.words import script_words, words
from .history import feed
from .history.page import SOURCE
from .profiles import picker

LINK = re.compile(r'href="/(?=(?:code|data|appendix|labs|\d\d-[^/"]+)/|feed\.xml")')
"""Start of an address below the site's root, as fences write it."""


def page(build: Build, html: str, path: str) -> str:
    """Mend a finished page, which lies at ``path`` in the site."""
    html = mended(html, path, build.edition)
    html = announce(build, html, path)
    return in_language(build, html, path)


def mended(html: str, path: str, stamp: str = "") -> str:
    """The theme, our links, tables, breaks before a middle dot; ``stamp`` is the edition.

    MkDocs makes the links of Markdown relative, but not those in a fence's HTML.
    """
    up = "../" * path.count("/")
    html = LINK.sub(f'href="{up}', html)
    html = phone_tables.mark(theme.mended(edition.tell(html, stamp)))
    html = paper_notes.number(phone_tables.wrap(html))
    return typography.hold_middle_dots(html)


def template(output: str) -> str:
    """Mend what the theme makes from no page: 404, and the sitemap.

    The sitemap says when each page last changed, and takes the day of the build for it. No date
    is better than one that is always today.
    """
    return theme.mended(re.sub(r"\s*<lastmod>[^<]*</lastmod>", "", output))


def announce(build: Build, html: str, path: str) -> str:
    """Name the feed in a finished page, and offer the machines there are."""
    up = "../" * path.count("/")
    if SOURCE in build.sources:
        html = html.replace("</head>", f"{feed.link(up)}</head>", 1)
    return picker.offer(html, build.machine, build.others, up)


def in_language(build: Build, html: str, path: str) -> str:
    """The page in English from its first to its last word, if it is to be English."""
    if not english.is_english(path):
        return html
    made = English(words())
    given = script_words().replace("&", "&amp;").replace("'", "&#39;")
    html = made.page(html).replace("<html ", f"<html data-words='{given}' ", 1)
    for text in made.left:  # a fresh measurement may bring words that nobody has met
        build.say(f"{path}: 영어로 옮길 말 (hooks/english/words.yaml): {text}")
    return html


def silence(listeners: list[Any], plugin: Any) -> None:
    """Take one plugin out of those that an event calls.

    mermaid2 reads every finished page into a tree, and writes it anew, to add a script that starts
    its library. Ours starts without: each drawing carries mermaid2's configuration. That saves half
    of the time a build takes from records, and lets the site's policy do without that script.
    """
    listeners[:] = [one for one in listeners if getattr(one, "__self__", None) is not plugin]
