"""What a build puts into the site beside its pages."""

from __future__ import annotations

import re
from pathlib import Path

from . import calculators, fonts, paper_notes, phone_tables, scripts, theme, typography, vendor
from .build import Build
from .charts import csv_file
from .device import kernel
from .diagrams import mermaid
from .ledger import ledger


def files(build: Build) -> dict[str, str | bytes | Path]:
    """Site path → content, or the file to copy: records, the code that ran, others' files."""
    experiments, evidence = build.known.experiments, build.evidence
    return {
        "data/ledger.json": ledger(experiments, evidence).to_json(),
        **csv_file.files(build.charts(), evidence),
        **{f"code/{one.path}": build.root / one.path for one in experiments.values()},
        **{f"code/{one.path}": one.source for one in build.known.formulas.values()},
        calculators.MODULE: scripts.small(calculators.module(evidence.calculators)),
        **scripts.files(build.root / "docs"),
        **{f"data/{name}.json": record.to_json() for name, record in evidence.records.items()},
        kernel.SITE_PATH: kernel.kernel(),
        **vendor.files(mermaid.library(), fonts.licence()),
    }


def mend(html: str, path: str) -> str:
    """Mend a finished page: mermaid2's import, the theme, our links, tables, middle dots.

    MkDocs makes the links of Markdown relative, but not those in a fence's HTML.
    """
    up = "../" * path.count("/")
    html = re.sub(r'href="/(?=(?:code|data|appendix|labs|\d\d-[^/"]+)/)', f'href="{up}', html)
    html = theme.name_search(vendor.fix_root_import(html))
    html = theme.mark_english(theme.reach_menu(html))
    html = paper_notes.number(phone_tables.mark(html))
    return typography.hold_middle_dots(html)


def add_fonts(site: Path, cache: Path) -> None:
    """Cut the font to the characters that the finished pages show."""
    shown = [*site.rglob("*.html"), *site.glob("assets/**/*.mjs"), *site.glob("data/*.mjs")]
    texts = [file.read_text(encoding="utf-8") for file in sorted(shown)]
    path = site / fonts.SITE_PATH
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(fonts.woff2([*texts, fonts.theme_words()], cache / "fonts"))
