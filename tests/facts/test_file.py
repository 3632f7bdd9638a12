from __future__ import annotations

import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from snippets.evidence.facts.file import load
from tests.facts.samples import GOOD, facts, problems

ROOT = Path(__file__).resolve().parents[2]
REAL = ROOT / "docs/facts.yaml"

BAD = {
    "unknown key": (
        ("    conditions: SXM\n", "    conditions: SXM\n    statment: x\n"),
        "docs/facts.yaml:8: fact-key-unknown 사실 A03: 모르는 항목입니다: statment "
        "(혹시 statement인가요?)",
    ),
    "unknown key in a source": (
        ("      locator: 사양표\n", "      locator: 사양표\n      page: 3\n"),
        "docs/facts.yaml:13: fact-key-unknown 사실 A03: 모르는 항목입니다: page "
        "(쓸 수 있는 항목: title, org, year, locator, url)",
    ),
    "unknown key in a part": (
        ("        unit: TB/s\n", "        unit: TB/s\n        unite: x\n"),
        "docs/facts.yaml:26: fact-key-unknown 사실 A05: 모르는 항목입니다: unite "
        "(혹시 unit인가요?)",
    ),
    "no condition": (
        ("    conditions: SXM\n", ""),
        "docs/facts.yaml:2: fact-key-missing 사실 A03: 'conditions' 항목이 없습니다 "
        "(어떤 조건에서 맞는 값인지 적으세요)",
    ),
    "blank condition": (
        ("    conditions: SXM\n", "    conditions: ' '\n"),
        "docs/facts.yaml:7: fact-empty 사실 A03: 'conditions' 항목이 비었습니다 "
        "(어떤 조건에서 맞는 값인지 적으세요)",
    ),
    "no locator": (
        ("      locator: 사양표\n", ""),
        "docs/facts.yaml:8: fact-key-missing 사실 A03: 'locator' 항목이 없습니다 "
        "(원문의 어디인지(표, 절, 식, 파일) 적으세요)",
    ),
    "unit that is none": (
        ("unit: TB/s", "unit: tb/s"),
        "docs/facts.yaml:6: fact-unit-unknown 사실 A03: 모르는 단위입니다: tb/s (혹시 TB/s인가요?)",
    ),
    "unit that is none, in a part": (
        ("        unit: TB/s", "        unit: GBps"),
        "docs/facts.yaml:25: fact-unit-unknown 사실 A05: 모르는 단위입니다: GBps "
        "(혹시 GB/s인가요?)",
    ),
    "unit that is none, in a flow part": (
        ("unit: GB}", "unit: 기가}"),
        "docs/facts.yaml:22: fact-unit-unknown 사실 A05: 모르는 단위입니다: 기가 "
        "(쓸 수 있는 단위는 snippets/evidence/units.py에 있습니다)",
    ),
    "unit stuck to its number": (
        ("value: 3.35\n", "value: 80GB\n"),
        "docs/facts.yaml:5: fact-unit-stuck 사실 A03: 수에 단위가 붙어 있습니다: 80GB "
        "(value에 80, unit에 GB처럼 나누어 적으세요)",
    ),
    "unit stuck, in a part": (
        ("value: 141,", "value: 141 GB,"),
        "docs/facts.yaml:22: fact-unit-stuck 사실 A05: 수에 단위가 붙어 있습니다: 141 GB "
        "(value에 141, unit에 GB처럼 나누어 적으세요)",
    ),
    "number as text": (
        ("value: 3.35\n", "value: 3.4e38\n"),
        "docs/facts.yaml:5: fact-number 사실 A03: 수가 글로 적혀 있습니다: 3.4e38 "
        "(따옴표와 자릿수 쉼표를 빼세요. 지수는 3.4e+38처럼 소수점과 부호까지 적습니다)",
    ),
    "not a number": (
        ("value: 141,", "value: 많음,"),
        "docs/facts.yaml:22: fact-type 사실 A05: 'value'는 수여야 합니다: 많음 "
        "(수를 따옴표 없이 적으세요)",
    ),
    "infinite": (
        ("value: 3.35\n", "value: .inf\n"),
        "docs/facts.yaml:5: fact-type 사실 A03: 'value'는 수여야 합니다: inf "
        "(수를 따옴표 없이 적으세요)",
    ),
    "true for a number": (
        ("value: 141,", "value: yes,"),
        "docs/facts.yaml:22: fact-type 사실 A05: 'value'는 수여야 합니다: True "
        "(수를 따옴표 없이 적으세요)",
    ),
    "number without unit": (
        ("unit: TB/s", "unit: null"),
        "docs/facts.yaml:6: fact-unit-missing 사실 A03: 수에 단위가 없습니다 "
        "(단위를 적으세요. 단위가 없는 수는 '1'입니다)",
    ),
    "words with a unit": (
        ("value: 3.35\n", "value: 크다\n"),
        "docs/facts.yaml:6: fact-unit-stray 사실 A03: 수 하나가 아닌 값에 단위가 있습니다 "
        "(값마다 unit을 적거나, 글 안에 단위를 넣고 null로 두세요)",
    ),
    "id twice": (
        ("id: A05", "id: A03"),
        "docs/facts.yaml:18: fact-id-twice 사실 A03: 같은 번호가 두 번 나옵니다 "
        "(2번째 줄에 이미 있습니다. 새 번호를 주세요)",
    ),
    "id of another form": (
        ("id: A03", "id: Ａ０３"),
        "docs/facts.yaml:2: fact-id 사실 Ａ０３: 번호의 꼴이 다릅니다: Ａ０３ "
        "(사실은 A05, 불일치는 D05처럼 반각 영문자와 두 자리 수로 적으세요)",
    ),
    "label twice": (
        ("label: 대역폭", "label: 용량"),
        "docs/facts.yaml:23: fact-label-twice 사실 A05: 같은 이름표가 두 번 나옵니다: 용량 "
        "(하나를 바꾸세요)",
    ),
    "label with a blank": (
        ("label: 대역폭", "label: 대역 폭"),
        "docs/facts.yaml:23: fact-label 사실 A05: 이름표의 꼴이 다릅니다: 대역 폭 "
        "(빈칸 없이 글자, 숫자, - + . 만 쓰세요)",
    ),
    "grade out of the list": (
        ("grade: PRIMARY", "grade: primary"),
        "docs/facts.yaml:14: fact-choice 사실 A03: grade에 쓸 수 없는 값입니다: primary "
        "(혹시 PRIMARY인가요?)",
    ),
    "claim type out of the list": (
        ("claim_type: vendor-reported", "claim_type: 소문"),
        "docs/facts.yaml:15: fact-choice 사실 A03: claim_type에 쓸 수 없는 값입니다: 소문 "
        "(쓸 수 있는 값: measured, vendor-reported, calculated, inferred)",
    ),
    "chapter without quotes": (
        ("['04']", "[04]"),
        "docs/facts.yaml:3: fact-type 사실 A03: 'chapters' 자리에 올 수 없는 값입니다: 4 "
        "(글을 적으세요. 수나 true처럼 읽히는 글은 따옴표로 감쌉니다)",
    ),
    "no chapter": (
        ("['04']", "[]"),
        "docs/facts.yaml:3: fact-type 사실 A03: 'chapters' 자리에 올 수 없는 값입니다: [] "
        "(하나 이상 적으세요)",
    ),
    "address that is no page": (
        ("https://example.org/h100?a=1&b=2", "javascript:alert(1)"),
        "docs/facts.yaml:13: fact-url 사실 A03: 주소의 꼴이 다릅니다: javascript:alert(1) "
        "(http:// 또는 https:// 로 시작하는 주소나 null을 적으세요)",
    ),
    "year as text": (
        ("year: 2023", "year: '2023'"),
        "docs/facts.yaml:11: fact-type 사실 A03: 'year' 자리에 올 수 없는 값입니다: 2023 "
        "(네 자리 해를 따옴표 없이 적으세요)",
    ),
    "verified in words": (
        ("verified: true", "verified: 예"),
        "docs/facts.yaml:16: fact-type 사실 A03: 'verified' 자리에 올 수 없는 값입니다: 예 "
        "(true 또는 false를 적으세요)",
    ),
    "disagreement over nothing": (
        ("facts: [A03]", "facts: [A03, A04]"),
        "docs/facts.yaml:51: discrepancy-fact-unknown 불일치 D01: 없는 사실을 가리킵니다: A04 "
        "(혹시 A05인가요?)",
    ),
    "key twice": (
        ("    conditions: SXM\n", "    conditions: SXM\n    conditions: PCIe\n"),
        "docs/facts.yaml:8: fact-key-twice 'conditions' 항목이 두 번 나옵니다 (하나만 남기세요)",
    ),
    "no YAML": (
        ("statement: H100 대역폭은", "statement: H100: 대역폭은"),
        "docs/facts.yaml:4: fact-yaml YAML을 읽을 수 없습니다: mapping values are not allowed "
        "in this context (들여쓰기와 따옴표를 보세요. 쌍점(:) 뒤에 빈칸이 있는 글은 따옴표로 "
        "감쌉니다)",
    ),
    "a tag that does not fit": (
        ("value: 3.35\n", "value: !!int 많음\n"),
        "docs/facts.yaml:5: fact-yaml 값을 읽을 수 없습니다 (꼬리표(!!)를 떼거나 수를 줄이세요)",
    ),
    "an invisible character": (
        ("SXM", "SX\u2028M"),
        "docs/facts.yaml:7: fact-yaml 보이지 않는 글자가 있습니다: U+2028 (그 글자를 지우세요)",
    ),
    "another list": (
        ("discrepancies:", "discrepancy:"),
        "docs/facts.yaml:1: fact-key-missing 'discrepancies' 목록이 없습니다 (비었으면 [])",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_place_is_named_with_its_line(name: str, tmp_path: Path) -> None:
    change, expected = BAD[name]
    assert problems(tmp_path, change)[0] == expected


@pytest.mark.parametrize("name", sorted(set(BAD) - {"another list"}))
def test_one_mistake_is_one_problem(name: str, tmp_path: Path) -> None:
    found = problems(tmp_path, BAD[name][0])
    if name == "id of another form":  # the disagreement that names it says so too
        assert found[1:] == [
            "docs/facts.yaml:51: discrepancy-fact-unknown 불일치 D01: 없는 사실을 가리킵니다: A03 "
            "(혹시 A05인가요?)"
        ]
    else:
        assert found == [BAD[name][1]]


def test_all_problems_are_named_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    names = ["no locator", "grade out of the list", "unit that is none, in a part"]
    names += ["disagreement over nothing", "unit that is none", "blank condition"]
    found = problems(tmp_path, *(BAD[name][0] for name in names))
    assert [one.split(" ")[1] for one in found] == [
        "fact-unit-unknown",
        "fact-empty",
        "fact-key-missing",
        "fact-choice",
        "fact-unit-unknown",
        "discrepancy-fact-unknown",
    ]


def test_with_a_problem_there_are_no_facts(tmp_path: Path) -> None:
    found = facts(tmp_path, GOOD.replace("grade: PRIMARY", "grade: x"))
    assert (dict(found.facts), found.discrepancies) == ({}, ())


def test_a_row_that_is_no_row(tmp_path: Path) -> None:
    text = "facts: [1]\ndiscrepancies: {}\n"
    assert [str(one) for one in facts(tmp_path, text).problems] == [
        "docs/facts.yaml:1: fact-type 사실 1번째: 'facts' 자리에 올 수 없는 값입니다: 1 "
        "('이름: 값' 줄로 적으세요. 모양은 다른 행을 보세요)",
        "docs/facts.yaml:2: fact-type 'discrepancies' 자리에 올 수 없는 값입니다: {} "
        "(- 로 시작하는 줄을 적으세요)",
    ]


@pytest.mark.parametrize("text", ["", "# 비었음\n", "- 1\n", "글"])
def test_a_file_without_lists(text: str, tmp_path: Path) -> None:
    assert [str(one) for one in facts(tmp_path, text).problems] == [
        "docs/facts.yaml:1: fact-type 파일은 facts와 discrepancies 두 목록이어야 합니다 "
        "(facts: 로 시작하세요)"
    ]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    found = load(tmp_path / "none.yaml")
    assert [str(one) for one in found.problems] == [
        "docs/facts.yaml:1: fact-file 사실 파일을 읽을 수 없습니다: No such file or directory "
        "(저장소의 docs/facts.yaml을 되살리세요)"
    ]


def test_a_file_in_another_encoding(tmp_path: Path) -> None:
    found = facts(tmp_path, GOOD.encode().replace("사양표".encode(), "사양표".encode("cp949"), 1))
    assert [str(one) for one in found.problems] == [
        "docs/facts.yaml:12: fact-yaml UTF-8이 아닌 글자가 있습니다 (UTF-8로 저장하세요)"
    ]


def test_windows_line_ends_and_a_mark_in_front_change_no_line(tmp_path: Path) -> None:
    good = facts(tmp_path)
    windows = b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()
    assert facts(tmp_path, windows) == good
    bad = facts(tmp_path, windows.replace(b"grade: PRIMARY", b"grade: X"))
    assert [(one.line, one.code) for one in bad.problems] == [(14, "fact-choice")]


def test_decomposed_korean_is_made_whole(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", GOOD)
    assert decomposed != GOOD
    assert facts(tmp_path, decomposed) == facts(tmp_path)


def test_a_checked_file_is_remembered_until_it_changes(tmp_path: Path) -> None:
    path, cache = tmp_path / "facts.yaml", tmp_path / "cache"
    path.write_text(GOOD, encoding="utf-8")
    first = load(path, cache)
    (memory,) = (cache / "facts").iterdir()
    assert load(path, cache) == first
    memory.write_text("{", encoding="utf-8")  # a damaged memory is no memory
    assert load(path, cache) == first
    path.write_text(GOOD.replace("unit: GB}", "unit: 기가}"), encoding="utf-8")
    assert [one.code for one in load(path, cache).problems] == ["fact-unit-unknown"]
    assert load(path, cache).problems


def test_a_remembered_file_needs_neither_yaml_nor_pint(tmp_path: Path) -> None:
    load(REAL, tmp_path)
    code = (
        "import sys, pathlib; from snippets.evidence.facts.file import load;"
        f"found = load(pathlib.Path({str(REAL)!r}), pathlib.Path({str(tmp_path)!r}));"
        "assert found.facts and not {'pint', 'yaml'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_the_facts_of_the_site_load() -> None:
    found = load(REAL)
    assert [str(one) for one in found.problems] == []
    assert (len(found.facts), len(found.discrepancies)) == (130, 25)
    assert [one.id for one in found.facts.values() if not one.verified] == [
        "W08",
        "A16",
        "B13",
        "K15",
    ]
