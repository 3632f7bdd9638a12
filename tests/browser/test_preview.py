"""The preview in a browser: an edit comes by itself, and what has to be known is said."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.conftest import EXPERIMENT, Project
from tests.preview.watched import watched

from .visit import DESKTOP, context

TEXT = "# 시험\n\n시간은 {figure}`ch01.time`입니다.\n"


def test_an_edit_comes_by_itself_and_an_error_goes_by_itself(
    browser: Browser, measured: Project
) -> None:
    with watched(measured) as preview:
        page = context(browser, screen=DESKTOP).new_page()
        page.goto(f"{preview.address}/")
        panel = page.locator("#guide-preview section")
        expect(panel).to_be_hidden()
        measured.write("docs/index.md", TEXT + "\n고친 문장.\n")
        expect(page.get_by_text("고친 문장.")).to_be_visible(timeout=30_000)
        measured.write("docs/index.md", TEXT.replace("ch01.time", "ch01.<b>x"))
        expect(panel).to_contain_text("docs/index.md:3: figure-unknown", timeout=30_000)
        expect(panel).to_contain_text("ch01.<b>x")  # as text
        measured.write("docs/index.md", TEXT)
        expect(panel).to_be_hidden(timeout=30_000)
        page.context.close()


def test_a_figure_says_that_it_is_being_measured(browser: Browser, measured: Project) -> None:
    with watched(measured) as preview:
        page = context(browser, screen=DESKTOP).new_page()
        page.goto(f"{preview.address}/")
        figure = page.locator("[data-figure='ch01.time']").first
        expect(figure).to_contain_text("1.2 ms")
        changed = EXPERIMENT.replace(
            "[1.0, 1.1, 1.2, 1.3, 1.4, 1.5]", "[2.0, 2.1, 2.2, 2.3, 2.4, 2.5]"
        )
        measured.write("snippets/ch01_tiny.py", changed)
        expect(figure.locator(".guide-renewing-mark")).to_have_text("다시 재는 중", timeout=30_000)
        expect(figure).to_contain_text("2.2 ms", timeout=90_000)
        expect(figure.locator(".guide-renewing-mark")).to_have_count(0, timeout=30_000)
        page.context.close()
