"""All formulas on one page, from their declarations."""

from __future__ import annotations

import re
from pathlib import Path

import markdown
import pytest

from hooks.chapters import Chapters
from hooks.evidence import Evidence
from hooks.formula_list.fence import FormulasFence, check
from hooks.formula_list.kinds import kind
from hooks.known import Known
from hooks.source import read
from snippets.evidence.facts.fact import Facts
from snippets.evidence.formulas.formula import Constant, Formula, Input

ROOT = Path(__file__).resolve().parents[2]

FORMULAS = (
    Formula(
        id="ch05.ridge_a",
        label="가의 릿지",
        symbol="R",
        expression="P / B",
        unit="FLOP/B",
        inputs={"P": Constant(1, "TFLOP/s", "최대"), "B": Constant(1, "TB/s", "대역폭")},
    ),
    Formula(
        id="ch05.ridge_b",
        label="나의 <릿지>",
        symbol="R",
        expression="P / B",
        unit="FLOP/B",
        inputs={"P": Constant(1, "GFLOP/s", "최대"), "B": Constant(1, "GB/s", "넓이")},
    ),
    Formula(
        id="ch02.size",
        label="식이 말하는 크기",
        symbol="B",
        expression="N * e",
        unit="GB",
        inputs={
            "N": Input("ch05.ridge_a", "아무것"),
            "e": Constant(2, "B/parameter", "수 하나"),
            "f_m": Input("nothing", "없는 것"),
        },
    ),
)
KNOWN = Known({}, {one.id: one for one in FORMULAS}, Facts())
SOURCES = {"05-x.md": read("docs/05-x.md", "```formula\nch05.ridge_b\n```\n")}


def render(body: str, known: Known = KNOWN) -> str:
    fence = FormulasFence(known, Evidence(), SOURCES, Chapters({"05": "05-x.md"}))
    return markdown.markdown(
        body,
        extensions=["pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": {"custom_fences": [fence.entry]}},
    )


def test_formulas_of_one_expression_stand_together() -> None:
    assert render("```formulas\nlist\n```\n") == (
        '<div class="formulas"><nav class="term-index" aria-label="장으로 찾기">'
        '<a href="#formulas-02">02장</a><a href="#formulas-05">05장</a></nav>'
        '<section class="formula-group"><h3 id="formulas-02">02장</h3>'
        '<article class="formula-row"><div class="formula-lines" role="region" tabindex="0" '
        'aria-label="식: 식이 말하는 크기"><code>B = N * e</code></div>'
        "<div><ul><li>식이 말하는 크기 <code>ch02.size</code></li></ul>"
        '<p class="formula-unit">단위 GB</p><dl>'
        "<div><dt><var>N</var></dt><dd>아무것</dd></div>"
        "<div><dt><var>e</var></dt><dd>수 하나</dd></div>"
        "<div><dt><var>f</var><sub>m</sub></dt><dd>없는 것</dd></div></dl></div>"
        "</article></section>"
        '<section class="formula-group"><h3 id="formulas-05"><a href="/05-x/">05장</a></h3>'
        '<article class="formula-row"><div class="formula-lines" role="region" tabindex="0" '
        'aria-label="식: 가의 릿지"><code>R = P / B</code></div>'
        "<div><ul><li>가의 릿지 <code>ch05.ridge_a</code></li>"
        '<li><a href="/05-x/#formula-ch05.ridge_b">나의 &lt;릿지&gt;</a> '
        "<code>ch05.ridge_b</code></li></ul>"
        '<p class="formula-unit">단위 FLOP/B</p><dl>'
        "<div><dt><var>P</var></dt><dd>최대</dd></div>"
        "<div><dt><var>B</var></dt><dd>대역폭 · 넓이</dd></div></dl></div>"
        "</article></section></div>"
    )


def test_a_letter_that_stands_for_two_kinds_says_so() -> None:
    again = ' <span class="symbol-again">뜻이 갈림</span>'
    assert render("```formulas\nsymbols\n```\n") == (
        '<dl class="symbols">'
        f"<div><dt><var>B</var>{again}</dt><dd><b>바이트/시간</b> 대역폭 (05장), 넓이 (05장)</dd>"
        "<dd><b>바이트</b> 크기 (02장)</dd></div>"
        "<div><dt><var>e</var></dt><dd><b>바이트</b> 수 하나 (02장)</dd></div>"
        "<div><dt><var>f</var><sub>m</sub></dt><dd><b>수</b> 없는 것 (02장)</dd></div>"
        "<div><dt><var>N</var></dt><dd><b>연산/바이트</b> 아무것 (02장)</dd></div>"
        "<div><dt><var>P</var></dt><dd><b>연산/시간</b> 최대 (05장)</dd></div>"
        "<div><dt><var>R</var></dt><dd><b>연산/바이트</b> 가의 릿지 (05장), "
        "나의 &lt;릿지&gt; (05장)</dd></div></dl>"
    )


@pytest.mark.parametrize(
    ("unit", "wanted"),
    [
        ("TB/s", "바이트/시간"),
        ("GiB", "바이트"),
        ("B/토큰", "바이트"),
        ("Gb/s", "비트/시간"),
        ("비트/파라미터", "비트"),
        ("FLOP/B", "연산/바이트"),
        ("FLOP/cycle", "연산/사이클"),
        ("FLOP/op", "수"),
        ("토큰/s", "수/시간"),
        ("ms", "시간"),
        ("µs", "시간"),
        ("min", "시간"),
        ("GHz", "진동수"),
        ("1", "수"),
        ("", "수"),
        ("%", "비"),
        ("W", "전력"),
        ("lm", "lm"),
    ],
)
def test_the_kind_of_a_unit(unit: str, wanted: str) -> None:
    assert kind(unit) == wanted


def test_every_formula_of_the_guide_is_there_once() -> None:
    known = Known.at(ROOT)
    html = render("```formulas\nlist\n```\n", known)
    names = re.findall(r"<code>((?:ch|app)[\w.]+)</code></li>", html)
    assert sorted(names) == sorted(known.formulas)
    body = (ROOT / "docs/appendix/units.md").read_text(encoding="utf-8")
    assert list(check(read("docs/appendix/units.md", body))) == []


def test_every_unit_of_the_guide_has_a_kind() -> None:
    html = render("```formulas\nsymbols\n```\n", Known.at(ROOT))
    kinds = {part for name in re.findall(r"<dd><b>([^<]*)</b>", html) for part in name.split("/")}
    assert kinds <= {*("바이트", "비트", "시간", "연산", "사이클", "진동수", "전력", "비", "수")}


def test_a_fence_that_names_no_part() -> None:
    assert [str(one) for one in check(read("docs/x.md", "```formulas\nall\n```\n"))] == [
        "docs/x.md:1: formulas-part formulas 펜스가 가리키는 것이 없습니다: all "
        "(쓸 수 있는 것: list, symbols)"
    ]
