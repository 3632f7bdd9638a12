from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import markdown
import pytest
import quickjs

from hooks.facts.page import FactsFence, check
from hooks.source import read
from snippets.evidence.facts.fact import Facts
from snippets.evidence.facts.file import load
from tests.facts import samples

ROOT = Path(__file__).resolve().parents[2]
MODULE = ROOT / "docs/assets/facts.mjs"


def render(facts: Facts, body: str) -> str:
    fences = {"custom_fences": [FactsFence(facts).entry]}
    return markdown.markdown(
        body,
        extensions=["pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": fences},
    )


@pytest.fixture(scope="module")
def site() -> Facts:
    return load(ROOT / "docs/facts.yaml")


def test_a_fact_on_the_page(tmp_path: Path) -> None:
    html = render(samples.facts(tmp_path), "```facts\nfacts\n```\n")
    article = html[html.index('<article class="fact-entry" id="fact-A05"') :]
    assert article == (
        '<article class="fact-entry" id="fact-A05" '
        'data-search-title="A05 · H200은 141 GB, 4.8 TB/s다." '
        'data-chapter="04 C" data-grade="SECONDARY" data-type="calculated" data-verified="no" '
        'style="--lines:12"><p class="fact-mark" data-search-exclude>'
        '<a class="fact-id" href="#fact-A05">A05</a>'
        '<span class="badge badge-calculated" title="다른 자료를 옮기거나 해설한 것입니다. '
        '입력과 식을 남긴 산술입니다">SECONDARY · 계산</span>'
        '<span class="badge badge-unverified" title="원 출처를 읽지 못해 다른 자료로만 '
        '대조했습니다">원문 미확인</span>'
        '<span class="fact-chapters">04장 · 부록 C</span></p>'
        '<div class="fact-body"><p class="fact-statement" data-search-exclude>'
        "H200은 141 GB, 4.8 TB/s다.</p>"
        '<ul class="fact-values"><li><span>용량</span><b>141 GB</b></li>'
        "<li><span>대역폭</span><b>4.8 TB/s</b></li></ul></div>"
        '<dl class="fact-ground"><div><dt>조건</dt><dd>SXM</dd></div>'
        "<div><dt>출처</dt><dd>본 안내서, (계산) (2026), 식</dd></div></dl>"
        '<details class="fact-more" open><summary>확인 · 함께 대조 · 덧붙임</summary>'
        '<dl class="fact-ground"><div><dt>확인</dt><dd>원문 미확인 — 옮긴 자료로 대조</dd></div>'
        "<div><dt>함께 대조</dt><dd>옮긴 표, 표 1 (SECONDARY)</dd></div>"
        "<div><dt>덧붙임</dt><dd>덧붙이는 말</dd></div></dl></details>"
        "</article></section></div>"
    )


def test_a_disagreement_on_the_page(tmp_path: Path) -> None:
    assert render(samples.facts(tmp_path), "```facts\ndiscrepancies\n```\n") == (
        '<div class="discrepancies"><article class="discrepancy">'
        '<h3 id="D01"><span class="fact-letter">D01</span> 대역폭</h3>'
        '<p class="discrepancy-kind">판</p><div class="discrepancy-sides">'
        "<p><span>한쪽</span>3.35 TB/s (사양표)</p><p><span>다른 쪽</span>3 TB/s (백서)</p></div>"
        '<dl class="fact-ground"><div><dt>가리는 법</dt><dd>판을 적는다</dd></div>'
        '<div><dt>사실</dt><dd><a href="#fact-A03">A03</a></dd></div>'
        '<div><dt>자료</dt><dd><a class="discrepancy-url" href="https://example.org/paper" '
        'rel="noreferrer">example.org/paper</a></dd></div></dl></article></div>'
    )


def test_disagreements_in_one_line_each_on_another_page(tmp_path: Path) -> None:
    assert render(samples.facts(tmp_path), "```facts\nindex\n```\n") == (
        '<ul class="discrepancy-index"><li><a href="/appendix/facts/#D01">D01</a> 대역폭</li></ul>'
    )


def test_what_a_source_says_is_inert(tmp_path: Path) -> None:
    html = render(samples.facts(tmp_path), "```facts\nfacts\n```\n")
    assert "H100 &lt;datasheet&gt;" in html
    assert 'href="https://example.org/h100?a=1&amp;b=2"' in html


