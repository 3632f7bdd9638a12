"""A drawing is there for everybody: after a link, on paper, and without JavaScript in words."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route

from tests.conftest import ROOT

from .conftest import Open

CHAPTER = "01-request-journey/"
SOURCE = ("flowchart TB", "sequenceDiagram", "classDef")
"""Words of Mermaid that nobody who sees the drawing has to read."""

FOLD = """addEventListener('DOMContentLoaded', () => {
  const box = Object.assign(document.createElement('div'), {id: 'folded'});
  box.style.display = 'none';
  const figure = document.querySelectorAll('figure[data-replay]')[1];
  figure.replaceWith(box);
  box.append(figure);
})"""
UNFOLDED = "document.querySelector('figure.diagram:not(#folded *, [data-state=drawn])')"


def asked() -> int:
    """How many diagrams the chapter's Markdown asks for."""
    text = (ROOT / "docs/01-request-journey.md").read_text(encoding="utf-8")
    return len(re.findall(r"^```(?:mermaid|compare)\b", text, re.MULTILINE))


def source(page: Page) -> list[str]:
    """What of a diagram's source a reader sees or would see on paper."""
    shown = page.locator("body").inner_text()
    return [word for word in SOURCE if word in shown]


def test_every_diagram_of_the_chapter_is_drawn_and_every_part_is_found(visit: Open) -> None:
    opened = visit(CHAPTER)
    assert opened.draw() == asked()
    figures = opened.page.locator("figure.diagram[data-replay]")
    assert figures.count() > 0
    assert set(figures.evaluate_all("all => all.map((one) => one.dataset.missing)")) == {""}
    assert source(opened.page) == []


def test_diagrams_are_drawn_after_a_link_is_followed(visit: Open) -> None:
    opened = visit("appendix/build/")
    page = opened.page
    page.evaluate("window.sameDocument = true")
    page.locator(f".md-nav--primary a[href$='{CHAPTER}']").click()
    page.locator("figure[data-replay]").first.wait_for(state="attached")
    assert opened.draw() == asked()
    assert page.evaluate("window.sameDocument") is True
    assert set(
        page.locator("figure.diagram[data-replay]").evaluate_all(
            "all => all.map((one) => one.dataset.missing)"
        )
    ) == {""}


def test_what_is_folded_is_drawn_with_its_labels_in_place_when_it_is_opened(visit: Open) -> None:
    opened = visit("")
    page = opened.page
    page.add_init_script(FOLD)
    opened.go(CHAPTER)
    page.locator("figure.diagram").first.scroll_into_view_if_needed()
    page.wait_for_function(f"!{UNFOLDED}", timeout=60_000)
    folded = page.locator("#folded figure")
    assert folded.get_attribute("data-state") == "pending"
    page.evaluate("folded.style.display = 'block'")
    folded.scroll_into_view_if_needed()
    folded.locator(".player").wait_for()
    places = folded.locator(".player-badge").evaluate_all(
        "all => all.map((one) => one.getAttribute('transform'))"
    )
    assert len(set(places)) == len(places) > 2


def test_what_was_left_is_not_drawn_any_more(visit: Open) -> None:
    opened = visit("")
    page = opened.page
    held: list[Route] = []
    page.route("**/mermaid.min.js", lambda route: held.append(route))  # noqa: PLW0108  Playwright marks it
    opened.go(CHAPTER)
    page.locator("figure.diagram").first.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('figure[data-state=drawing]')")
    page.wait_for_timeout(100)
    page.evaluate(
        "left = [...document.querySelectorAll('figure')]; left.map((one) => one.remove())"
    )
    held[-1].continue_()  # the cover, left before its drawing came, may have asked as well
    page.wait_for_function("left[0].dataset.state === 'drawn'", timeout=60_000)
    page.wait_for_timeout(1000)
    assert page.evaluate("left.filter((one) => one.querySelector('.player')).length") == 0
    assert page.evaluate("left.filter((one) => one.dataset.state === 'drawn').length") == 1


def test_paper_has_the_drawing_and_its_times_but_no_source_and_no_controls(visit: Open) -> None:
    opened = visit(CHAPTER)
    opened.draw()
    page = opened.page
    page.emulate_media(media="print")
    assert source(page) == []
    assert visible(page, ".diagram-view") == asked()
    assert visible(page, ".diagram-times table") == page.locator(".diagram-times").count() > 0
    assert visible(page, ".timeline-track") == page.locator(".timeline-track").count() > 0
    assert visible(page, ".player") == 0
    assert page.pdf().startswith(b"%PDF-")


def test_without_javascript_the_page_has_source_times_and_no_player(visit: Open) -> None:
    page = visit(CHAPTER, scripts=False).page
    assert page.locator("figure.diagram").count() == asked()
    assert visible(page, ".diagram-source") == asked()
    assert visible(page, ".diagram-view") == 0
    assert visible(page, ".diagram-times table") == page.locator(".diagram-times").count() > 0
    assert visible(page, ".timeline-track") == page.locator(".timeline-track").count() > 0
    assert page.locator(".player").count() == 0


def visible(page: Page, selector: str) -> int:
    return page.locator(selector).locator("visible=true").count()
