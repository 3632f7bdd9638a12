"""A ``formula`` fence, as HTML."""

from __future__ import annotations

import re
from dataclasses import replace

from markdown import Markdown

from hooks.formula_fence import FormulaFence, Named, read
from snippets.evidence.figure import ClaimType
from snippets.evidence.formulas.evaluation import evaluate_all
from snippets.evidence.formulas.formula import Constant, Formula, Input
from snippets.evidence.formulas.outcome import Outcome
from snippets.evidence.formulas.quantity import Quantity
from snippets.evidence.withheld import Withheld

from .given import exact, resolver

FORMULAS = (
    Formula(
        id="ch01.k",
        label="토큰 하나의 <KV>",
        expression="2 * d",
        unit="B",
        inputs={"d": Constant(64, "B", "폭")},
    ),
    Formula(
        id="ch01.time",
        label="시간",
        symbol="t",
        expression="k / b",
        unit="ns",
        inputs={"k": Input("ch01.k", "KV"), "b": Input("A05", "대역폭")},
        measured="ch01.seen",
        band=(0.5, 2),
    ),
)
KNOWN = {
    "A05": Quantity(
        value=2,
        low=None,
        high=None,
        unit="GB/s",
        claim_type=ClaimType.VENDOR_REPORTED,
        grade="PRIMARY",
        conditions=("A05: H100 <SXM>",),
        link="https://x.example/?a&b",
    ),
    "ch01.seen": Quantity(
        value=80,
        low=60,
        high=100,
        unit="ns",
        claim_type=ClaimType.MEASURED,
        link="/data/ch01.json",
        here=False,
    ),
}
CALCULATED = '<span class="badge badge-calculated" title="입력과 식을 남긴 산술입니다">계산</span>'
MADE = evaluate_all(FORMULAS, resolver(KNOWN))


def html(*names: str, found: dict[str, Outcome | Withheld] | None = None) -> str:
    fence = FormulaFence((found or MADE.outcomes).get)
    settings = {"pymdownx.superfences": {"custom_fences": [fence.entry]}}
    md = Markdown(extensions=["pymdownx.superfences"], extension_configs=settings)
    text = md.convert("\n\n".join(f"```formula\n{name}\n```" for name in names))
    return re.sub("<math.*?</math>", "<math/>", text)


def test_reads_one_id_a_line() -> None:
    assert read("ch01.k\n\n  ch01.time \n") == (Named("ch01.k", 1), Named("ch01.time", 3))


def test_a_formula_of_constants() -> None:
    assert html("ch01.k") == (
        '<div class="formula"><section id="formula-ch01.k">'
        '<p class="formula-title">토큰 하나의 &lt;KV&gt;</p>'
        '<div class="formula-lines" role="region" tabindex="0" '
        'aria-label="식: 토큰 하나의 &lt;KV&gt;"><math/><math/></div>'
        '<dl class="formula-inputs"><div><dt><math/></dt><dd>폭 <data value="64.0">64 B</data> '
        '<span class="formula-stated">식에서 정한 값</span></dd></div></dl>'
        '<p>결과: <span data-figure="ch01.k"><data value="128.0">128 B</data>'
        f"{CALCULATED}</span></p>"
        "</section></div>"
    )


def test_inputs_with_badge_grade_source_and_what_was_measured() -> None:
    shown = html("ch01.k", "ch01.time").rpartition("<dl")[2]
    assert shown == (
        ' class="formula-inputs"><div><dt><math/></dt><dd>KV <data value="128.0">128 B</data>'
        f'{CALCULATED} <a href="#formula-ch01.k"><code>ch01.k</code></a></dd></div>'
        '<div><dt><math/></dt><dd>대역폭 <data value="2.0">2 GB/s</data>'
        '<span class="badge badge-vendor-reported" title="만든 쪽이 보고한 값입니다">보고</span> '
        '<span class="formula-grade">PRIMARY</span> '
        '<a href="https://x.example/?a&amp;b"><code>A05</code></a></dd></div></dl>'
        '<p>결과: <span data-figure="ch01.time"><data value="64.0">64 ns</data>'
        f'{CALCULATED}</span> <span class="formula-grade">PRIMARY</span></p>'
        '<p>잰 값: <data value="80.0">80 ns</data> <span class="figure-spread">[60–100]</span>'
        '<span class="badge badge-measured" title="공개한 조건에서 관측한 값입니다">'
        '다른 기계에서 측정</span> <a href="/data/ch01.json"><code>ch01.seen</code></a>. '
        "측정 ÷ 계산 = 1.25 [0.938–1.56], 맞는다고 볼 범위 0.5–2의 안에 있습니다.</p>"
        "<details><summary>입력의 조건</summary><ul><li>A05: H100 &lt;SXM&gt;</li></ul></details>"
        "</section></div>"
    )


def test_an_input_that_this_page_does_not_show_has_no_link() -> None:
    assert "<code>ch01.k</code></dd>" in html("ch01.time")


def test_no_id_stands_twice() -> None:
    assert html("ch01.k", "ch01.k").count('id="formula-ch01.k"') == 1


def test_a_formula_that_is_withheld() -> None:
    found: dict[str, Outcome | Withheld] = {
        "ch01.k": Withheld(id="ch01.k", label="값", unit="B", reason="기계가 <바빴습니다>")
    }
    assert html("ch01.k", found=found) == (
        '<div class="formula"><section id="formula-ch01.k"><p class="formula-title">값</p>'
        "<p><strong>판정불가</strong> — 기계가 &lt;바빴습니다&gt;</p></section></div>"
    )


def test_a_formula_that_there_is_not() -> None:
    assert html("ch01.none") == '<div class="formula"></div>'


def test_equal_to_the_digit() -> None:
    passes = Formula(
        id="ch01.passes",
        label="순전파",
        expression="1 + (n - 1)",
        unit="번",
        inputs={"n": Input("ch01.tokens", "토큰")},
        measured="ch01.seen",
    )
    seen = exact(16, "번")
    made = evaluate_all([passes], resolver({"ch01.tokens": exact(16, "개"), "ch01.seen": seen}))
    shown = html("ch01.passes", found=made.outcomes)
    assert '<p>잰 값: <data value="16.0">16번</data>' in shown
    assert "</code>. 식과 정확히 같습니다.</p>" in shown
    added = replace(seen, claim_type=ClaimType.CALCULATED)  # bytes that nobody watched
    made = evaluate_all([passes], resolver({"ch01.tokens": exact(16, "개"), "ch01.seen": added}))
    shown = html("ch01.passes", found=made.outcomes)
    assert '<p>센 값: <data value="16.0">16번</data>' in shown