class Tags(HTMLParser):
    """Whether every element is closed where it was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.ids += [value for key, value in attrs if key == "id" and value]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_of_the_site_shows_every_fact_and_every_disagreement(site: Facts) -> None:
    body = (ROOT / "docs/appendix/facts.md").read_text(encoding="utf-8")
    assert list(check(read("docs/appendix/facts.md", body), site)) == []
    html = render(site, body)
    tags = Tags()
    tags.feed(html)
    assert tags.open == []
    assert len(tags.ids) == len(set(tags.ids))
    assert html.count('<article class="fact-entry"') == 130
    assert html.count('<article class="discrepancy"') == 25
    assert html.count('class="badge badge-unverified"') == 4
    assert html.count('class="fact-group"') == 9
    assert {one[1:] for one in re.findall(r'href="(#[^"]+)"', html)} <= set(tags.ids)
    assert "사실 130개</output>" in html


def test_the_addresses_in_a_fence_are_known_while_mkdocs_looks(tmp_path: Path) -> None:
    seen: list[str] = []

    class Look(markdown.treeprocessors.Treeprocessor):
        def run(self, root: object) -> None:
            seen.extend(one.get("id") for one in root.iter() if one.get("id"))  # type: ignore

    fences = {"custom_fences": [FactsFence(samples.facts(tmp_path)).entry]}
    md = markdown.Markdown(
        extensions=["pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": fences},
    )
    md.treeprocessors.register(Look(md), "look", 5)
    html = md.convert("```facts\nfacts\n```\n\n```facts\ndiscrepancies\n```\n")
    assert seen == ["fact-A03", "fact-A05", "D01"]
    assert html.count('id="fact-A03"') == 1


def test_a_fence_that_names_no_part(tmp_path: Path) -> None:
    facts = samples.facts(tmp_path)
    body = "글\n\n```facts\n```\n\n```facts\nfact\n```\n\n```facts\nD01\nD02\n```\n"
    can = "(쓸 수 있는 것: facts, discrepancies, index, 또는 한 줄에 하나씩 D01 같은 번호)"
    missing = "facts-part facts 펜스가 가리키는 것이 없습니다"
    assert [str(one) for one in check(read("docs/x.md", body), facts)] == [
        f"docs/x.md:3: {missing}: 빈 펜스 {can}",
        f"docs/x.md:6: {missing}: fact {can}",
        f"docs/x.md:10: {missing}: D01 D02 {can}",
    ]


def test_some_disagreements_in_a_chapter_link_to_the_page_of_facts(tmp_path: Path) -> None:
    facts = samples.facts(tmp_path)
    body = "```facts\nD01\n```\n"
    assert list(check(read("docs/x.md", body), facts)) == []
    html = render(facts, body)
    assert html.startswith(
        '<div class="discrepancies"><article class="discrepancy">'
        '<h4 id="D01"><span class="fact-letter">D01</span> 대역폭</h4>'
    )
    assert '<dd><a href="/appendix/facts/#fact-A03">A03</a></dd>' in html


def script(expression: str) -> object:
    """Run an expression over the pure functions of the module."""
    context = quickjs.Context()
    text = re.sub(r"^import .*$", "", MODULE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    context.module(f"{text}\nglobalThis.found = JSON.stringify({expression});")
    return json.loads(str(context.eval("found")))


@pytest.mark.parametrize(
    ("choice", "shown"),
    [
        ("{}", True),
        ("{chapter: '04'}", True),
        ("{chapter: 'C'}", True),
        ("{chapter: '0'}", False),
        ("{chapter: '04', grade: 'SECONDARY'}", True),
        ("{chapter: '04', grade: 'PRIMARY'}", False),
        ("{verified: 'yes'}", False),
        ("{type: 'calculated', verified: 'no'}", True),
    ],
)
def test_what_a_choice_shows(choice: str, shown: bool) -> None:
    fact = "{chapter: '04 C', grade: 'SECONDARY', type: 'calculated', verified: 'no'}"
    assert script(f"matches({fact}, {choice})") is shown


def test_the_count_is_told() -> None:
    assert script("[count(126, 126), count(4, 126)]") == ["사실 126개", "사실 126개 가운데 4개"]


@pytest.mark.skipif(shutil.which("node") is None, reason="URLSearchParams needs a browser or node")
def test_a_choice_survives_in_the_address_beside_what_else_is_there() -> None:
    code = (
        f"const m = await import({MODULE.as_uri()!r});"
        "const c = m.read('?h=x&chapter=04&grade=PRIMARY');"
        "console.log(JSON.stringify([c, m.write('?h=x', c), m.write('?h=x&grade=A', {}),"
        " m.write('?grade=A', {})]))"
    )
    done = subprocess.run(
        ["node", "--input-type=module", "-e", code], capture_output=True, check=True, text=True
    )
    assert json.loads(done.stdout) == [
        {"chapter": "04", "grade": "PRIMARY", "type": "", "verified": ""},
        "?h=x&chapter=04&grade=PRIMARY",
        "?h=x",
        "",
    ]


def test_the_module_is_small() -> None:
    import gzip

    assert len(gzip.compress(MODULE.read_bytes())) < 2048
