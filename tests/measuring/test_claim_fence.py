from __future__ import annotations

import re

import markdown
import pytest

from hooks.claim_fence import ClaimFence, read
from snippets.evidence.claim import Claim, Judged, judge
from snippets.evidence.predicate import Predicate, at_least, equal, within
from tests.measuring.test_claim import FIGURES

HOSTILE = "</section><script>alert(1)</script>{{ x }} `a` **굵게** \x02wzxhzdk:0\x03 \x1b[31m &amp; {figure}`ch01.x`"  # noqa: E501


def judged(test: Predicate, sentence: str = "둘은 같은 시간이 걸린다.") -> Judged:
    return judge(Claim(id="ch01.same", sentence=sentence, test=test), FIGURES.get)


def render(found: Judged | None, body: str = "ch01.same") -> str:
    fence = ClaimFence(lambda name: found if name == "ch01.same" else None)
    return markdown.markdown(
        f"앞\n\n```claim\n{body}\n```\n\n뒤\n",
        extensions=["pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": {"custom_fences": [fence.entry]}},
    )


def test_a_supported_claim() -> None:
    assert render(judged(within("ch01.ratio", 0.8, 1.25))) == (
        "<p>앞</p>\n"
        '<div class="claim" role="group" id="claim-ch01-same" data-claim="ch01.same" '
        'data-verdict="supported" aria-labelledby="claim-ch01-same-sentence">'
        '<p class="claim-kind">주장</p>'
        '<p class="claim-sentence" id="claim-ch01-same-sentence">둘은 같은 시간이 걸린다.</p>'
        '<p class="claim-verdict"><strong class="verdict"><span aria-hidden="true">○</span> 지지'
        "</strong> 95% 구간 전체가 검사를 만족합니다</p>"
        '<dl class="claim-rows"><div><dt>종단 시간 비</dt><dd>'
        '<a href="#이-페이지의-수치와-조건"><data value="1.0">1.0배</data></a> '
        '<span class="figure-spread">[0.9–1.1]</span></dd></div>'
        "<div><dt>검사</dt><dd>0.8 ≤ 종단 시간 비 ≤ 1.25</dd></div>"
        "<div><dt>반박되려면</dt><dd>종단 시간 비 &lt; 0.8 또는 종단 시간 비 &gt; 1.25</dd></div>"
        "</dl></div>\n<p>뒤</p>"
    )


@pytest.mark.parametrize(
    ("test", "word"),
    [
        (at_least("ch01.ratio", 2), "× 반박"),
        (at_least("ch01.ratio", 1), "△ 판정불가"),
        (at_least("ch01.dark", 1), "△ 판정불가"),
        (at_least("ch01.none", 1), "△ 판정불가"),
        (equal("ch01.tokens", 16), "○ 지지"),
    ],
)
def test_a_verdict_is_read_without_colour(test: Predicate, word: str) -> None:
    assert word in re.sub(r"<[^>]+>", "", render(judged(test)))


def test_a_withheld_figure_is_no_number() -> None:
    html = render(judged(at_least("ch01.dark", 1)))
    assert "판정불가 — 기계가 바빴습니다 (조용한 회차 3/12)</a>" in html
    assert "<data" not in html


def test_a_figure_that_is_not_there() -> None:
    html = render(judged(at_least("ch01.none", 1)))
    assert "<dt>ch01.none</dt><dd>수치 없음</dd>" in html


def test_a_deterministic_claim_says_so() -> None:
    claim = Claim(id="ch01.same", sentence="x", test=equal("ch01.tokens", 16), deterministic=True)
    assert "주장 · 어긋나면 빌드가 멈춥니다" in render(judge(claim, FIGURES.get))


def test_a_hostile_sentence_is_inert() -> None:
    html = render(judged(equal("ch01.tokens", 16), HOSTILE))
    assert (
        "&lt;/section&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{ x }} `a` **굵게** wzxhzdk:0 [31m "
        "&amp;amp; {figure}`ch01.x`</p>"
    ) in html
    assert html.count("<div") == html.count("</div>") == 4  # the claim and its three rows
    assert "section" not in re.sub("&lt;.*?&gt;", "", html)
    assert "<script" not in html


@pytest.mark.parametrize("body", ["ch01.other", "", "<b>", "ch01.same\nch01.same"])
def test_a_claim_that_is_not_there_stands_out(body: str) -> None:
    html = render(judged(equal("ch01.tokens", 16)), body)
    assert 'role="alert">주장 없음: ' in html
    assert "<b>" not in html


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("ch01.same", "ch01.same"),
        ("  ch01.same_2 \n\n", "ch01.same_2"),
        ("", None),
        ("ch01", None),
        ("ch01.a\nch01.b", None),
        ('ch01.a" onclick="x', None),
    ],
)
def test_reading_a_fence(body: str, name: str | None) -> None:
    assert read(body) == name


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("ch01.same\n", "ch01.same"),
        ("bench.flat", "bench.flat"),
        ("ch1.same", None),
        ("bench.flat bench.near", None),
    ],
)
def test_a_fence_holds_one_id_of_a_chapter_or_of_the_bench(body: str, found: str | None) -> None:
    assert read(body) == found
