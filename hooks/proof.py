"""The finished site, reopened: is everything there that the pages ask for?

A renderer that fails quietly, a plugin that drops a fence, a host that ignores the hooks: each
leaves a page that looks right and lacks something. The count finds it.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from snippets.evidence.problem import GuideError

from . import tags
from .source import Source

MISSING = "빈자리"
CLICK = re.compile(r'^\s*click\s+\S+\s+(?:href\s+)?"([^"]+)"', re.MULTILINE)
"""A node of a drawing that is a link: in the finished page it still stands in Mermaid's words."""

KINDS = {
    "span.figure": "수치",
    "span.fact": "사실",
    "figure.diagram": "그림",
    "div.bars": "막대",
    "figure.chart": "도표",
    "div.claim": "주장",
    "mark.figure-missing": MISSING,
    "div.formula": "식",
    "div.calculator": "계산기",
    "div.device": "기기에서 재기",
}
"""Element on a finished page → what it shows."""


@dataclass
class Page:
    """What a finished page holds."""

    shown: Counter[str] = field(default_factory=Counter)
    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)


def read(site: Path) -> dict[str, Page]:
    """Read every page of a finished site; the key is its path in the site."""
    files = sorted(site.rglob("*.html"))
    return {file.relative_to(site).as_posix(): read_page(file) for file in files}


def read_page(file: Path) -> Page:
    """Read one of them."""
    return _page(file.read_text(encoding="utf-8"))


def _page(html: str) -> Page:
    page = Page()
    drawn = False
    for text, tag in tags.pieces(html):
        if drawn:
            page.links += CLICK.findall(unescape(text))
        if tag is None or not (drawn or tag["given"]):
            continue
        name = tag["name"].lower()
        if tag["end"]:
            drawn &= name != "pre"
            continue
        given = tags.attributes(tag["given"])
        classes = given.get("class", "").split()
        for one in classes:
            if kind := KINDS.get(f"{name}.{one}"):
                page.shown[kind] += 1
        if given.get("id"):
            page.ids.add(given["id"])
        if name == "div":
            drawn = "diagram-source" in classes
        if name == "a" and given.get("href"):
            page.links.append(given["href"])
    return page


def asked(source: Source) -> Counter[str]:
    """What a page's Markdown asks for, by kind."""
    roles = {"figure": "수치", "fact": "사실"}
    fences = {
        "mermaid": "그림",
        "compare": "그림",
        "bars": "막대",
        "figure": "도표",
        "claim": "주장",
        "formula": "식",
        "calculator": "계산기",
        "device": "기기에서 재기",
    }
    return Counter(
        [roles[role.name] for role in source.roles if role.name in roles]
        + [fences[fence.language] for fence in source.fences if fence.language in fences]
    )


def count(source: Source, page: Page) -> Iterator[GuideError]:
    """Say what is missing, or too much, in the page made from ``source``."""
    wanted = asked(source)
    if page.shown[MISSING]:
        yield GuideError(
            source.path,
            1,
            "figure-missing",
            f"만든 페이지에 값이 없는 자리가 {page.shown[MISSING]}개 있습니다",
            "HTML 블록이나 각주 안의 이름이 틀렸는지 보세요",
        )
    for kind in dict.fromkeys(KINDS.values()):
        if kind == MISSING:
            continue
        if wanted[kind] != page.shown[kind]:
            yield GuideError(
                source.path,
                1,
                "page-incomplete",
                f"원고에는 {kind} {wanted[kind]}개가 있는데 "
                f"만든 페이지에는 {page.shown[kind]}개가 있습니다",
                "들여 쓴 블록이나 다른 펜스 안에 있는지 보세요",
            )


def dead_links(site: Path, pages: Mapping[str, Page]) -> Iterator[GuideError]:
    """Links inside the site that lead nowhere: a file that is not there, or an anchor."""
    for path, page in pages.items():
        for link in dict.fromkeys(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or path == "404.html":
                continue  # another site; or the page whose links start at the site's own address
            target, anchor = _target(path, unquote(parts.path)), unquote(parts.fragment)
            known = pages.get(target)
            there = known is not None or (site / target).is_file()
            if not there or (anchor and known and anchor not in known.ids):
                yield _dead(path, link)


def _target(page: str, link: str) -> str:
    if not link:
        return page
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
    return f"{joined}/index.html".removeprefix("./") if link.endswith(("/", ".")) else joined


def _dead(path: str, link: str) -> GuideError:
    return GuideError(
        f"site/{path}", 1, "link-dead", f"갈 곳이 없는 링크입니다: {link}", "주소나 제목을 고치세요"
    )
