"""What a build puts into the site beside its pages."""

from __future__ import annotations

from pathlib import Path

from . import fonts, typography, vendor
from .diagrams import mermaid
from .evidence import Evidence


def files(evidence: Evidence) -> dict[str, str | bytes | Path]:
    """Site path → content, or the file to copy: records for download, and third-party files."""
    return {
        **{f"data/{name}.json": record.to_json() for name, record in evidence.records.items()},
        **vendor.files(mermaid.library(), fonts.licence()),
    }


def mend(html: str) -> str:
    """Mend a finished page: mermaid2's import, and line breaks before a middle dot."""
    return typography.hold_middle_dots(vendor.fix_root_import(html))


def add_fonts(site: Path, cache: Path) -> None:
    """Cut the font to the characters that the finished pages show."""
    shown = [*site.rglob("*.html"), *site.glob("assets/*.mjs")]
    texts = [file.read_text(encoding="utf-8") for file in sorted(shown)]
    path = site / fonts.SITE_PATH
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(fonts.woff2([*texts, fonts.theme_words()], cache / "fonts"))
