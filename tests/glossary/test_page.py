"""The page of the glossary."""

from __future__ import annotations

from pathlib import Path

import markdown
from markdown.treeprocessors import Treeprocessor

from hooks.chapters import Chapters
from hooks.glossary.page import GlossaryFence, check
from hooks.glossary.term import Glossary
from hooks.source import read

from .samples import glossary

CHAPTERS = Chapters({"01": "01-first.md", "C": "appendix/parallel.md"})


def render(found: Glossary, body: str) -> str:
    fences = {"custom_fences": [GlossaryFence(found, CHAPTERS).entry]}
    return markdown.markdown(
        body,
        extensions=["pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": fences},
    )


def test_every_term_in_its_place(tmp_path: Path) -> None:
    assert render(glossary(tmp_path), "```glossary\nterms\n```\n") == (
        '<div class="glossary"><nav class="term-index" aria-label="첫 글자로 찾기">'
        '<a href="#terms-ㅂ">ㅂ</a><a href="#terms-ㅌ">ㅌ</a><a href="#terms-K">K</a></nav>'
        '<section class="term-group"><h3 id="terms-ㅂ">ㅂ</h3><dl>'
        '<div class="term-entry" id="term-batch" data-search-title="배치 (batch)">'
        "<dt data-search-exclude>배치"
        '<span class="term-en" lang="en">batch</span></dt><dd>여러 요청을 묶은 것. '
        '<span class="term-place"><a href="/01-first/">01장</a> · 헷갈리는 짝: '
        '<a href="#pair-token-batch">토큰</a></span></dd></div>'
        '<div class="term-entry" id="term-range" data-search-title="범위 (컵의 크기)">'
        "<dt data-search-exclude>범위"
        '<span class="term-ko">컵의 크기</span></dt><dd>적을 수 있는 수의 폭. '
        '<span class="term-place"><a href="/appendix/parallel/">부록 C</a></span></dd></div>'
        "</dl></section>"
        '<section class="term-group"><h3 id="terms-ㅌ">ㅌ</h3><dl>'
        '<div class="term-entry" id="term-token" data-search-title="토큰 (token)">'
        "<dt data-search-exclude>토큰"
        '<span class="term-en" lang="en">token</span></dt><dd>모델이 글을 읽고 쓰는 단위. '
        '<span class="term-place"><a href="/01-first/">01장</a> · 헷갈리는 짝: '
        '<a href="#pair-token-batch">배치</a></span></dd></div></dl></section>'
        '<section class="term-group"><h3 id="terms-K">K</h3><dl>'
        '<div class="term-entry" id="term-kv-cache" data-search-title="KV 캐시 (KV cache)">'
        "<dt data-search-exclude>KV 캐시"
        '<span class="term-en" lang="en">KV cache</span></dt>'
        "<dd>지난 토큰의 &lt;키&gt;와 값을 남겨 둔 것. "
        '<span class="term-place">06장</span></dd></div></dl></section></div>'
    )


def test_pairs(tmp_path: Path) -> None:
    assert render(glossary(tmp_path), "```glossary\npairs\n```\n") == (
        '<div class="term-pairs"><article class="term-pair" id="pair-token-batch">'
        '<p class="term-names"><a href="#term-token">토큰</a><span class="term-against">/</span>'
        '<a href="#term-batch">배치</a></p><p>단위와 묶음입니다.</p></article></div>'
    )


def test_the_addresses_are_known_while_mkdocs_looks(tmp_path: Path) -> None:
    seen: list[str] = []

    class Look(Treeprocessor):
        def run(self, root: object) -> None:
            seen.extend(one.get("id") for one in root.iter() if one.get("id"))  # type: ignore

    fences = {"custom_fences": [GlossaryFence(glossary(tmp_path), CHAPTERS).entry]}
    md = markdown.Markdown(
        extensions=["pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": fences},
    )
    md.treeprocessors.register(Look(md), "look", 5)
    md.convert("```glossary\nterms\n```\n\n```glossary\npairs\n```\n")
    assert seen == [
        *("term-token", "term-batch", "term-kv-cache", "term-range", "pair-token-batch")
    ]


def test_a_fence_that_names_no_part() -> None:
    body = "글\n\n```glossary\n```\n\n```glossary\nterm\n```\n"
    assert [str(one) for one in check(read("docs/x.md", body))] == [
        "docs/x.md:3: glossary-part glossary 펜스가 가리키는 것이 없습니다: 빈 펜스 "
        "(쓸 수 있는 것: terms, pairs)",
        "docs/x.md:6: glossary-part glossary 펜스가 가리키는 것이 없습니다: term "
        "(쓸 수 있는 것: terms, pairs)",
    ]
