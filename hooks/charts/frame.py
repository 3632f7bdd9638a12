"""The widths that a chart is drawn for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Frame:
    """A width to draw for; the page shows the one that fits.

    Attributes:
        slack: What the plot gains, once it is known how much room the labels really took.
    """

    name: str
    width: int
    height: int
    font: int
    slack: float = 0


FRAMES = (Frame("wide", 640, 300, 14), Frame("narrow", 340, 240, 13))
