"""One build in which every word is hostile; nothing of it may run, on a page or in a file."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

from hooks.history import feed
from hooks.history.past import Past
from tests.build.test_evidence import FACTS, FORMULAS, RICH, fence
from tests.conftest import Project, make
from tests.history.takings import LISTING

CORPUS = (
    "<script>PWN()</script>",
    "</style></script></title></textarea></svg><img src=x onerror=PWN()>",
    '" onmouseover="PWN()" x="',
    "' onfocus='PWN()' autofocus='",
    "[PWN](javascript:PWN())",
    "<javascript:PWN()>",
    "{{ PWN }} {% PWN %} ${PWN} `${PWN}`",
    "]]><!-- PWN --><svg onload=PWN()>",
    "&lt;script&gt;PWN()&lt;/script&gt;",
    "<a href=data:text/html,PWN>PWN</a>{ onclick=PWN() }",
    "![PWN](x){ onerror=PWN() }",
)
"""Each is put where words of an author, of a record or of a lab's output go."""

EVIL = " ".join(CORPUS)
FORMULA_CSV = "=HYPERLINK(PWN)"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site of a project whose every word is hostile."""
    project = make(tmp_path_factory.mktemp("hostile"))
    hostile(project)
    result = project.build()
    assert result.returncode == 0, result.stderr
    return project.root / "site"


def hostile(project: Project) -> None:
    code = RICH
    for words in ("작은 실험", "걸린 시간", "개수는 둘보다 많다.", "걸린 시간은 짧다.",
                  "길이에 따른 시간", "두 칸 걷기", "아무것도 하지 않기", "6개"):  # fmt: skip
        code = code.replace(f'"{words}"', repr(f"{words} {EVIL}"))
    code = code.replace('x_label="길이"', f"x_label={EVIL!r}").replace(
        "for x in (1, 2, 4)", f"for x in ({FORMULA_CSV!r}, {EVIL!r}, '+1')"
    ).replace('kind="line"', 'kind="bar"')  # fmt: skip
    code = code.replace("[x + i / 10", "[1 + i / 10")
    project.write("snippets/ch01_tiny.py", code)
    project.write(
        "snippets/formulas.py",
        FORMULAS.replace("IMPORTS", "formulas.formula").replace('"개수의 곱절"', repr(EVIL)),
    )
    facts = FACTS.replace("title: 시험 문서, org: 시험", f"title: {json.dumps(EVIL)}, org: 시험")
    for key, words in {"statement": "지어낸 장치의 대역폭", "conditions": "시험용"}.items():
        facts = facts.replace(f"{key}: {words}", f"{key}: {json.dumps(EVIL)}")
    project.write("docs/facts.yaml", facts)
    project.write("docs/appendix/facts.md", "# 사실\n\n" + fence("facts", "facts"))
    project.write("docs/appendix/build.md", "# 빌드\n\n" + fence("build", "figures"))
    fences = [("figure", "ch01.growth"), ("formula", "ch01.twice"),
              ("claim", "ch01.many"), ("claim", "ch01.fast")]  # fmt: skip
    project.write(
        "docs/index.md",
        "# 시험\n\n값은 {fact}`A01`, {figure}`ch01.twice`, {figure}`ch01.time`입니다.\n\n"
        + "\n".join(fence(*one) for one in fences),
    )


class Alive(HTMLParser):
    """Notes each place of a page where a payload would run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._raw = ""
        self.seen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._raw = tag if tag in {"script", "style"} else ""
        for name, value in attrs:
            if "PWN" in name or (name.startswith("on") and "PWN" in (value or "")):
                self.found.append(f"<{tag} {name}>")
            if name in {"href", "src", "action", "xlink:href"} and (
                urlsplit((value or "").strip().lower()).scheme not in {"", "http", "https"}
                and not (value or "").startswith("data:image/")
            ):
                self.found.append(f"<{tag} {name}={value}>")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self._raw = ""

    def handle_data(self, data: str) -> None:
        self.seen += data.count("PWN")
        if self._raw and "PWN" in data:
            self.found.append(f"<{self._raw}>{data[:60]}")


