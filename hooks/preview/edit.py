"""One edited page within a build that was made before: what is wrong, and whom else it concerns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from snippets.evidence.problem import GuideError

from .. import answers
from ..build import Build
from ..plan import plan
from ..reading.journey import COVER
from ..source import Source

FORMULAS = "formulas"
"""A fence that lists where the site shows each formula."""


@dataclass(frozen=True)
class Reach:
    """What an edit changes beside the page itself.

    Attributes:
        pages: Pages that show something of it.
        taken: Experiments that no page has used so far: the page waits for their records.
        title: Whether the page has another name, which every page's list shows.
        journey: Whether the cover's map changed, of which every chapter shows a strip.
    """

    pages: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    title: bool = False
    journey: bool = False

    @property
    def whole(self) -> bool:
        """Whether all pages have to be built."""
        return bool(self.taken) or self.title or self.journey

    def joined(self, title: bool) -> Reach:
        """The same, once the page has been rendered."""
        return replace(self, title=title)


def edit(build: Build, name: str, body: str, offset: int) -> tuple[list[GuideError], Reach]:
    """Put a page's new text into the build, and check that page as a whole build would.

    Args:
        build: The build that made the site.
        name: The page's Markdown, below ``docs``.
        body: Its text without front matter, lines with LF line ends.
        offset: Lines that stand before the body in the file.
    """
    old, before = build.sources[name], build.bodies[name][0]
    build.problems = []
    build.add_pages({name: (body, offset)})
    new = build.sources[name]
    planned = plan([new], build.known)
    build.problems += planned.problems
    build.check(new)
    fences = [
        *((answers.FENCE,) if answers.questions(before)[1] != answers.questions(body)[1] else ()),
        *((FORMULAS,) if _bodies(old, "formula") != _bodies(new, "formula") else ()),
    ]
    reach = Reach(
        pages=tuple(_with(build, fences, name)),
        taken=tuple(one for one in planned.first_use if one not in build.evidence.standings),
        journey=name == COVER and _bodies(old, "mermaid") != _bodies(new, "mermaid"),
    )
    return build.problems, reach


def _with(build: Build, fences: list[str], name: str) -> Iterator[str]:
    """Other pages with such a fence; what they gather is gathered anew."""
    for other, (body, offset) in build.bodies.items():
        if other != name and _asks(body, fences):
            build.add_pages({other: (body, offset)})
            yield other


def _asks(body: str, fences: list[str]) -> bool:
    return any(f"\n```{fence}" in f"\n{body}" for fence in fences)


def _bodies(page: Source, language: str) -> list[str]:
    return [fence.body for fence in page.fences_of(language)]
