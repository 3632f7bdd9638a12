"""A ``calculator`` fence as HTML: complete without JavaScript."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from markdown import Markdown

from hooks.calculator_fence import CalculatorFence
from hooks.known import Known
from hooks.plan import plan
from hooks.source import read

from .guide import CALCULATORS, KNOWN, worked

CALCULATED = '<span class="badge badge-calculated" title="입력과 식을 남긴 산술입니다">계산</span>'
REPORTED = '<span class="badge badge-vendor-reported" title="만든 쪽이 보고한 값입니다">보고</span>'


def html(name: str) -> str:
    fence = CalculatorFence(CALCULATORS, worked())
    settings = {"pymdownx.superfences": {"custom_fences": [fence.entry]}}
    md = Markdown(extensions=["pymdownx.superfences"], extension_configs=settings)
    return re.sub("<math.*?</math>", "<math/>", md.convert(f"```calculator\n{name}\n```"))


def test_an_input_from_a_fact_an_example_and_what_the_formula_states() -> None:
    shown = html("roofline")
    assert shown.startswith(
        '<div class="calculator" id="calculator-roofline" data-calculator="roofline" role="group" '
        'aria-labelledby="calculator-roofline-title"><p class="calculator-title" '
        'id="calculator-roofline-title">루프라인: 연산인가, 대역폭인가</p>'
        '<dl class="calculator-fields"><div data-field="P"><dt><math/> '
        '<span class="calculator-label">최대 연산 속도</span></dt><dd>'
        '<span class="calculator-value"><data value="989.4">989.4 TFLOP/s</data></span> '
        f'<span class="calculator-source">{REPORTED} <span class="formula-grade">PRIMARY</span> '
        '<a href="/appendix/facts/#fact-A02"><code>A02.dense</code></a></span></dd></div>'
    )
    assert (
        '<dd><span class="calculator-value"><data value="1.0">1토큰</data></span> '
        '<span class="calculator-source">예로 든 값</span></dd>'
    ) in shown
    assert (
        '<span class="calculator-value"><data value="2.0">2 FLOP/파라미터/토큰</data></span> '
        '<span class="calculator-source">식에서 정한 값</span>'
    ) in shown


def test_a_result_with_its_formula_its_numbers_and_its_strength() -> None:
    shown = html("roofline")
    assert (
        '<div class="calculator-step" data-step="R"><p class="calculator-result">'
        '<span class="calculator-label">릿지 포인트</span> <span class="calculator-amount">'
        '<span class="calculator-value"><data value="295.34328358208955">295.3 FLOP/B</data>'
        f'</span></span> <span class="calculator-source">{CALCULATED} '
        '<span class="formula-grade">PRIMARY</span> 입력: 보고</span></p>'
        '<div class="calculator-lines" role="region" tabindex="0" aria-label="식: 릿지 포인트">'
        '<math/><div class="calculator-numbers"><math/></div></div></div>'
        '<p class="calculator-reading">연산 강도가 릿지 포인트를 넘지 않습니다. 메모리 대역폭이 '
        "한계를 정합니다.</p>"
    ) in shown
    assert '<p class="calculator-reading" hidden></p>' in html("kv")


def test_words_of_a_choice_shares_limits_and_conditions() -> None:
    assert '<span class="calculator-value">임베딩 비공유</span>' in html("parameters")
    shown = html("request")
    assert 'data-part="decode" data-share="s_D" style="--share:93.7">' in shown
    assert "<b>이 식이 빼놓은 것.</b> 네트워크, 접수와 인증" in shown
    none = "사실표나 잰 값에서 온 입력이 없습니다."
    assert f"<summary>입력의 조건</summary><ul><li>{none}</li></ul>" in shown
    assert "<li>A02.dense: SXM5, FP32 누산, 이론 최대." in html("roofline")


def test_no_dead_form_without_javascript() -> None:
    for name in CALCULATORS:
        assert not re.search("<(form|input|select|button|script)", html(name))


def test_a_page_that_asks_for_a_calculator_needs_its_experiments() -> None:
    page = read("docs/x.md", "글\n\n```calculator\nrequest\n```\n\n```calculator\nkv\n```\n")
    made = plan([page], KNOWN)
    assert made.problems == ()
    assert {name: (use.id, use.line) for name, use in made.first_use.items()} == {
        "ch01": ("ch01.long_queue", 3)
    }


def test_a_calculator_that_nobody_declares() -> None:
    made = plan([read("docs/x.md", "글\n\n```calculator\nkvv\n```\n")], KNOWN)
    assert [str(one) for one in made.problems] == [
        "docs/x.md:3: calculator-unknown 계산기 'kvv': 어디에도 선언되지 않았습니다 "
        "(혹시 kv인가요?)"
    ]
    assert "calculator" not in html("kvv")


WARM = """
import sys
from pathlib import Path
from hooks.calculators import module, work_out
from hooks.evidence import Evidence
from hooks.known import Known

evidence = Evidence()
known = Known.at(Path(sys.argv[1]))
assert work_out(known, evidence, Path(sys.argv[2])) == ()
assert "8030261248" in module(evidence.calculators)
print(sorted({"sympy", "pint", "latex2mathml"} & set(sys.modules)))
"""


def test_a_warm_build_imports_neither_sympy_nor_pint(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", WARM, str(root), str(tmp_path)]
    told = [
        subprocess.run(command, capture_output=True, text=True, check=True, cwd=root).stdout
        for _ in range(2)
    ]
    assert told == ["['latex2mathml', 'pint', 'sympy']\n", "[]\n"]


def test_a_project_without_calculators_has_none(tmp_path: Path) -> None:
    assert Known.at(tmp_path).calculators == {}
