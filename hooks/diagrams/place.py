"""Where an error stands: a file and a line in it."""

from __future__ import annotations

from dataclasses import dataclass

from snippets.evidence.problem import GuideError


@dataclass(frozen=True)
class Place:
    """A line of a page. ``Place(page, fence).at(3)`` is the third line inside the fence."""

    path: str
    line: int

    def at(self, offset: int) -> Place:
        """The place ``offset`` lines below; 0, for a part whose line is not known, stays."""
        return Place(self.path, self.line + offset)

    def problem(self, code: str, message: str, hint: str) -> GuideError:
        """An error here."""
        return GuideError(self.path, self.line, code, message, hint)
