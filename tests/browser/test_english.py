"""The English pages: their language, the same page on either side, a search of their own."""

from __future__ import annotations

from .conftest import Open

KOREAN = """[...document.querySelectorAll('body *')].flatMap((one) => {
  if (one.closest('.figure-card, .figures-used, .md-select, script, style, code')) return [];
  return [...one.childNodes].filter((node) => node.nodeType === 3 && /[가-힣]/.test(node.data))
    .map((node) => node.data.trim());
})"""


def test_the_switch_leads_to_the_same_page_and_back(visit: Open) -> None:
    page = visit("02-bits-and-tensors/").page
    page.locator(".md-nav--primary").get_by_text("01. 시스템 계층과 요청 흐름").click()
    page.wait_for_url("**/01-request-journey/")
    page.locator("h1", has_text="01. 시스템").wait_for()
    page.locator(".md-select").hover()  # instant navigation left the header as it was
    page.locator(".md-select__link", has_text="English").click()
    page.wait_for_url("**/en/01-request-journey/")
    assert page.locator("html").get_attribute("lang") == "en"
    page.locator(".md-select").hover()
    page.locator(".md-select__link", has_text="한국어").click()
    page.wait_for_url(lambda address: "/en/" not in address)
    assert page.url.endswith("/01-request-journey/")
    assert page.locator("html").get_attribute("lang") == "ko"


def test_an_english_page_speaks_english_when_its_scripts_have_run(visit: Open) -> None:
    opened = visit("en/01-request-journey/")
    assert opened.draw() == 3
    page = opened.page
    page.get_by_role("button", name="One step on").first.click()
    page.get_by_role("button", name="Copy a link to this calculation").first.wait_for()
    assert page.evaluate(KOREAN) == []


def test_the_english_search_finds_english_pages_only(visit: Open) -> None:
    page = visit("en/").page
    box = page.locator(".md-search__input")
    box.fill("scheduler")
    box.press("End")
    page.locator(".md-search-result__item").first.wait_for()
    found = page.locator(".md-search-result__item > a").evaluate_all("all => all.map(a => a.href)")
    assert all("/en/" in link for link in found)
    assert any("/en/01-request-journey/" in link for link in found)
