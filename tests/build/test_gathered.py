"""What is gathered from one place and shown in another, in a real build."""

from __future__ import annotations

import re

from tests.conftest import ROOT, Project
from tests.glossary.samples import GOOD

TEXT = "# 글\n\n토큰이라면 배치하지 않고 배치로, `토큰`.\n"
LISTED = "# 용어\n\n토큰은\n\n```glossary\nterms\n```\n\n```glossary\npairs\n```\n"


def test_terms_lead_to_their_place_from_every_depth(measured: Project) -> None:
    measured.write("docs/glossary.yaml", GOOD)
    measured.write("docs/appendix/glossary.md", LISTED)
    measured.write("docs/text.md", TEXT)
    measured.write("docs/appendix/deep.md", TEXT)
    result = measured.build("--strict")
    assert result.returncode == 0, result.stderr
    found = {
        page: re.findall(r'<a class="term" href="([^"]*)"[^>]*>([^<]*)</a>', measured.page(page))
        for page in ("text/index.html", "appendix/deep/index.html", "appendix/glossary/index.html")
    }
    assert found == {
        "text/index.html": [
            ("../appendix/glossary/#term-token", "토큰"),
            ("../appendix/glossary/#term-batch", "배치"),
        ],
        "appendix/deep/index.html": [
            ("../glossary/#term-token", "토큰"),
            ("../glossary/#term-batch", "배치"),
        ],
        "appendix/glossary/index.html": [],
    }


def test_errors_of_the_file_of_terms_stop_the_build(measured: Project) -> None:
    measured.write("docs/glossary.yaml", GOOD.replace("id: token", "id: Token"))
    measured.write("docs/x.md", "# 글\n\n```glossary\nword\n```\n\n```formulas\nall\n```\n")
    assert measured.errors() == [
        "docs/glossary.yaml:2: term-id 용어 Token: id의 꼴이 다릅니다: Token "
        "(kv-cache처럼 소문자와 숫자와 붙임표로 적으세요)",
        "docs/glossary.yaml:26: pair-term-unknown 짝 1번째: 없는 용어를 가리킵니다: token "
        "(혹시 Token인가요?)",
        "docs/x.md:3: glossary-part glossary 펜스가 가리키는 것이 없습니다: word "
        "(쓸 수 있는 것: terms, pairs)",
        "docs/x.md:7: formulas-part formulas 펜스가 가리키는 것이 없습니다: all "
        "(쓸 수 있는 것: list, symbols)",
    ]


def test_answers_are_rendered_with_their_figures(measured: Project) -> None:
    chapter = (ROOT / "tests/corpus/chapter.md").read_text(encoding="utf-8")
    assert "{figure}" not in chapter
    measured.write(
        "docs/01-first.md", chapter.replace("1. ", "1. {figure}`ch01.time`인 까닭은? ", 1)
    )
    measured.write("docs/appendix/answers.md", "---\ntitle: 답\n---\n# 답\n\n```answers\n```\n")
    result = measured.build("--strict")
    assert result.returncode == 0, result.stderr
    page = measured.page("appendix/answers/index.html")
    assert '<details class="success" open="open">' in page
    assert page.count('data-figure="ch01.time"') == 1
