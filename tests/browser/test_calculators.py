"""A calculator: the build's values without JavaScript; with it, the reader's, and their address."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from .axe import assert_accessible
from .conftest import Open

PAGE = "appendix/calculators/"


@pytest.fixture
def page(visit: Open) -> Page:
    page = visit(PAGE).page
    expect(page.locator(".calculator:not(.calculator-live)")).to_have_count(0)
    return page


def results(calculator: Locator) -> list[str]:
    """Every result of a calculator, as written."""
    return [
        text.strip() for text in calculator.locator(".calculator-step data").all_text_contents()
    ]


def test_the_browser_works_out_what_the_build_did(visit: Open, page: Page) -> None:
    plain = visit(PAGE, scripts=False).page
    names = plain.locator(".calculator").evaluate_all("all => all.map((one) => one.id)")
    assert len(names) >= 5
    for name in names:
        written = plain.locator(f"#{name}")
        values = "all => all.map((one) => Number(one.value))"
        built = written.locator(".calculator-step data").evaluate_all(values)
        worked = page.locator(f"#{name} .calculator-step data").evaluate_all(values)
        assert built != []
        assert worked == pytest.approx(built, rel=1e-9), name


@pytest.mark.parametrize("place", range(5))
def test_an_address_keeps_what_the_reader_put_in(page: Page, place: int) -> None:
    calculator = page.locator(".calculator").nth(place)
    field = calculator.locator("input[type=text]").first
    before = results(calculator)
    field.fill(f"{float(field.input_value().replace(',', '')) * 2:g}")
    field.press("Tab")
    kept, worked = field.input_value(), results(calculator)
    assert worked != before
    page.goto(page.url)
    again = page.locator(".calculator").nth(place)
    expect(again.locator("input[type=text]").first).to_have_value(kept)
    assert results(again) == worked
    again.get_by_role("button", name="처음 값으로").click()
    assert results(again) == before
    assert "?" not in page.url


@pytest.mark.parametrize("nonsense", ["많이", "-1", "", "1e999", "1/0"])
def test_nonsense_gets_a_message_and_no_result(page: Page, nonsense: str) -> None:
    calculator = page.locator("#calculator-request")
    field = calculator.locator("input[type=text]").first
    field.fill(nonsense)
    field.press("Tab")
    error = page.locator(f"#{field.get_attribute('aria-describedby')}")
    expect(error).not_to_be_empty()
    expect(field).to_have_attribute("aria-invalid", "true")
    assert calculator.locator(".calculator-step").last.locator("data").count() == 0
    said = calculator.get_by_role("status").inner_text()
    assert said.endswith(error.inner_text())


def test_a_message_is_accessible(page: Page) -> None:
    page.locator("#calculator-request input[type=text]").first.fill("많이")
    assert_accessible(page)
