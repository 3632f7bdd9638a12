"""A term in a chapter: what it means at a glance, by keyboard too, and where it leads."""

from __future__ import annotations

from playwright.sync_api import expect

from .axe import assert_accessible
from .conftest import Open
from .visit import PHONE

PAGE = "06-memory/"
MEANING = "KV 캐시: 이미 본 토큰의 키(K)와 값(V)을 층마다 남겨 둔 것."


def test_a_term_tells_its_meaning_to_the_keyboard_and_leads_to_its_entry(visit: Open) -> None:
    page = visit(PAGE).page
    term = page.locator("a.term", has_text="KV 캐시").first
    term.focus()
    tip = page.locator("[role=tooltip]:visible")
    tip.wait_for()
    assert tip.inner_text().startswith(MEANING)
    assert tip.get_attribute("id") == term.get_attribute("aria-describedby")
    page.keyboard.press("Enter")
    page.wait_for_url("**/appendix/glossary/#term-kv-cache")
    entry = page.locator("#term-kv-cache")
    entry.wait_for()  # instant navigation changes the address first
    assert entry.get_by_text("06장").count() + entry.get_by_text("01장").count() == 1


def test_a_meaning_can_be_pointed_at_and_put_away(visit: Open) -> None:
    page = visit(PAGE).page
    tip = page.locator("[role=tooltip]:visible")
    page.locator("a.term", has_text="KV 캐시").first.hover()
    tip.hover()
    page.wait_for_timeout(400)  # longer than it waits for a pointer that left
    expect(tip).to_have_count(1)
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    assert page.url.endswith(PAGE)


def test_the_first_tap_tells_the_meaning_and_the_second_follows(visit: Open) -> None:
    page = visit(PAGE, screen=PHONE).page
    tip = page.locator("[role=tooltip]:visible")
    term = page.locator("a.term", has_text="KV 캐시").first
    term.tap()
    assert tip.inner_text().endswith("한 번 더 누르면 용어집으로 갑니다.")
    assert page.url.endswith(PAGE)
    page.locator("h1").tap()
    expect(tip).to_have_count(0)
    term.tap()
    term.tap()
    page.wait_for_url("**/appendix/glossary/#term-kv-cache")


def test_without_scripts_a_term_is_a_link_with_a_title(visit: Open) -> None:
    page = visit(PAGE, scripts=False).page
    term = page.locator("a.term", has_text="KV 캐시").first
    assert str(term.get_attribute("title")).startswith(MEANING)
    term.click()
    assert page.url.endswith("appendix/glossary/#term-kv-cache")


def test_a_particle_never_starts_a_line(visit: Open) -> None:
    page = visit(PAGE, screen=(390, 844)).page
    broken = page.evaluate(
        """[...document.querySelectorAll('a.term')].filter((link) => {
          const after = link.nextSibling;
          if (!(after instanceof Text) || !/^[가-힣]/.test(after.data)) return false;
          const range = document.createRange();
          range.setStart(after, 0);
          range.setEnd(after, 1);
          const last = [...link.getClientRects()].at(-1);
          return range.getBoundingClientRect().top > last.bottom;
        }).map((link) => link.textContent + link.nextSibling.data.slice(0, 3))"""
    )
    assert broken == []