def alive(html: str) -> Alive:
    reader = Alive()
    reader.feed(html)
    return reader


@pytest.mark.parametrize("payload", CORPUS[:4] + CORPUS[7:8])
def test_the_reader_of_this_test_sees_what_is_alive(payload: str) -> None:
    """Put unescaped where it was made for, each payload is found."""
    page = f"<p>{payload}</p><a title=\"{payload}\">a</a><b title='{payload}'>b</b>"
    assert alive(page).found


def test_nothing_on_a_page_is_alive(site: Path) -> None:
    pages = {path.relative_to(site).as_posix(): alive(path.read_text("utf-8"))
             for path in sorted(site.rglob("*.html"))}  # fmt: skip
    assert {name: one.found for name, one in pages.items() if one.found} == {}
    assert pages["index.html"].seen > 50  # the words are there, as words
    assert pages["appendix/facts/index.html"].seen > 10
    assert pages["appendix/build/index.html"].seen > 0


def test_scripts_and_sheets_hold_none_of_it(site: Path) -> None:
    sheets = [*site.rglob("*.css"), *site.rglob("*.js")]
    assert [one.name for one in sheets if "PWN" in one.read_text("utf-8")] == []


def cells(site: Path) -> Iterator[str]:
    for path in site.rglob("*.csv"):
        for row in csv.reader(io.StringIO(path.read_text("utf-8-sig"))):
            yield from row


def test_no_cell_of_a_table_is_a_formula(site: Path) -> None:
    found = [one for one in cells(site) if re.match(r"[\s=+\-@\t\r]", one)]
    assert found == []
    assert f"'{FORMULA_CSV}" in list(cells(site))


def test_the_index_of_the_search_is_json_without_markup(site: Path) -> None:
    index = json.loads((site / "search/search_index.json").read_text("utf-8"))
    said = [text for one in index["docs"] for text in (one["title"], one["text"])]
    assert any("PWN" in one for one in said)
    live = [one for one in said if alive(one).found]
    assert live == []  # Material's worker writes both into the page as HTML


def test_data_of_a_build_is_json(site: Path) -> None:
    for path in site.rglob("data/*.json"):
        json.loads(path.read_text("utf-8"))
    assert "PWN" in (site / "data/ch01.json").read_text("utf-8")


def test_links_lead_to_pages_or_over_http_only(site: Path) -> None:
    html = "".join(path.read_text("utf-8") for path in site.rglob("*.html"))
    schemes = {found.lower() for found in re.findall(r'href="?([A-Za-z][\w+.-]*):', html)}
    assert schemes <= {"http", "https", "data"}


def test_the_feed_is_xml_whatever_a_title_says() -> None:
    from dataclasses import replace

    listing = replace(LISTING, title=EVIL, figures={"ch01.time": ("ms", EVIL)})
    text = feed.feed([Past(listing, ())], "https://example.org/", EVIL)
    root = ElementTree.fromstring(text)
    title = root.find("{http://www.w3.org/2005/Atom}title")
    assert title is not None
    assert title.text == f"{EVIL}: 달라진 수치"


@pytest.mark.parametrize(
    "url", ["javascript:PWN()", "data:text/html,PWN", "//evil.example", "file:///etc/passwd",
            " https://a b", "ftp://x.example/"],
)  # fmt: skip
def test_a_source_of_a_fact_is_a_web_page(project: Project, url: str) -> None:
    project.write("docs/facts.yaml", FACTS.replace("'https://example.org/'", json.dumps(url)))
    from snippets.evidence.facts.file import load

    codes = [one.code for one in load(project.root / "docs/facts.yaml", None).problems]
    assert codes == ["fact-url"]
