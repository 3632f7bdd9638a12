"""The making of the site's font; ``hooks.fonts`` asks for it where no cut is kept."""

from __future__ import annotations

import io
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont
from fontTools.varLib import instancer

_FAMILY = "Noto Sans CJK KR"
# Vertical writing, and signatures that a changed font breaks.
_UNUSED_TABLES = ["BASE", "DSIG", "VORG", "VVAR", "vhea", "vmtx"]


def cut(wanted: frozenset[str], path: Path, weights: tuple[int, int]) -> bytes:
    """Return the font with the wanted characters, between two weights."""
    # The limits are set on a saved font: fontTools cannot limit one that was just cut in memory.
    font = TTFont(io.BytesIO(_save(_subset(wanted, path))), recalcTimestamp=False)
    limited = instancer.instantiateVariableFont(font, {"wght": weights})
    limited.flavor = "woff2"
    return _save(limited)


def _subset(wanted: frozenset[str], path: Path) -> TTFont:
    options = subset.Options(
        layout_features=["ccmp", "kern", "locl"],
        hinting=False,
        name_IDs=[0, 1, 2, 3, 5, 6, 7, 13, 14],
    )
    options.drop_tables += _UNUSED_TABLES
    font = member(path)
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(wanted))
    cutter.subset(font)
    return font


def member(path: Path) -> TTFont:
    """Return the Korean member: the others prefer Chinese and Japanese forms of the same signs."""
    with TTCollection(path, lazy=True) as collection:
        names = [font["name"].getDebugName(1) or "" for font in collection.fonts]
    number = next(i for i, name in enumerate(names) if name.startswith(_FAMILY))
    # The file's own time stays: two cuts of one font are the same bytes.
    return TTFont(path, fontNumber=number, recalcTimestamp=False)


def _save(font: TTFont) -> bytes:
    buffer = io.BytesIO()
    font.save(buffer, reorderTables=False)
    return buffer.getvalue()
