from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import markdown
import pytest

from hooks.facts.inline import InlineFacts, check
from hooks.source import read
from snippets.evidence.facts.fact import Facts
from snippets.evidence.facts.file import load
from snippets.evidence.facts.value import FactValue, number_text, quantity_text, resolve
from snippets.evidence.problem import GuideError
from tests.facts import samples

REAL = Path(__file__).resolve().parents[2] / "docs/facts.yaml"


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    return samples.facts(tmp_path)


def render(facts: Facts, body: str) -> str:
    return markdown.markdown(body, extensions=["tables", InlineFacts(facts)])


def test_a_fact_in_a_sentence(facts: Facts) -> None:
    assert render(facts, "대역폭은 {fact}`A03`입니다.").partition("\n<section")[0] == (
        '<p>대역폭은 <span class="fact" data-fact="A03">'
        '<button class="figure-value" popovertarget="fact-card-1" type="button">'
        '<data value="3.35">3.35 TB/s</data>'
        '<span class="badge badge-vendor-reported" title="만들거나 잰 쪽이 스스로 낸 자료입니다. '
        '만든 쪽이 보고한 값입니다">PRIMARY · 보고</span></button>'
        '<span class="figure-card" data-search-exclude="" id="fact-card-1" popover="auto" '
        'role="note"><strong>A03 — 3.35 TB/s</strong>'
        '<span class="fact-says">H100 대역폭은 3.35 TB/s다.</span>'
        + "".join(
            f'<span class="figure-row"><span class="figure-key">{key}</span>'
            f'<span class="figure-text">{words}</span></span>'
            for key, words in (
                ("조건", "SXM"),
                ("등급", "PRIMARY — 만들거나 잰 쪽이 스스로 낸 자료입니다"),
                ("유형", "보고(vendor-reported) — 만든 쪽이 보고한 값입니다"),
                ("출처", "NVIDIA, H100 &lt;datasheet&gt; (2023)"),
                ("위치", "사양표"),
                ("확인", "원문 확인"),
            )
        )
        + '<span class="figure-data fact-links">'
        '<a href="https://example.org/h100?a=1&amp;b=2" rel="noreferrer">'
        "출처 보기 (example.org)</a>"
        '<a href="/appendix/facts.md#fact-A03">사실표에서 보기</a></span></span></span>입니다.</p>'
    )


def test_one_of_several_values_that_nobody_read_in_the_original(facts: Facts) -> None:
    html = render(facts, "{fact}`A05.대역폭`이다").partition("<section")[0]
    assert '<data value="4.8">4.8 TB/s</data>' in html
    assert ">SECONDARY · 계산</span>" in html
    assert (
        '<span class="badge badge-unverified" title="원 출처를 읽지 못해 다른 자료로만 '
        '대조했습니다">원문 미확인</span></button>'
    ) in html
    assert "<strong>A05 · 대역폭 — 4.8 TB/s</strong>" in html
    assert re.findall(r'key">([^<]+)</span><span class="figure-text">([^<]+)', html)[-3:] == [
        ("확인", "원문 미확인 — 옮긴 자료로 대조"),
        ("함께 대조", "옮긴 표, 표 1 (SECONDARY)"),
        ("덧붙임", "덧붙이는 말"),
    ]
    assert "출처 보기" not in html


def test_a_sentence_holds_phrasing_content_only(facts: Facts) -> None:
    paragraph = render(facts, "{fact}`A03` {fact}`A05.용량`").partition("</p>")[0]
    tags = set(re.findall(r"<([a-z0-9]+)", paragraph))
    assert tags == {"p", "span", "button", "data", "strong", "a"}
    assert re.findall(r' id="([^"]+)"', paragraph) == ["fact-card-1", "fact-card-2"]


