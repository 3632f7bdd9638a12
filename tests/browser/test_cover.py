"""The map on the cover: every station is a link, for mouse, finger and keys, while it plays too."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import ROOT

from .conftest import Open
from .visit import PHONE

COVER = (ROOT / "docs/index.md").read_text(encoding="utf-8")
STATIONS = dict(re.findall(r'^ +click (\w+) href "([^"]+)"$', COVER, re.MULTILINE))
CHAPTERS = re.findall(r"^\d\. \*\*\[[^\]]+\]\(([^)]+)\.md\)\*\*$", COVER, re.MULTILINE)
LINKS = "figure.diagram svg a"
NAME = "(link) => link.href.baseVal"
FOCUS = """() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return [outlineStyle, parseFloat(outlineWidth)];
}"""


def links(page: Page) -> list[str]:
    return page.locator(LINKS).evaluate_all(f"all => all.map({NAME})")


def test_the_map_leads_to_every_chapter_and_so_does_the_list_beside_it() -> None:
    assert len(CHAPTERS) == 9
    assert {f"{chapter}/" for chapter in CHAPTERS} == set(STATIONS.values())


@pytest.mark.parametrize("scripts", [True, False], ids=["drawn", "no-script"])
def test_every_station_of_the_map_is_a_link_and_the_list_needs_no_script(
    visit: Open, scripts: bool
) -> None:
    opened = visit("", scripts=scripts)
    if scripts:
        opened.draw()
        assert links(opened.page) == list(STATIONS.values())  # as the eye goes, so do the keys
    listed = opened.page.locator(".chapters ol a").evaluate_all(
        "all => all.map((one) => one.getAttribute('href'))"
    )
    assert [one.removeprefix(opened.address) for one in listed] == [
        f"{chapter}/" for chapter in CHAPTERS
    ]


def test_a_station_is_followed_with_keys_and_shows_its_focus(visit: Open) -> None:
    opened = visit("")
    opened.draw()
    page = opened.page
    page.locator(LINKS).first.focus()
    for _ in range(len(STATIONS)):
        if page.evaluate(f"({NAME})(document.activeElement)") == "04-accelerators/":
            break
        page.keyboard.press("Tab")
    style, width = page.evaluate(FOCUS)
    assert style == "solid"
    assert width >= 2
    page.keyboard.press("Enter")
    page.wait_for_url("**/04-accelerators/")


def test_a_station_is_followed_by_a_finger_while_the_map_plays(visit: Open) -> None:
    opened = visit("", screen=PHONE)
    opened.draw()
    page = opened.page
    player = page.locator(".journey .player")
    player.get_by_role("button", name="재생").tap()
    page.wait_for_function("document.querySelector('.journey [data-mark=lit]')")
    player.get_by_role("button", name="멈춤").tap()
    page.locator(f"{LINKS}[*|href='06-memory/']").tap()
    page.wait_for_url("**/06-memory/")


def test_the_map_leads_on_when_the_cover_was_reached_by_a_link(visit: Open) -> None:
    opened = visit("appendix/build/")
    page = opened.page
    page.evaluate("window.sameDocument = true")
    page.locator("header a.md-logo").click()
    page.locator(".journey figure").wait_for(state="attached")
    assert page.evaluate("window.sameDocument") is True
    opened.draw()
    page.locator(f"{LINKS}[*|href='01-request-journey/']").first.click()
    page.wait_for_url("**/01-request-journey/")
    assert opened.draw() > 0
    expect(page.locator("figure[data-replay] .player").first).to_be_visible()
