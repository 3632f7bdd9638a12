"""Measuring on the reader's own device: started and stopped by the reader, and it comes to an end.

Which verdict it comes to depends on this machine, and is not tested here.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import Open

PAGE = "appendix/device/"


@pytest.fixture
def page(visit: Open) -> Page:
    page = visit(PAGE).page
    expect(page.locator(".device-panel")).to_be_visible()
    return page


def test_nothing_is_measured_before_the_reader_asks(page: Page) -> None:
    asked = "performance.getEntriesByType('resource').map((one) => one.name)"
    page.wait_for_load_state("networkidle")
    assert [name for name in page.evaluate(asked) if "device/worker" in name] == []


def test_it_starts_and_stops_with_keys_alone(page: Page) -> None:
    device = page.locator(".device")
    device.get_by_role("button", name="내 기기에서 재기").focus()
    page.keyboard.press("Enter")
    expect(device).to_have_attribute("data-state", "running")
    expect(device.get_by_role("progressbar")).to_be_visible()
    expect(device.get_by_role("button", name="멈추기")).to_be_focused()
    page.keyboard.press("Enter")
    expect(device).to_have_attribute("data-state", "stopped")
    expect(device.get_by_role("status")).to_have_text("멈췄습니다. 재던 값은 버렸습니다.")
    expect(device.get_by_role("button", name="다시 재기")).to_be_focused()
    assert device.locator("[data-mine]:not(:text-is('—'))").count() == 0


def test_it_ends_in_numbers_or_in_a_reason(page: Page) -> None:
    device = page.locator(".device")
    device.get_by_role("button", name="내 기기에서 재기").click()
    page.wait_for_function(
        "['done', 'undecided'].includes(document.querySelector('.device').dataset.state)",
        timeout=40_000,
    )
    said = device.get_by_role("status").inner_text()
    numbers = device.locator("[data-mine]:not(:text-is('—'))").count()
    if device.get_attribute("data-state") == "done":
        assert numbers == device.locator("[data-mine]").count()
    else:
        assert said.startswith("판정불가 — ")
        assert numbers == 0


def test_without_javascript_the_build_s_own_table_stands_alone(visit: Open) -> None:
    page = visit(PAGE, scripts=False).page
    expect(page.locator(".device table")).to_be_visible()
    expect(page.locator(".device-panel")).to_be_hidden()
    expect(page.locator(".device-needs")).to_be_visible()
