"""Where a chapter stands, how a figure is cited, and what a reader's own browser keeps."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .axe import assert_accessible
from .conftest import Open

PAGE = "06-memory/"
REFUSE = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }"
STORED = "JSON.parse(Object.values(localStorage).find((one) => one.includes('known')) ?? '{}')"


def cite(page: Page) -> str:
    """Cite the first figure of the page; what the citation says."""
    figure = page.locator("span.figure[id]").first
    figure.locator(".figure-value").click()
    figure.get_by_role("button", name="이 수치 인용하기").click()
    expect(figure.get_by_role("status")).not_to_be_empty()
    return figure.get_by_role("textbox").input_value()


def reach_the_end(page: Page) -> None:
    page.locator(".read-end").scroll_into_view_if_needed()


def test_a_chapter_shows_where_in_the_journey_it_is(visit: Open) -> None:
    page = visit("07-scheduling/", scripts=False).page
    strip = page.get_by_role("navigation", name="지금 여정의 어디인가")
    assert strip.locator("[aria-current=page]").all_inner_texts() == ["큐", "스케줄러"]
    assert strip.get_by_role("link").count() == 11
    strip.get_by_role("link", name="메모리").click()
    assert page.url.endswith(PAGE)


def test_a_citation_leads_back_to_the_figure(visit: Open) -> None:
    opened = visit(PAGE)
    page = opened.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    said = cite(page)
    assert page.evaluate("navigator.clipboard.readText()") == said
    figure = page.locator("span.figure[id]").first
    name = str(figure.get_attribute("id"))
    assert figure.locator("data").inner_text() in said
    assert "기계: " in said
    edition = page.locator("meta[name=edition]").get_attribute("content")
    assert said.endswith(f". AI 컴퓨팅·시스템 기초, 판 {edition}, {opened.address}{PAGE}#{name}")
    opened.go(f"{PAGE}#{name}")
    expect(page.locator("span.figure:target")).to_be_in_viewport()


def test_where_the_clipboard_is_refused_the_citation_is_selected(visit: Open) -> None:
    page = visit(PAGE).page
    page.evaluate(REFUSE)
    said = cite(page)
    assert page.evaluate("getSelection().toString() || document.activeElement.value") == said
    assert_accessible(page)


def test_a_chapter_is_read_at_its_end_unless_the_reader_says_otherwise(visit: Open) -> None:
    page = visit(PAGE).page
    mark = page.locator(".md-nav--primary .read-mark:visible")
    expect(mark).to_have_count(0)
    reach_the_end(page)
    box = page.get_by_role("group", name="읽은 표시")
    expect(box.get_by_role("status")).to_have_text("이 장을 읽음으로 표시했습니다.")
    expect(mark).to_have_text(["읽음"])
    page.locator("header a.md-logo").click()
    row = page.locator(".chapters > ol > li", has=page.locator(".read-mark"))
    expect(row).to_have_count(1)
    assert str(row.get_by_role("link").get_attribute("href")).endswith(PAGE)
    row.get_by_role("link").click()
    reach_the_end(page)
    box.get_by_role("button", name="표시 거두기").click()
    expect(mark).to_have_count(0)
    assert page.evaluate(STORED) == {"read": {PAGE: 0}, "known": {}}
    page.on("dialog", lambda dialog: dialog.accept())
    box.get_by_role("button", name="모두 지우기").click()
    expect(box.get_by_role("status")).to_have_text("모두 지웠습니다.")
    assert page.evaluate(STORED) == {}


def test_answers_are_judged_by_the_reader_and_counted(visit: Open) -> None:
    opened = visit(PAGE)
    page = opened.page
    folds = page.locator("details:has(.check)")
    number = folds.count()
    for at, words in enumerate(("맞혔어요", "다시 볼게요")):
        folds.nth(at).locator("summary").click()
        folds.nth(at).get_by_role("button", name=words).click()
    assert_accessible(page)
    expect(page.locator(".check-sum")).to_have_text(
        f"문제 {number}개 가운데 맞힘 1개, 다시 볼 것 1개"
    )
    opened.go(PAGE)
    expect(folds.nth(1).locator("summary .check-mark")).to_have_text("다시 볼게요")
    folds.nth(1).locator("summary").click()
    folds.nth(1).get_by_role("button", name="다시 볼게요", pressed=True).click()
    expect(page.locator(".check-sum")).to_have_text(
        f"문제 {number}개 가운데 맞힘 1개, 다시 볼 것 0개"
    )


def test_without_scripts_nothing_asks_for_a_click_that_does_nothing(visit: Open) -> None:
    html = visit(PAGE, scripts=False).page.content()
    assert re.findall(r'class="?(?:cite|check|read-end)\b', html) == []


def test_a_drawing_shows_its_address_to_the_keyboard(visit: Open) -> None:
    page = visit(PAGE).page
    link = page.locator("figure.diagram figcaption .headerlink").first
    assert str(link.get_attribute("href")).endswith("#diagram-1")
    page.keyboard.press("Tab")  # the reader uses keys
    link.focus()
    expect(link).to_have_css("opacity", "1")  # it fades in
