"""The policy that every page carries: it lets the site work, and nobody else's script run.

A breach shows in the console, and every test of this folder fails on that; so the pages, their
drawings, calculators and players are held against it wherever they are visited.
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from hooks import policy
from tests.conftest import make
from tools.site import published

from .conftest import Open
from .visit import PHONE

META = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">')
RESULT = ".md-search-result__item"
INDEXED = 30_000
"""ms; the first search fetches the index and reads it in."""
INDEX = "performance.getEntriesByType('resource').some((one) => /search_index/.test(one.name))"


def test_all_pages_carry_one_policy_that_names_their_scripts(site: str, site_folder: Path) -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in site_folder.rglob("*.html")}
    rules = {unescape(META.findall(html)[0]) for html in pages.values()}
    assert len(rules) == 1
    (rule,) = rules
    scripts = {script for html in pages.values() for script in policy.inline_scripts(html)}
    assert {policy.source(script) for script in scripts} == set(re.findall(r"'sha256-[^']+'", rule))
    assert len(scripts) < 10
    assert "unsafe" not in rule.replace("style-src 'self' 'unsafe-inline'", "")


def test_no_page_has_a_handler_in_a_tag(site: str, site_folder: Path) -> None:
    handlers = re.compile(r"<[a-z][^>]*\son[a-z]+=|href=.javascript:")
    found = [
        path for path in site_folder.rglob("*.html") if handlers.search(path.read_text("utf-8"))
    ]
    assert found == []


def search(page: Page, words: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type(words)
    expect(page.locator(RESULT).first).to_be_visible(timeout=INDEXED)


def test_search_and_instant_navigation_work_under_it(visit: Open) -> None:
    opened = visit("appendix/build/")
    page = opened.page
    page.wait_for_load_state("networkidle")
    assert page.evaluate(INDEX) is False  # nobody has searched yet
    page.evaluate("window.sameDocument = true")
    search(page, "루프라인")
    assert page.evaluate(INDEX) is True
    page.locator(".md-search-result__link[href*='05-bottlenecks']").first.click()
    page.wait_for_url("**/05-bottlenecks/**")
    page.locator("figure.diagram").first.wait_for(state="attached")
    assert opened.draw() > 0
    page.locator("header a.md-logo").click()
    page.locator(".journey figure").wait_for(state="attached")
    assert opened.draw() == 1
    assert page.evaluate("window.sameDocument") is True
    assert page.locator("head meta[http-equiv]").count() == 1


def test_a_phone_searches_too(visit: Open) -> None:
    page = visit("", screen=PHONE).page
    page.locator(".md-header__button[for=__search]").tap()
    page.locator(".md-search__input").fill("스케줄러")
    expect(page.locator(RESULT).first).to_be_visible(timeout=INDEXED)


def test_words_that_a_search_found_are_marked_on_a_page_that_is_loaded_whole(visit: Open) -> None:
    page = visit("05-bottlenecks/?h=루프라인").page
    expect(page.locator("article mark[data-md-highlight]").first).to_be_visible(timeout=INDEXED)


@pytest.mark.parametrize(
    "intruder",
    [
        "() => { const it = document.createElement('script'); it.textContent = 'window.in = 1';"
        " document.body.append(it); }",
        "() => { document.body.insertAdjacentHTML('beforeend',"
        ' \'<img src="data:," onerror="window.in = 1">\'); }',
        "() => { setTimeout('window.in = 1', 0); }",
    ],
    ids=["script", "handler", "string"],
)
def test_words_that_crept_into_a_page_do_not_run(visit: Open, intruder: str) -> None:
    opened = visit("appendix/build/")
    opened.page.evaluate(intruder)
    opened.page.wait_for_function("(said) => said.length", arg=opened.wrong)
    assert opened.page.evaluate("window.in") is None
    assert all("Content Security Policy" in line for line in opened.wrong), opened.wrong
    opened.wrong.clear()


SMUGGLER = """
from mkdocs.plugins import event_priority

@event_priority(-200)  # after every check of ours
def on_page_content(html, page, config, files):
    return html + (
        "<script>window.smuggled = 1</script><SCRIPT type=module>window.smuggled = 2</SCRIPT>"
        '<img src="data:," onerror="window.smuggled = 3">'
        '<a id="lure" href="javascript:void(window.smuggled = 4)">a</a>'
        '<iframe srcdoc="<script>parent.smuggled = 5</script>"></iframe>'
        '<svg><script>window.smuggled = 6</script></svg>'
    )
"""


def test_a_script_in_the_words_of_a_page_is_blocked_and_those_of_the_site_run(
    browser: Browser, tmp_path: Path
) -> None:
    project = make(tmp_path)
    settings = (project.root / "mkdocs.yml").read_text(encoding="utf-8")
    hooks = "hooks: [hooks/guide.py"
    project.write("mkdocs.yml", settings.replace(hooks, f"{hooks}, smuggler.py"))
    project.write("smuggler.py", SMUGGLER)
    result = project.build()
    assert result.returncode == 0, result.stderr
    with published(project.root / "site") as address, browser.new_context() as context:
        page, said = context.new_page(), list[str]()
        page.on("console", lambda line: said.append(line.text))
        page.goto(address)
        expect(page.locator("html.js")).to_be_attached()  # our script in the head
        page.locator("#__boot[data-done]").wait_for(state="attached")  # and Material's start
        assert page.evaluate("typeof __md_get") == "function"  # the theme's own
        page.locator("#lure").click()
        page.wait_for_timeout(200)
        assert page.evaluate("window.smuggled") is None
        blocked = [line for line in said if "Content Security Policy" in line]
        assert len(blocked) == 6, said
