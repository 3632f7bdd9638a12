"""The chapters and appendices as other pages point to them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

CHAPTER = re.compile(r"(\d\d)-[^/]*\.md")
APPENDICES = {"C": "appendix/parallel.md", "D": "appendix/facts.md", "E": "appendix/measuring.md"}
"""Letter of an appendix → its page."""
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Chapters:
    """Chapter, such as ``06`` or ``C`` → its page, for those that are there."""

    pages: dict[str, str] = field(default_factory=dict)

    @classmethod
    def at(cls, root: Path) -> Chapters:
        """Look for the pages of the project at ``root``."""
        docs = root / "docs"
        pages = {file.name[:2]: file.name for file in sorted(docs.glob("[0-9][0-9]-*.md"))}
        more = {name: page for name, page in APPENDICES.items() if (docs / page).is_file()}
        return cls(pages | more)

    def href(self, chapter: str, anchor: str = "") -> str:
        """Address from the site's root, for the HTML of a fence; empty where there is no page."""
        page = self.pages.get(chapter)
        if page is None:
            return ""
        return f"/{page.removesuffix('.md')}/{f'#{anchor}' if anchor else ''}"

    def link(self, chapter: str, anchor: str = "") -> str:
        """``06장`` as HTML: a link where there is such a page."""
        href = self.href(chapter, anchor)
        return f'<a href="{href}">{name(chapter)}</a>' if href else name(chapter)


def name(chapter: str) -> str:
    """``06장``, or ``부록 C``; what is neither stays as it is."""
    if chapter.isdigit():
        return f"{chapter}장"
    return f"부록 {chapter}" if len(chapter) == 1 else chapter
