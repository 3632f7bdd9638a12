"""What a build puts into the site beside its pages."""

from __future__ import annotations

import re
from pathlib import Path

from . import calculators, fonts, scripts, theme, typography, vendor
from .build import Build
from .charts import csv_file
from .device import kernel
from .diagrams import mermaid
from .history import feed, page
from .ledger import ledger
from .profiles import picker, sheet

LINK = re.compile(r'href="/(?=(?:code|data|appendix|labs|\d\d-[^/"]+)/|feed\.xml")')
"""Start of an address below the site's root, as fences write it."""


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
        **_of_others(build),
        kernel.SITE_PATH: kernel.kernel(),
        **vendor.files(mermaid.library(), fonts.licence()),
    }


def mend(html: str, path: str) -> str:
    """Mend a finished page: mermaid2's import, the theme, our links, breaks before a middle dot.

    MkDocs makes the links of Markdown relative, but not those in a fence's HTML.
    """
    up = "../" * path.count("/")
    html = LINK.sub(f'href="{up}', html)
    return typography.hold_middle_dots(theme.name_search(vendor.fix_root_import(html)))


def _of_others(build: Build) -> dict[str, str | bytes | Path]:
    """Of every other machine: its sheet, and the records behind it."""
    sources = tuple(build.sources.values())
    return {
        **{sheet.path(one): sheet.sheet(one, sources, build.known) for one in build.others},
        **{
            sheet.data(one, name): record.to_json()
            for one in build.others
            for name, record in one.evidence.records.items()
        },
    }


def news(build: Build, site: str, name: str) -> dict[str, str | bytes | Path]:
    """The histories and the feed of what changed, where a page shows them too."""
    if page.SOURCE not in build.sources:
        return {}
    files = {page.data(past.listing.id): past.file for past in build.pasts}
    return {feed.PATH: feed.feed(build.pasts, site, name), **files}


def announce(build: Build, html: str, path: str) -> str:
    """Name the feed in a finished page, and offer the machines there are."""
    up = "../" * path.count("/")
    if page.SOURCE in build.sources:
        html = html.replace("</head>", f"{feed.link(up)}</head>", 1)
    return picker.offer(html, build.machine, build.others, up)


def add_fonts(site: Path, cache: Path) -> None:
    """Cut the font to the characters that the finished pages show."""
    shown = [
        *site.rglob("*.html"),
        *site.glob("assets/**/*.mjs"),
        *site.glob("data/*.mjs"),
        *site.glob("assets/profiles/*.json"),
    ]
    texts = [file.read_text(encoding="utf-8") for file in sorted(shown)]
    path = site / fonts.SITE_PATH
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(fonts.woff2([*texts, fonts.theme_words()], cache / "fonts"))