def test_the_end_of_the_page_names_each_source_once(facts: Facts) -> None:
    html = render(facts, "{fact}`A05.용량` {fact}`A05.대역폭` {fact}`A03`")
    section = html.partition('<section class="figures-used">')[2].replace("\n", "")
    assert section == (
        '<h2 id="이-페이지의-사실과-출처">이 페이지의 사실과 출처</h2><dl>'
        '<dt>A03 PRIMARY · 보고</dt><dd><a href="https://example.org/h100?a=1&amp;b=2" '
        'rel="noreferrer">NVIDIA, H100 &lt;datasheet&gt; (2023), 사양표</a>'
        "<span> — 조건: SXM</span></dd>"
        "<dt>A05 SECONDARY · 계산</dt><dd><span>본 안내서, (계산) (2026), 식</span>"
        "<span> — 원문 미확인. 조건: SXM</span></dd></dl></section>"
    )
    assert render(facts, "글뿐입니다.") == "<p>글뿐입니다.</p>"


def test_code_and_other_roles_are_left_alone(facts: Facts) -> None:
    html = render(facts, "`{fact}` ``{fact}`A03` `` {figure}`A03`")
    assert html == ("<p><code>{fact}</code> <code>{fact}`A03`</code> {figure}<code>A03</code></p>")


def test_a_fact_that_is_not_there_is_shown_missing(facts: Facts) -> None:
    assert render(facts, "{fact}`A99`") == (
        '<p><mark class="figure-missing" role="alert">사실 없음: A99</mark></p>'
    )


def test_every_problem_of_a_page_is_named_with_its_line(facts: Facts) -> None:
    body = (
        "가 {fact}`A04`\n나 {fact}`X77`\n\n다 {fact}`A05.대역`, {fact}`A05.속도`\n"
        "라 {fact}`A05` 마 {fact}`A03.용량` 바 {fact}`A05.용량`\n\n`{fact}` 사\n"
    )
    assert [str(one) for one in check(read("docs/x.md", body), facts)] == [
        "docs/x.md:1: fact-unknown 사실 'A04': 없는 번호입니다 (혹시 A05인가요?)",
        "docs/x.md:2: fact-unknown 사실 'X77': 없는 번호입니다 "
        "(docs/facts.yaml에 있는 번호를 쓰세요)",
        "docs/x.md:4: fact-unknown 사실 'A05.대역': 없는 이름표입니다 (혹시 A05.대역폭인가요?)",
        "docs/x.md:4: fact-unknown 사실 'A05.속도': 없는 이름표입니다 (A05의 이름표: 용량, 대역폭)",
        "docs/x.md:5: fact-ambiguous 사실 'A05': 값이 여럿이라 하나를 골라야 합니다 "
        "(고를 수 있는 것: A05.용량, A05.대역폭)",
        "docs/x.md:5: fact-unknown 사실 'A03.용량': 값이 하나라 이름표가 없습니다 "
        "({fact}`A03` 라고 쓰세요)",
    ]


def test_a_decomposed_name_is_the_same_name(facts: Facts) -> None:
    found = resolve(unicodedata.normalize("NFD", "A05.대역폭"), facts)
    assert isinstance(found, FactValue)
    assert (found.name, found.value, found.unit) == ("A05.대역폭", 4.8, "TB/s")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (8030261248, "8,030,261,248"),
        (16.060522496, "16.0605"),
        (989.4, "989.4"),
        (0.0078125, "0.0078125"),
        (-11.9, "-11.9"),
        (3.4028e38, "3.4028e38"),
        (1.19e-7, "1.19e-7"),
        (5.0, "5"),
        (0, "0"),
    ],
)
def test_digits_are_those_of_the_source(value: float, text: str) -> None:
    assert number_text(value) == text


def test_the_unit_follows_as_korean_wants_it() -> None:
    shown = [quantity_text(36.9, "배"), quantity_text(5, "%"), quantity_text(4.8, "TB/s")]
    shown += [quantity_text(256, "1"), quantity_text("L=λW", "")]
    assert shown == ["36.9배", "5%", "4.8 TB/s", "256", "L=λW"]


def test_every_value_of_the_site_can_stand_in_a_sentence() -> None:
    facts = load(REAL)
    names = [
        f"{fact.id}.{part.label}" if part else fact.id
        for fact in facts.facts.values()
        for part in (fact.value if isinstance(fact.value, tuple) else (None,))
    ]
    assert len(names) == 304
    body = "\n\n".join(f"{{fact}}`{name}`" for name in names)
    assert list(check(read("docs/x.md", body), facts)) == []
    assert render(facts, body).count('class="fact"') == len(names)
    assert not [name for name in names if isinstance(resolve(name, facts), GuideError)]
