"""What scripts weigh, when they come, and that text waits for none of them."""

from __future__ import annotations

import gzip
from pathlib import Path

from .conftest import Open

LIMIT = 30_000
"""Bytes of our own JavaScript, compressed; Mermaid and the theme are not ours."""


def test_our_own_javascript_is_small(site: str, site_folder: Path) -> None:
    assets = site_folder / "assets"
    others = (assets / "vendor", assets / "javascripts", assets / "reading")
    ours = [
        path
        for path in sorted(site_folder.rglob("*.*js"))
        if not any(path.is_relative_to(folder) for folder in others)
        and "search" not in path.relative_to(site_folder).parts
    ]
    sizes = {path.name: len(gzip.compress(path.read_bytes(), mtime=0)) for path in ours}
    assert "diagram.mjs" in sizes
    assert sum(sizes.values()) < LIMIT, sizes


def test_no_script_of_ours_holds_up_the_page(visit: Open) -> None:
    page = visit("01-request-journey/").page
    blocking = page.evaluate(
        "performance.getEntriesByType('resource')"
        ".filter((one) => one.renderBlockingStatus === 'blocking' && /js$/.test(one.name))"
        ".map((one) => one.name)"
    )
    assert blocking == []


def test_mermaid_comes_only_for_a_diagram_that_is_near(visit: Open) -> None:
    opened = visit("appendix/facts/")
    library = "performance.getEntriesByName(new URL('assets/vendor/mermaid.min.js', "
    library += f"'{opened.address}').href).length"
    opened.page.wait_for_load_state("networkidle")
    assert opened.page.evaluate(library) == 0
    opened.go("01-request-journey/")
    opened.draw()
    assert opened.page.evaluate(library) == 1
