"""How long a reader waits for the next paint while a diagram plays, on a slowed-down CPU.

``python -m benchmarks.inp`` opens chapter 01 in the machine's Chromium with a quarter of its speed,
plays the first diagram, and does what a reader can do meanwhile, again and again. The browser's
own Event Timing gives the time from the input to the paint after it, in steps of 8 ms. The result
is a table on standard output; the worst of all is the INP, and it should stay under 200 ms.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright

from tools import chromium
from tools.site import serving

CHAPTER = "01-request-journey/"
PLAYING_MS = 800
"""How long it has been playing when the reader acts."""

OBSERVE = """() => {
  window.waits = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.interactionId) waits.push(one.duration);
  }).observe({type: 'event', durationThreshold: 16});
}"""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))"
"""Event Timing tells of a paint a little after it."""


def actions(player: Locator) -> dict[str, Callable[[], None]]:
    """What a reader can do while it plays."""

    def button(name: str) -> Locator:
        return player.locator(f"[data-do={name}]")

    return {
        "멈춤": lambda: button("play").click(),
        "한 칸 앞으로": lambda: button("on").click(),
        "처음으로": lambda: button("first").click(),
        "막대 끝으로": lambda: player.get_by_role("slider").press("End"),
        "막대 한 칸": lambda: player.get_by_role("slider").press("ArrowRight"),
        "크게 보기": lambda: button("large").click(),
    }


def waits(page: Page, act: Callable[[], None]) -> float:
    """Play, act, and tell how long the longest of the interactions waited, in ms.

    What is shorter than Event Timing tells of counts as 16.
    """
    page.evaluate("waits.length = 0")
    page.locator(".player [data-do=play]").first.click()
    page.wait_for_timeout(PLAYING_MS)
    act()
    page.evaluate(SETTLED)
    found: list[float] = page.evaluate("waits")
    page.keyboard.press("Escape")  # out of the dialog
    page.locator(".player [data-do=first]").first.click()
    page.evaluate(SETTLED)
    return max(found, default=16.0)


def main() -> None:
    """Print a line for each action, and the worst of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=float, default=4, help="how many times slower a CPU")
    parser.add_argument("--times", type=int, default=5)
    given = parser.parse_args()
    browser, _ = chromium.ensure()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "site") as address,
        sync_playwright() as playwright,
    ):
        started = playwright.chromium.launch(executable_path=browser.path, args=chromium.ARGUMENTS)
        page = started.new_page(viewport={"width": 390, "height": 844})
        page.goto(address + CHAPTER)
        page.locator("figure[data-replay]").first.scroll_into_view_if_needed()
        player = page.locator(".player").first
        player.wait_for(timeout=60_000)
        page.evaluate(OBSERVE)
        slow = page.context.new_cdp_session(page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": given.slower})
        worst = 0.0
        print(f"{browser.version}, CPU ×1/{given.slower:g}, 390 × 844")
        for name, act in actions(player).items():
            found = [waits(page, act) for _ in range(given.times)]
            worst = max(worst, *found)
            print(f"{name}\t중앙값 {statistics.median(found):.0f} ms\t최악 {max(found):.0f} ms")
        print(f"INP\t{worst:.0f} ms")
        started.close()


if __name__ == "__main__":
    main()
