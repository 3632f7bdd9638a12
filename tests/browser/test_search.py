"""The search, in Material's own box and worker: what readers type, and what they must find."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from playwright.sync_api import Page

from .conftest import Open

QUERIES = Path(__file__).parents[1] / "site/search_queries.yaml"
FIRST = 3
SHOWN = """(query) => new Promise((done) => {
  const box = document.querySelector('.md-search__input');
  const list = document.querySelector('.md-search-result__list');
  const read = () => [...list.children].map((item) =>
    [...item.querySelectorAll('a')].map((link) => link.href));
  const seen = new MutationObserver(() => {
    clearTimeout(late);
    late = setTimeout(() => { seen.disconnect(); done(read()); }, 150);
  });
  let late = setTimeout(() => { seen.disconnect(); done(read()); }, 5000);
  seen.observe(list, { childList: true });
  box.value = query;
  box.dispatchEvent(new Event('input', { bubbles: true }));
  box.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
})"""


def _queries() -> Iterator[dict[str, Any]]:
    for group in yaml.safe_load(QUERIES.read_text(encoding="utf-8")).values():
        yield from group


def _ask(page: Page, query: str) -> None:
    """Type a query; Material reads the box when a key goes up."""
    box = page.locator(".md-search__input")
    box.fill(query)
    box.press("End")


def _found(page: Page, wanted: dict[str, Any], address: str) -> str:
    """Empty when the query finds its page; otherwise what was shown instead."""
    shown = page.evaluate(SHOWN, wanted["query"])[:FIRST]
    for item in shown:
        links = [urlsplit(link.removeprefix(address)) for link in item]
        if links[0].path != wanted["page"]:
            continue
        sections = [unquote(one.fragment) for one in links if one.fragment][:FIRST]
        if wanted.get("section", "") in ("", *sections):
            return ""
    return f"{wanted['query']}: {[unquote(item[0].removeprefix(address)) for item in shown]}"


def test_forty_queries_find_their_pages(visit: Open, site: str) -> None:
    page = visit("").page
    queries = list(_queries())
    assert len(queries) == 40
    _ask(page, "병목")  # until the worker has the index
    page.locator(".md-search-result__item").first.wait_for()
    wrong = [line for one in queries if (line := _found(page, one, site))]
    assert wrong == []


@pytest.mark.parametrize("query", ["가중치양자화"])
def test_a_result_marks_the_words_and_leads_to_them(visit: Open, query: str) -> None:
    page = visit("05-bottlenecks/").page
    _ask(page, query)
    first = page.locator(".md-search-result__item").first
    first.locator("mark", has_text="양자화").first.wait_for()
    first.locator("a").first.click()
    page.wait_for_url("**/03-precision/**")
    page.locator("article mark[data-md-highlight]", has_text="양자화").first.wait_for()
