"""The signs before some headings: an icon of the style sheet, where authors write an emoji.

Not every machine has a font with these characters, and an empty box says nothing. The outline
and the search get the words alone. A heading keeps the address that it had with the emoji.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.toc import unique
from markdown.treeprocessors import Treeprocessor

SIGNS = {"🔬": "evidence", "⚠": "caution", "🔎": "limits", "✍": "questions"}
_SIGN = re.compile(f"([{''.join(SIGNS)}])\N{VARIATION SELECTOR-16}? +")


class HeadingSigns(Extension):
    """Replaces the emoji at the start of a heading."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  the library's name
        """Called for every page; before the outline is made (5), once there are elements (20)."""
        md.treeprocessors.register(_Signs(md), "guide-heading-signs", 8)


class _Signs(Treeprocessor):
    def run(self, root: Element) -> None:
        """Called with the finished tree of the page."""
        used = {one.get("id", "") for one in root.iter()}
        for heading in root.iter():
            found = _SIGN.match(heading.text or "") if heading.tag in ("h2", "h3") else None
            if found:
                heading.set("id", unique(self._address(heading), used))
                _replace(heading, found)

    def _address(self, heading: Element) -> str:
        outline: Any = self.md.treeprocessors["toc"]
        address: str = outline.slugify("".join(heading.itertext()), outline.sep)
        return address


def _replace(heading: Element, found: re.Match[str]) -> None:
    sign = Element("span", {"class": f"sign sign-{SIGNS[found[1]]}", "aria-hidden": "true"})
    sign.tail = (heading.text or "")[found.end() :]
    heading.text = None
    heading.insert(0, sign)
