"""A reader's browser: its screen, its wishes, and all that went wrong while it showed a page."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    Response,
)

DESKTOP = (1280, 800)
PHONE = (390, 844)
UNDRAWN = (
    "figure.diagram:not([data-state=drawn], [data-state=error]), "
    "figure[data-replay]:not([data-state=error], :has(.player))"
)


@dataclass
class Visit:
    """One reader on one page.

    Attributes:
        address: The site's own; nothing may be asked of another.
        wrong: Console errors, exceptions, failed requests and requests to other hosts.
    """

    page: Page
    address: str
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.wrong.append(f"exception: {error}"))
        self.page.on("request", self._request)
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._response)

    def go(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page

    def draw(self) -> int:
        """Bring the first diagram near the screen, wait for all of them; how many there are."""
        figures = self.page.locator("figure.diagram")
        if number := figures.count():
            figures.first.scroll_into_view_if_needed()
            self.page.wait_for_function(f"!document.querySelector('{UNDRAWN}')", timeout=60_000)
        return number

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.wrong.append(f"another host: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the reader went on before it had come
            self.wrong.append(f"failed: {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.wrong.append(f"status {response.status}: {response.url}")


def wait_for_function(
    page: Page, expression: str, *, arg: Any = None, timeout: float = 30_000
) -> None:
    """Playwright's own, for pages with a policy: that one calls ``eval`` in the page."""
    end = time.monotonic() + timeout / 1000
    while not _holds(page, expression, arg):
        if time.monotonic() > end:
            raise TimeoutError(f"{timeout:.0f} ms: {expression}")
        page.wait_for_timeout(20)


def _holds(page: Page, expression: str, arg: Any) -> bool:
    try:
        return bool(page.evaluate(expression, arg))
    except Error as error:
        if "context was destroyed" in error.message:  # the reader went to another page
            return False
        raise


def context(
    browser: Browser,
    screen: tuple[int, int] = DESKTOP,
    scheme: str = "light",
    motion: str = "no-preference",
    scripts: bool = True,
) -> BrowserContext:
    """A reader who has never been here: no cache, no stored choice of scheme."""
    width, height = screen
    made = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion=motion,  # type: ignore[arg-type]
        java_script_enabled=scripts,
        has_touch=screen == PHONE,
        is_mobile=screen == PHONE,
        locale="ko-KR",
    )
    made.set_default_timeout(30_000)
    return made
