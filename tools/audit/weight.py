"""What crosses the wire when a page is first opened, up to where a reader begins to scroll."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from ..chromium import ARGUMENTS, Chromium

LATE = ("/assets/vendor/mermaid",)
"""Comes with the first diagram that is near, and is no part of the first view."""


def first_view(addresses: list[str], chromium: Chromium) -> dict[str, int]:
    """Address → bytes transferred, without the diagrams' library; a fresh reader for each."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.path, args=ARGUMENTS)
        weights = {}
        for address in addresses:
            page = browser.new_page(viewport={"width": 390, "height": 844})
            client = page.context.new_cdp_session(page)
            client.send("Network.enable")
            late: set[str] = set()
            sizes: dict[str, float] = {}
            client.on(
                "Network.requestWillBeSent",
                lambda seen, late=late: (
                    late.add(seen["requestId"])
                    if any(one in seen["request"]["url"] for one in LATE)
                    else None
                ),
            )
            client.on(
                "Network.loadingFinished",
                lambda seen, sizes=sizes: sizes.update(
                    {seen["requestId"]: seen["encodedDataLength"]}
                ),
            )
            page.goto(address, wait_until="networkidle")
            weights[address] = round(sum(n for one, n in sizes.items() if one not in late))
            page.close()
        browser.close()
    return weights


def size(site: Path) -> int:
    """Bytes of the whole site."""
    return sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
