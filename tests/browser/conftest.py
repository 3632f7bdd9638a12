"""One browser and one site for all browser tests; a reader of its own for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tools import chromium
from tools.site import NotBuilt, serving

from .visit import Visit, context, wait_for_function

Open = Callable[..., Visit]


# Playwright keeps an event loop in this thread: it must be gone before other tests start one.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The machine's Chromium; never skipped, because a skipped test finds nothing."""
    found = chromium.find()
    if found is None:
        pytest.fail(
            "Chromium이 없습니다. make test, 또는 python -m tools 가 설치합니다.", pytrace=False
        )
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found.path, args=chromium.ARGUMENTS)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Page, "wait_for_function", wait_for_function)
            yield started
        started.close()


@pytest.fixture(scope="package")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the finished site lies."""
    return tmp_path_factory.mktemp("browser") / "site"


@pytest.fixture(scope="package")
def site(site_folder: Path) -> Iterator[str]:
    """The address of the site."""
    try:
        with serving(site_folder) as address:
            yield address
    except NotBuilt as error:
        pytest.fail(f"사이트를 만들지 못했습니다.\n{error}", pytrace=False)


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Open]:
    """Open a page as some reader: ``visit(path, screen=, scheme=, motion=, scripts=)``.

    Whatever a test looks at, it fails when something went wrong in one of its pages.
    """
    visits: list[Visit] = []

    def open_(path: str, **reader: Any) -> Visit:
        made = Visit(context(browser, **reader).new_page(), site)
        visits.append(made)
        made.go(path)
        return made

    yield open_
    for made in visits:
        made.page.context.close()
    wrong = [line for made in visits for line in made.wrong]
    assert wrong == [], "\n".join(wrong)
