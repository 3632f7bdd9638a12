"""The site's own Korean font: Noto Sans CJK KR, cut down to the characters the site uses.

One variable file holds every weight from regular to bold, so headings are drawn and not smeared.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import importlib.util
import io
import string
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fontTools import subset, version
from fontTools.ttLib import TTCollection, TTFont
from fontTools.varLib import instancer

from . import whole_file

if TYPE_CHECKING:
    from collections.abc import Iterable

PACKAGE = "manimgx-fonts-cjk"
SITE_PATH = "assets/fonts/noto-sans-kr.woff2"

_FAMILY = "Noto Sans CJK KR"
_WEIGHTS = (400, 700)
# Text the theme and the browser side write, and signs an author may reach for in the next edit.
_ALWAYS = string.printable.strip() + "·…–—‘’“”「」×÷±≈≤≥≠→←↔↑↓⇒°µ²³₩•●○■□▲△▶▷▼▽✓"
# Vertical writing, and signatures that a changed font breaks.
_UNUSED_TABLES = ["BASE", "DSIG", "VORG", "VVAR", "vhea", "vmtx"]


def source() -> Path:
    """Return the collection that the package installed."""
    return _folder("manimgx_fonts_cjk") / "NotoSansCJK-VF.otf.ttc"


def licence() -> str:
    """Return the font's licence, which travels with every copy of the font."""
    for file in importlib.metadata.files(PACKAGE) or ():
        if file.name == "LICENSE":
            return file.read_text(encoding="utf-8")
    raise FileNotFoundError(f"{PACKAGE}: LICENSE")


def theme_words() -> str:
    """Return what Material for MkDocs writes on a Korean page by itself."""
    words = _folder("material") / "templates/partials/languages/ko.html"
    return words.read_text(encoding="utf-8")


def korean() -> Any:
    """Return the whole Korean font, read as it is needed."""
    return _member(source())


def characters(texts: Iterable[str]) -> frozenset[str]:
    """Return the characters of the texts, with those every page may need."""
    return frozenset().union(_ALWAYS, *texts)


def woff2(texts: Iterable[str], cache: Path, font: Path | None = None) -> bytes:
    """Return the font cut to the texts, from the cache where the same cut was made before.

    Args:
        texts: Everything the site shows; HTML is fine, tags are ASCII.
        cache: A folder for results, made when missing.
        font: The collection to cut; the installed one when left out.
    """
    path = font or source()
    wanted = characters(texts)
    kept = cache / f"{_key(wanted, path)}.woff2"
    if kept.is_file():
        return kept.read_bytes()
    cut = _cut(wanted, path)
    whole_file.write(kept, cut)
    return cut


def _folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"{package} is not installed: pip install -r requirements.txt")
    return Path(spec.submodule_search_locations[0])


def _key(wanted: frozenset[str], path: Path) -> str:
    parts = ("".join(sorted(wanted)), _digest(path), version, str(_WEIGHTS))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


@functools.cache
def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _cut(wanted: frozenset[str], path: Path) -> bytes:
    # The limits are set on a saved font: fontTools cannot limit one that was just cut in memory.
    font = TTFont(io.BytesIO(_save(_subset(wanted, path))), recalcTimestamp=False)
    limited = instancer.instantiateVariableFont(font, {"wght": _WEIGHTS})
    limited.flavor = "woff2"
    return _save(limited)


def _subset(wanted: frozenset[str], path: Path) -> TTFont:
    options = subset.Options(
        layout_features=["ccmp", "kern", "locl"],
        hinting=False,
        name_IDs=[0, 1, 2, 3, 5, 6, 7, 13, 14],
    )
    options.drop_tables += _UNUSED_TABLES
    font = _member(path)
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(wanted))
    cutter.subset(font)
    return font


def _member(path: Path) -> TTFont:
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
