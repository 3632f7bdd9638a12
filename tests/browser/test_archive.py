"""The site in one file, taken out and read: as files, and behind a server of the reader's own."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from hooks import archive
from tools.audit.server import serving

from .visit import Visit, context


@pytest.fixture(scope="module")
def unpacked(site: str, site_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(site_folder / archive.SITE_PATH) as packed:
        packed.extractall(folder)
    return folder / archive.FOLDER


@pytest.fixture
def served(unpacked: Path) -> Iterator[str]:
    with serving(unpacked) as address:
        yield address


def test_opened_as_files_it_is_read_from_page_to_page(browser: Browser, unpacked: Path) -> None:
    made = context(browser)
    page = made.new_page()
    page.goto((unpacked / "index.html").as_uri())
    page.locator(".chapters ol a").first.click()
    page.wait_for_url("**/01-request-journey/index.html")
    family = "(one) => getComputedStyle(one).fontFamily"
    assert "Guide Sans" in page.locator("h1").evaluate(family)
    value = page.locator(".figure-value").first
    value.click()
    expect(page.locator(".figure-card:popover-open")).to_be_visible()
    made.close()


def test_behind_a_server_everything_works(browser: Browser, served: str) -> None:
    visit = Visit(context(browser).new_page(), served)
    visit.go("index.html")
    assert visit.draw() == 1
    visit.page.locator(".chapters ol a").first.click()
    visit.page.wait_for_url("**/01-request-journey/**")
    assert visit.draw() > 0
    visit.page.keyboard.press("/")
    visit.page.keyboard.type("스케줄러")
    expect(visit.page.locator(".md-search-result__item").first).to_be_visible(timeout=30_000)
    assert visit.wrong == []
    visit.page.context.close()
