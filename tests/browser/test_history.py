"""From a figure's card to what it was before, inside a fold of another page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Open
from .visit import DESKTOP, PHONE

PAST = 'a[href*="appendix/history/#"]'


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_card_leads_to_the_past_of_its_figure(visit: Open, screen: tuple[int, int]) -> None:
    page = visit("05-bottlenecks/", screen=screen).page
    figure = page.locator(f".figure:has({PAST})").last
    name = figure.get_attribute("data-figure")
    figure.locator("button").first.click()
    figure.locator(PAST).click()
    page.wait_for_url(f"**/appendix/history/#{name}")
    picture = page.locator(f'figure[id="{name}"]')
    expect(picture.locator("svg")).to_be_visible()
    page.wait_for_function("scrollY > 0")
    page.wait_for_timeout(600)  # Material and the page both scroll
    expect(picture).to_be_in_viewport(ratio=0.9)


def test_the_feed_is_named_in_the_head_and_is_there(visit: Open) -> None:
    opened = visit("05-bottlenecks/")
    link = opened.page.locator('link[type="application/atom+xml"]')
    answer = opened.page.request.get(str(link.evaluate("link => link.href")))
    assert answer.ok
    assert answer.text().startswith('<?xml version="1.0" encoding="utf-8"?>\n<feed ')
