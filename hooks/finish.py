"""The last touch to the finished site: what can be done only when every page is there."""

from __future__ import annotations

from pathlib import Path

from . import bundle, cards, head, kept, lost, policy, unused_css

LOST = "404.html"


def finish(site: Path, address: str, cache: Path, preview: bool) -> None:
    """Complete the heads of all pages, and put beside them what belongs to no single one.

    Args:
        site: The folder of the finished site.
        address: Of the site, from ``site_url``; may be empty.
        cache: Where pictures are kept between builds.
        preview: Whether ``mkdocs serve`` asks. It adds a script to each page that has no hash,
            so a preview carries no policy.
    """
    address = f"{address.rstrip('/')}/"
    pages = {
        path.relative_to(site).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(site.rglob("*.html"))
    }
    heads = {path: head.read(path, html) for path, html in pages.items() if path != LOST}
    for path, one in heads.items():
        pages[path] = head.told(pages[path], one, address)
        _write(site / one.card, cards.png(one, cache / "cards"))
    if LOST in pages:
        pages[LOST] = lost.helpful(pages[LOST], heads, address)
    if not preview:
        rules = policy.policy(pages.values())
        pages = {path: policy.carried(html, rules) for path, html in pages.items()}
    for path, html in pages.items():
        _write(site / path, html.encode())
    for script in site.glob(bundle.FILES):
        less = bundle.patched(script.read_text(encoding="utf-8"))
        script.write_text(less, encoding="utf-8")
    scripts = [path.read_text(encoding="utf-8") for path in _scripts(site)]
    known = unused_css.classes(pages.values(), scripts)
    for sheet in site.glob(unused_css.FILES):
        sheet.write_text(_used(sheet, known, cache), encoding="utf-8")
    _write(site / "robots.txt", robots(address).encode())


def robots(address: str) -> str:
    """Everything may be read; and where the list of pages is."""
    return f"User-agent: *\nAllow: /\nSitemap: {address}sitemap.xml\n"


def _used(sheet: Path, known: frozenset[str], cache: Path) -> str:
    css = sheet.read_text(encoding="utf-8")
    place = cache / "css" / sheet.name.partition(".")[0]
    return kept.text(place, (css, *sorted(known)), lambda: unused_css.used(css, known))


def _scripts(site: Path) -> list[Path]:
    """Ours, and the one of Material that runs on a page; Mermaid brings its own styles."""
    return [*site.glob(bundle.FILES), *site.glob("assets/**/*.mjs")]


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
