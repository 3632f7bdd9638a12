"""What a page must not say, must not leave out, and must not write in a way that hides it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from snippets.evidence.problem import GuideError

from . import active, numbers, prose, sections


def check(path: str, body: str, offset: int = 0, cache: Path | None = None) -> Iterator[GuideError]:
    """Everything the lint finds on a page.

    Args:
        path: Name for errors, such as ``docs/01-request-journey.md``.
        body: Markdown without front matter, lines with LF line ends.
        offset: Lines that stand before the body in the file (its front matter).
        cache: Where models of diagrams are kept between builds.
    """
    yield from numbers.check(path, body, offset, cache)
    yield from sections.check(path, body, offset)
    yield from prose.check(path, body, offset)
    yield from active.check(path, body, offset)
