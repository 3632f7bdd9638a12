from __future__ import annotations

import re
from pathlib import Path

import markdown
import pytest

from hooks.evidence import Evidence, How, Standing
from hooks.inline import InlineFigures
from snippets.evidence.figure import counted, measured
from tests.evidence.test_record import record

CORPUS = Path(__file__).parent.parent / "corpus"


@pytest.fixture
def evidence() -> Evidence:
    figures = {
        "ch01.time": measured("ch01.time", "ms", [1.0, 1.1, 1.2, 1.3, 1.4, 1.5]),
        "ch01.count": counted("ch01.count", "개", 3),
        "ch01.ratio": counted("ch01.ratio", "배", 2),
        "ch01.odd": counted("ch01.odd", "개", 1).model_copy(
            update={"label": "</script>{{ x }}`|*굵게*\x1b[31m"}
        ),
    }
    taken = record().model_copy(update={"figures": figures})
    return Evidence(standings={"ch01": Standing(taken, How.EXECUTED)})


def render(evidence: Evidence, body: str) -> str:
    return markdown.markdown(body, extensions=["tables", InlineFigures(evidence)])


def test_a_figure_in_a_sentence(evidence: Evidence) -> None:
    html = render(evidence, "모두 {figure}`ch01.count`입니다.")
    sentence, _, rest = html.partition('<span class="figure-card"')
    assert sentence == (
        '<p>모두 <span class="figure" data-figure="ch01.count" id="ch01.count">'
        '<button class="figure-value" popovertarget="figure-1" type="button">'
        '<data value="3.0">3개</data>'
        '<span class="badge badge-measured" title="공개한 조건에서 관측한 값입니다">측정</span>'
        "</button>"
    )
    assert "</span></span>입니다.</p>" in rest


def test_the_spread_stands_beside_the_value(evidence: Evidence) -> None:
    html = render(evidence, "{figure}`ch01.time`")
    assert '<data value="1.25">1.2 ms</data><span class="figure-spread">[1.0–1.5]</span>' in html


def test_a_sentence_holds_phrasing_content_only(evidence: Evidence) -> None:
    paragraph = render(evidence, "모두 {figure}`ch01.count`입니다.").partition("</p>")[0]
    tags = set(re.findall(r"<([a-z0-9]+)", paragraph))
    assert tags == {"p", "span", "button", "data", "strong", "a"}


def test_each_use_has_a_card_of_its_own(evidence: Evidence) -> None:
    html = render(evidence, "{figure}`ch01.count` {figure}`ch01.count`\n\n{figure}`ch01.time`")
    assert re.findall(r' id="(figure-\d+)"', html) == ["figure-1", "figure-2", "figure-3"]
    assert re.findall(r'popovertarget="(figure-\d+)"', html) == ["figure-1", "figure-2", "figure-3"]


def test_a_figure_has_an_address_where_it_first_stands(evidence: Evidence) -> None:
    html = render(evidence, "{figure}`ch01.count` {figure}`ch01.count`\n\n{figure}`ch01.time`")
    assert re.findall(r' id="(ch01[^"]*)"', html) == ["ch01.count", "ch01.time"]


# Only a page that shows what was measured names the machine.
BUILT = (
    '\n<p class="built">잰 기계: 가상 머신, 시험 CPU · vCPU 2개 · RAM 24 GiB'
    " · 2026-11-30 00:00 UTC, 1초 동안</p>"
)


def test_the_end_of_the_page_lists_each_figure_once(evidence: Evidence) -> None:
    html = render(evidence, "{figure}`ch01.count` {figure}`ch01.count` {figure}`ch01.time`")
    section = html.partition('<section class="figures-used">')[2]
    assert re.findall(r"<code>(ch01\.\w+)</code>", section) == ["ch01.count", "ch01.time"]
    assert section.count("ch01.json 내려받기") == 1
    assert html.endswith(BUILT)


def test_a_page_without_figures_has_no_such_list(evidence: Evidence) -> None:
    assert render(evidence, "글뿐입니다.") == "<p>글뿐입니다.</p>"


def test_a_site_without_records_claims_no_machine() -> None:
    assert render(Evidence(), "글뿐입니다.") == "<p>글뿐입니다.</p>"


def test_code_stays_code(evidence: Evidence) -> None:
    html = render(evidence, "`{figure}` 그리고 ``{figure}`ch01.count` ``")
    assert html == "<p><code>{figure}</code> 그리고 <code>{figure}`ch01.count`</code></p>"


def test_what_has_no_record_is_shown_missing_never_empty(evidence: Evidence) -> None:
    assert render(evidence, "{figure}`ch09.x`") == (
        '<p><mark class="figure-missing" role="alert">수치 없음: ch09.x</mark></p>'
    )


def test_what_a_record_says_is_inert(evidence: Evidence) -> None:
    html = render(evidence, "| a |\n|---|\n| {figure}`ch01.odd` |\n")
    assert "&lt;/script&gt;{{ x }}`|*굵게*" in html
    assert "</script>" not in html


def test_the_corpus_shows_as_many_figures_as_it_asks_for(evidence: Evidence) -> None:
    body = (CORPUS / "awkward.md").read_text(encoding="utf-8")
    plain = ["tables", "pymdownx.superfences", "pymdownx.blocks.details"]
    html = markdown.markdown(body, extensions=[*plain, InlineFigures(evidence)])
    assert html.count('data-figure="') == 5
