"""A chart: the points that one fence shows, and where each comes from."""

from __future__ import annotations

from dataclasses import dataclass

from snippets.evidence.figure import Figure
from snippets.evidence.series import Series

from ..evidence import Standing
from .labels import plain


@dataclass(frozen=True)
class Chart:
    """What one fence shows.

    Attributes:
        series: The points; for a comparison, one for each figure.
        standings: Where each point comes from: one for all, or one a point.
        figures: The figures compared; empty for a series.
        caption: What the page calls it; empty for the series' own words.
    """

    series: Series
    standings: tuple[Standing, ...]
    figures: tuple[Figure, ...] = ()
    caption: str = ""

    @property
    def anchor(self) -> str:
        """Where a link to this chart leads on its page: ``figure-ch01-name``."""
        return "figure-" + self.series.id.replace(".", "-")

    @property
    def data_path(self) -> str:
        """Where its numbers are, in the site."""
        return f"data/{self.series.id}.csv"

    @property
    def title(self) -> str:
        """The caption in words."""
        label, x = self.series.label, self.series.x_label
        return plain(self.caption) or (f"{x}에 따른 {label}" if x else label)
