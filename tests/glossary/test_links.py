"""Where on a page terms are linked: whole documents, compared whole."""

from __future__ import annotations

from pathlib import Path

import markdown
import pytest

from hooks.glossary.file import load
from hooks.glossary.linker import TermLinks
from hooks.glossary.term import Term

from .samples import glossary

ROOT = Path(__file__).resolve().parents[2]
EXTENSIONS = [
    *("admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables"),
    *("pymdownx.blocks.admonition", "pymdownx.blocks.details", "pymdownx.superfences"),
]
LINKS = {
    "토큰": '<a class="term" href="/appendix/glossary.md#term-token" '
    'title="토큰: 모델이 글을 읽고 쓰는 단위.">토큰</a>',
    "배치": '<a class="term" href="/appendix/glossary.md#term-batch" '
    'title="배치: 여러 요청을 묶은 것.">배치</a>',
    "KV 캐시": '<a class="term" href="/appendix/glossary.md#term-kv-cache" '
    'title="KV 캐시: 지난 토큰의 &lt;키&gt;와 값을 남겨 둔 것.">KV 캐시</a>',
}


@pytest.fixture
def terms(tmp_path: Path) -> dict[str, Term]:
    return dict(glossary(tmp_path).terms)


def render(body: str, terms: dict[str, Term], wanted: bool = True) -> str:
    """The page, with a link written as its words in brackets."""
    links = TermLinks(terms, lambda: wanted)
    html = markdown.markdown(body, extensions=[*EXTENSIONS, links])
    for words, link in LINKS.items():
        html = html.replace(link, f"[{words}]")
    return html


def test_a_link_leads_to_the_glossary_and_carries_the_meaning(terms: dict[str, Term]) -> None:
    page = markdown.markdown("KV 캐시는 큽니다.", extensions=[TermLinks(terms, lambda: True)])
    assert page == f"<p>{LINKS['KV 캐시']}는 큽니다.</p>"


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("토큰과 **배치**와 토큰", "<p>[토큰]과 <strong>[배치]</strong>와 토큰</p>"),
        ("- 토큰은\n- 토큰을", "<ul>\n<li>[토큰]은</li>\n<li>토큰을</li>\n</ul>"),
        ("*토큰*을 배치로, 토큰을", "<p><em>[토큰]</em>을 [배치]로, 토큰을</p>"),
        ("> 토큰입니다", "<blockquote>\n<p>[토큰]입니다</p>\n</blockquote>"),
        # Headings, links, code.
        ("# 토큰\n\n토큰", "<h1>토큰</h1>\n<p>[토큰]</p>"),
        ("[토큰](#a)과 토큰", '<p><a href="#a">토큰</a>과 [토큰]</p>'),
        ("`토큰`과 토큰", "<p><code>토큰</code>과 [토큰]</p>"),
        ("**[토큰의 뜻](#a)**, 배치", '<p><strong><a href="#a">토큰의 뜻</a></strong>, [배치]</p>'),
        # What defines a word is no place to send a reader away from.
        ("**토큰**\n:   토큰은", "<dl>\n<dt><strong>토큰</strong></dt>\n<dd>[토큰]은</dd>\n</dl>"),
        # Raw HTML in a sentence.
        ("2<sup>토큰</sup>과 배치", "<p>2<sup>[토큰]</sup>과 [배치]</p>"),
        ('<a href="#a">토큰</a>과 토큰', '<p><a href="#a">토큰</a>과 [토큰]</p>'),
        ("<kbd>토큰</kbd> 배치", "<p><kbd>토큰</kbd> [배치]</p>"),
        ("토큰 &amp; 배치 < 토큰", "<p>[토큰] &amp; [배치] &lt; 토큰</p>"),
        # What attributes name.
        ("토큰{.x}\n{: .hero }\n\n토큰", '<p class="hero">토큰{.x}</p>\n<p>[토큰]</p>'),
        ("낱말", "<p>낱말</p>"),
        ("", ""),
    ],
)
def test_running_text_and_nothing_else(terms: dict[str, Term], body: str, wanted: str) -> None:
    assert render(body, terms) == wanted


def test_boxes_tables_and_fences(terms: dict[str, Term]) -> None:
    body = (
        "/// admonition | 토큰\n토큰은\n///\n\n"
        "/// details | 배치\n배치는\n///\n\n"
        "| KV 캐시 |\n|---|\n| KV 캐시 |\n\n"
        "```text\n토큰\n```\n"
    )
    assert render(body, terms) == (
        '<div class="admonition">\n<p class="admonition-title">토큰</p>\n<p>[토큰]은</p>\n</div>\n'
        "<details>\n<summary>배치</summary>\n<p>[배치]는</p>\n</details>\n"
        "<table>\n<thead>\n<tr>\n<th>KV 캐시</th>\n</tr>\n</thead>\n"
        "<tbody>\n<tr>\n<td>[KV 캐시]</td>\n</tr>\n</tbody>\n</table>\n"
        '<div class="highlight"><pre><span></span><code>토큰\n</code></pre></div>'
    )


def test_a_footnote_comes_after_the_text(terms: dict[str, Term]) -> None:
    html = render("글[^1]\n\n[^1]: 토큰은\n\n토큰을", terms)
    assert "<p>[토큰]을</p>" in html
    assert "토큰은&#160;<a" in html


def test_a_page_that_wants_none(terms: dict[str, Term]) -> None:
    assert render("토큰", terms, wanted=False) == "<p>토큰</p>"
    assert render("토큰", {}) == "<p>토큰</p>"


def test_every_page_begins_anew(terms: dict[str, Term]) -> None:
    links = TermLinks(terms, lambda: True)
    pages = [markdown.markdown("토큰", extensions=[links]) for _ in range(2)]
    assert pages == [f"<p>{LINKS['토큰']}</p>"] * 2


def test_the_terms_of_the_guide_are_good_and_stand_where_they_say() -> None:
    found = load(ROOT / "docs/glossary.yaml")
    assert [str(one) for one in found.problems] == []
    assert len(found.terms) > 100
    for term in found.terms.values():
        pages = sorted((ROOT / "docs").glob(f"{term.chapter}-*.md"))
        if pages:  # an appendix, or a chapter that is not there yet
            text = " ".join(pages[0].read_text(encoding="utf-8").split())
            assert any(word in text for word in term.words), f"{term.id}: not in {term.chapter}"
