"""What a build puts into the site beside its pages."""

from __future__ import annotations

from collections.abc import Sequence
from html import unescape
from pathlib import Path

from . import calculators, dateless, english, finish, fonts, kept, licences, scripts, vendor
from .build import Build
from .chapters import Chapters
from .charts import csv_file
from .device import kernel
from .diagrams import mermaid
from .history import feed, page
from .ledger import ledger
from .profiles import sheet
from .search import index as search


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


def complete(site: Path, cache: Path, address: str, preview: bool) -> None:
    """Add to the finished pages what only all of them together show."""
    licences.leave_out(site)
    finish.finish(site, address, cache, preview)
    add_fonts(site, cache)
    dateless.pack_sitemap(site)


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


def add_fonts(site: Path, cache: Path) -> None:
    """Cut the font to the characters that the finished pages show."""
    shown = [
        *site.rglob("*.html"),
        *site.glob("assets/**/*.mjs"),
        *site.glob("data/*.mjs"),
        *site.glob("assets/profiles/*.json"),
    ]
    texts = [unescape(file.read_text(encoding="utf-8")) for file in sorted(shown)]  # &para; is ¶
    path = site / fonts.SITE_PATH
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(fonts.woff2([*texts, fonts.theme_words()], cache / "fonts"))


def add_search(site: Path, build: Build) -> None:
    """Put our index in the place of the theme's; the English pages have their own."""
    parts = english.parted(build.searched)
    for folder, pages in parts.items():
        path = site / folder / search.PATH
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_index(pages, build, folder), encoding="utf-8")
    if english.FOLDER in parts:
        (site / english.FOLDER / "sitemap.xml").write_text(build.sitemap, encoding="utf-8")


def _index(pages: Sequence[search.Page], build: Build, folder: str) -> str:
    """The search of some pages; those of the build before, as long as none of them changed."""
    glossary, chapters = build.known.glossary, Chapters.at(build.root)
    parts = (part for page in pages for part in (page.url, page.title, page.html))
    return kept.text(
        build.cache / "search" / (folder or "ko"),
        (repr(glossary.terms), repr(chapters), *parts),
        lambda: search.index(pages, glossary, chapters),
    )
