"""Text as outlines of the site's font: a picture needs no font to be drawn from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen

from . import fonts


@dataclass
class Type:
    """The font at one weight.

    Attributes:
        weight: 400 to 700.
    """

    weight: int
    _font: Any = field(default_factory=fonts.korean)

    def __post_init__(self) -> None:
        self._glyphs = self._font.getGlyphSet(location={"wght": self.weight})
        self._names = self._font.getBestCmap()
        self._em = self._font["head"].unitsPerEm

    def width(self, text: str, size: float) -> float:
        """How wide a line is, in pixels."""
        wide: float = sum(self._glyph(sign).width for sign in text) * size / self._em
        return wide

    def path(self, text: str, x: float, y: float, size: float) -> str:
        """The ``d`` of a path: one line of text, its baseline at ``y``."""
        pen, scale = SVGPathPen(self._glyphs, ntos=_short), size / self._em
        for sign in text:
            glyph = self._glyph(sign)
            glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, x, y)))
            x += glyph.width * scale
        drawn: str = pen.getCommands()
        return drawn

    def lines(self, text: str, size: float, width: float, most: int) -> list[str]:
        """The text in lines that break between words; what is too much ends in an ellipsis."""
        lines = list(self._broken(text, size, width))
        if len(lines) <= most:
            return lines
        last = lines[most - 1]
        while self.width(f"{last}…", size) > width:
            last = last[:-1].rstrip()
        return [*lines[: most - 1], f"{last}…"]

    def _broken(self, text: str, size: float, width: float) -> Iterator[str]:
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and self.width(longer, size) > width:
                yield line
                line = word
            else:
                line = longer
        if line:
            yield line

    def _glyph(self, sign: str) -> Any:
        return self._glyphs[self._names.get(ord(sign), ".notdef")]


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
