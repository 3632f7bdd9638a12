"""A reader picks a machine: figures, cards, claims and conditions follow, on every page."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Project
from tests.profiles.machines import PAGE, two

from .axe import assert_accessible
from .visit import Visit, context


@pytest.fixture
def opened(browser: Browser, measured: Project) -> Iterator[Visit]:
    """A site with records of two machines, one of them made up."""
    project = two(measured)
    project.write("docs/next.md", PAGE.replace("# 시험", "# 다음"))
    handler = partial(SimpleHTTPRequestHandler, directory=str(project.root / "site"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        result = project.build("--strict", MEASURE="recorded", SITE_URL=address)
        assert result.returncode == 0, result.stderr
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        made = Visit(context(browser).new_page(), address)
        made.go("")
        yield made
        made.page.context.close()
        server.shutdown()
        thread.join()
    assert made.wrong == []


def shown(page: Page) -> tuple[str, str | None, str]:
    """The value in the sentence, the verdict, the value in the table at the end."""
    value = page.locator('[data-figure="ch01.time"] data').inner_text()
    verdict = page.locator("[data-claim]").get_attribute("data-verdict")
    row = page.locator(".figures-used tbody td:nth-child(2)").first
    return value, verdict, str(row.text_content())  # far from the screen, so not laid out


OWN = ("1.2 ms", "supported", "1.2 ms")
OTHER = ("2.5 ms", "refuted", "2.5 ms")


INSIDE = """() => ['p .figure', '[data-claim]', '.figures-used'].map(
  (one) => document.querySelector(one).outerHTML)"""


def test_the_choice_changes_the_figures_stays_and_is_taken_back(opened: Visit) -> None:
    page = opened.page
    choice, said = page.get_by_label("수치를 잰 기계"), page.locator(".machine-said")
    assert shown(page) == OWN
    before = page.evaluate(INSIDE)

    choice.focus()
    page.keyboard.press("ArrowDown")
    expect(said).to_contain_text("에서 잰 값입니다.")
    assert shown(page) == OTHER
    assert page.locator(".figure .badge").first.inner_text() == "다른 기계에서 측정"
    assert page.locator("p.machine-note + figure.diagram").count() == 1
    page.locator('[data-figure="ch01.time"] button').click()
    card = page.locator(".figure-card:popover-open")
    assert "다른 CPU" in card.inner_text()
    assert page.request.get(str(card.locator("a").first.evaluate("a => a.href"))).ok
    page.keyboard.press("Escape")
    assert_accessible(page)

    page.locator(".md-nav--primary a", has_text="다음").first.click()
    expect(page.locator("h1")).to_contain_text("다음")
    expect(said).to_contain_text("에서 잰 값입니다.")
    assert shown(page) == OTHER
    opened.go("")
    expect(said).to_contain_text("에서 잰 값입니다.")
    assert shown(page) == OTHER

    choice.select_option("")
    expect(said).to_be_empty()
    assert shown(page) == OWN
    assert page.locator(".machine-note").count() == 0
    assert page.evaluate(INSIDE) == before
