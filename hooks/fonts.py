"""The site's own Korean font: Noto Sans CJK KR, cut down to the characters the site uses.

One variable file holds every weight from regular to bold, so headings are drawn and not smeared.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import importlib.util
import string
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import whole_file

if TYPE_CHECKING:
    from collections.abc import Iterable

PACKAGE = "manimgx-fonts-cjk"
SITE_PATH = "assets/fonts/noto-sans-kr.woff2"

_WEIGHTS = (400, 700)
# Text the theme and the browser side write, and signs an author may reach for in the next edit.
_ALWAYS = string.printable.strip() + "·…–—‘’“”「」×÷±≈≤≥≠→←↔↑↓⇒°µ²³₩•●○■□▲△▶▷▼▽✓"


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
    from .font_cut import member  # noqa: PLC0415

    return member(source())


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
    from .font_cut import cut  # noqa: PLC0415  most builds find theirs and need not load it

    made = cut(wanted, path, _WEIGHTS)
    whole_file.write(kept, made)
    return made


def _folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"{package} is not installed: pip install -r requirements.txt")
    return Path(spec.submodule_search_locations[0])


def _key(wanted: frozenset[str], path: Path) -> str:
    version = importlib.metadata.version("fonttools")
    parts = ("".join(sorted(wanted)), _digest(path), version, str(_WEIGHTS))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


@functools.cache
def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
