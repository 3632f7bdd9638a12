"""Every widget by keys alone: reached, seen to have the focus, worked, and left again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import Open
from .visit import PHONE

NARROW = (640, 400)  # 1280 px wide, zoomed to 200 %
FOCUSED = """() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
}"""
COVERED = """() => {
  document.querySelector('.md-content a[href]').focus();
  const all = [...document.querySelectorAll('.md-content :is(a[href], button, summary)')];
  const seen = all.filter((one) => one.checkVisibility() && !one.closest('[popover]')).reverse();
  const bar = document.querySelector('.md-header').getBoundingClientRect().bottom;
  return seen.filter((one) => {
    one.focus();
    return one === document.activeElement && one.getBoundingClientRect().bottom <= bar;
  }).map((one) => one.outerHTML.slice(0, 120));
}"""


def tab_to(page: Page, selector: str, most: int = 40) -> None:
    """Press Tab until the keys are there; a reader would have given up after ``most``."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("(at) => document.activeElement.matches(at)", selector):
            assert page.evaluate(FOCUSED), f"{selector} does not show its focus"
            return
    pytest.fail(f"{selector} is not reached")


def test_the_content_is_one_key_away_and_the_figure_tells_its_conditions(visit: Open) -> None:
    page = visit("01-request-journey/").page
    tab_to(page, ".md-skip", 1)
    page.keyboard.press("Enter")
    page.locator(".figure-value").first.focus()
    page.keyboard.press("Enter")
    card = page.locator(".figure-card:popover-open")
    expect(card).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.figure-card') !== null")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('.figure-value')")


def test_search_opens_goes_to_a_result_and_closes(visit: Open) -> None:
    page = visit("01-request-journey/").page
    page.locator(".md-content").wait_for()
    page.keyboard.press("/")
    page.keyboard.type("스케줄러")
    result = page.locator(".md-search-result__link")
    result.first.wait_for()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('.md-search-result__link')")
    page.keyboard.press("Escape")
    expect(result.first).to_be_hidden()


def test_scheme_is_changed_and_keeps_the_focus(visit: Open) -> None:
    page = visit("").page
    body = page.locator("body")
    before = body.get_attribute("data-md-color-scheme")
    tab_to(page, ".md-option")
    page.keyboard.press("Enter")
    expect(body).not_to_have_attribute("data-md-color-scheme", str(before))


def test_navigation_opens_where_the_screen_is_narrow_or_zoomed(visit: Open) -> None:
    page = visit("01-request-journey/", screen=NARROW).page
    link = page.locator(".md-nav--primary a", has_text="05. 병목")
    expect(link).to_be_hidden()
    tab_to(page, ".md-header__button[for=__drawer]", 5)
    page.keyboard.press("Enter")
    expect(link).to_be_visible()
    tab_to(page, ".md-nav--primary a[href*='05-bottlenecks']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/05-bottlenecks/")


def test_the_player_is_played_stopped_and_stepped(visit: Open) -> None:
    opened = visit("01-request-journey/")
    opened.draw()
    page = opened.page
    player = page.locator(".player").first
    page.locator(".player-where input").first.focus()
    page.keyboard.press("ArrowRight")
    expect(player.locator(".player-count")).to_have_text("1 / 49")
    tab_to(page, ".player-button[data-do=play]", 6)
    page.keyboard.press("Space")
    expect(player.get_by_role("button", name="멈춤")).to_be_focused()
    page.keyboard.press("Space")
    tab_to(page, ".player-button[data-do=large]", 6)
    page.keyboard.press("Enter")
    expect(page.locator(".player-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".player-dialog")).to_have_count(0)
    expect(page.locator(".player-button[data-do=large]").first).to_be_focused()


def test_a_calculator_takes_a_number_and_says_what_came_out(visit: Open) -> None:
    page = visit("appendix/calculators/").page
    calculator = page.locator(".calculator").first
    calculator.locator("input").first.focus()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("200")
    expect(calculator.locator(".calculator-value").first).to_have_text("500")
    tab_to(page, ".calculator-tools button", 20)


@pytest.mark.parametrize("path", ["05-bottlenecks/", "appendix/facts/", "labs/claim/"])
def test_going_back_with_the_keys_nothing_hides_under_the_header(visit: Open, path: str) -> None:
    opened = visit(path, screen=PHONE)
    opened.draw()
    assert opened.page.evaluate(COVERED) == []


def test_the_notebook_of_a_lab_is_fetched(visit: Open) -> None:
    page = visit("labs/claim/").page
    link = page.locator(".md-content a[download]").first
    link.focus()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "claim.ipynb"
