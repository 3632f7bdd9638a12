"""The site's own JavaScript as it is published: without comments, with short names.

What is read and tested is ``docs/assets``; what a reader's phone downloads is this. There is no
wheel of the minifier for Macs with an M chip: a site built there carries the modules as they are
written, and is right but heavier.
"""

from __future__ import annotations

from pathlib import Path

try:
    import minify  # tdewolff/minify
except ImportError:
    minify = None


def small(source: str) -> str:
    """A module that does the same in fewer bytes."""
    return str(minify.string("application/javascript", source)) if minify else source


def files(docs: Path) -> dict[str, str | bytes | Path]:
    """Every module of ours: path in the site → content."""
    modules = sorted((docs / "assets").rglob("*.mjs"))
    return {
        file.relative_to(docs).as_posix(): small(file.read_text(encoding="utf-8"))
        for file in modules
    }
