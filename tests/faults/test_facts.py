"""A facts file that is damaged in ways that an editor, a merge or a stranger would."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.facts.samples import problems

BAD: dict[str, tuple[tuple[str, str], list[str]]] = {
    "id that is a number": (
        ("id: A03", "id: 3"),
        [
            (
                "docs/facts.yaml:2: fact-type 사실 1번째: 'id' 자리에 올 "
                "수 없는 값입니다: 3 (글을 적으세요. 수나 true처럼 읽히는 글은 따옴표로 "
                "감쌉니다)"
            ),
            (
                "docs/facts.yaml:51: discrepancy-fact-unknown "
                "불일치 D01: 없는 사실을 가리킵니다: A03 (혹시 A05인가요?)"
            ),
        ],
    ),
    "id that is empty": (
        ("id: A03", "id: ''"),
        [
            (
                "docs/facts.yaml:2: fact-id 사실 1번째: 번호의 꼴이 다릅니다: "
                " (사실은 A05, 불일치는 D05처럼 반각 영문자와 두 자리 수로 적으세요)"
            ),
            (
                "docs/facts.yaml:51: discrepancy-fact-unknown "
                "불일치 D01: 없는 사실을 가리킵니다: A03 (혹시 A05인가요?)"
            ),
        ],
    ),
    "not a number (nan)": (
        ("value: 3.35\n", "value: .nan\n"),
        [
            (
                "docs/facts.yaml:5: fact-type 사실 A03: 'value'는 "
                "수여야 합니다: nan (수를 따옴표 없이 적으세요)"
            )
        ],
    ),
    "a tab for indentation": (
        ("    conditions: SXM\n", "\tconditions: SXM\n"),
        [
            (
                "docs/facts.yaml:7: fact-yaml YAML을 읽을 수 없습니다: "
                "found a tab character that violates indentation "
                "(들여쓰기와 따옴표를 보세요. 쌍점(:) 뒤에 빈칸이 있는 글은 따옴표로 감쌉니다)"
            )
        ],
    ),
    "an anchor that is not there": (
        ("conditions: SXM", "conditions: *none"),
        [
            (
                "docs/facts.yaml:7: fact-yaml YAML을 읽을 수 없습니다: "
                "found undefined alias (들여쓰기와 따옴표를 보세요. 쌍점(:) 뒤에 "
                "빈칸이 있는 글은 따옴표로 감쌉니다)"
            )
        ],
    ),
    "two documents": (
        ("discrepancies:\n", "---\ndiscrepancies:\n"),
        [
            (
                "docs/facts.yaml:44: fact-yaml YAML을 읽을 수 없습니다: "
                "but found another document (들여쓰기와 따옴표를 보세요. "
                "쌍점(:) 뒤에 빈칸이 있는 글은 따옴표로 감쌉니다)"
            )
        ],
    ),
    "a python object": (
        ("conditions: SXM", ("conditions: !!python/object/apply:os.system ['true']")),
        [
            (
                "docs/facts.yaml:7: fact-yaml YAML을 읽을 수 없습니다: "
                "could not determine a constructor for the tag "
                "'tag:yaml.org,2002:python/object/apply:os.system"
                "' (들여쓰기와 따옴표를 보세요. 쌍점(:) 뒤에 빈칸이 있는 글은 따옴표로 감쌉니다)"
            )
        ],
    ),
    "source that is text": (
        (
            (
                "    source:\n      title: H100 <datasheet>\n      "
                "org: NVIDIA\n      year: 2023\n      locator: "
                "사양표\n      url: https://example.org/h100?a=1&b=2\n"
            ),
            "    source: 사양표\n",
        ),
        [
            (
                "docs/facts.yaml:8: fact-type 사실 A03: 'source' "
                "자리에 올 수 없는 값입니다: 사양표 ('이름: 값' 줄로 적으세요. 모양은 다른 "
                "행을 보세요)"
            )
        ],
    ),
    "an address with a blank": (
        ("https://example.org/copy", "https://example.org/a b"),
        [
            (
                "docs/facts.yaml:40: fact-url 사실 A05: 주소의 꼴이 "
                "다릅니다: https://example.org/a b (http:// 또는 "
                "https:// 로 시작하는 주소나 null을 적으세요)"
            )
        ],
    ),
    "a year of the future in five digits": (
        ("year: 2023", "year: 20230"),
        [
            (
                "docs/facts.yaml:11: fact-type 사실 A03: 'year' "
                "자리에 올 수 없는 값입니다: 20230 (네 자리 해를 적으세요)"
            )
        ],
    ),
    "a null byte": (
        ("SXM", "S\x00XM"),
        [("docs/facts.yaml:7: fact-yaml 보이지 않는 글자가 있습니다: U+0000 (그 글자를 지우세요)")],
    ),
    "a merge conflict": (
        ("discrepancies:\n", "<<<<<<< HEAD\ndiscrepancies:\n"),
        [
            (
                "docs/facts.yaml:45: fact-yaml YAML을 읽을 수 없습니다: "
                "could not find expected ':' (들여쓰기와 따옴표를 보세요. "
                "쌍점(:) 뒤에 빈칸이 있는 글은 따옴표로 감쌉니다)"
            )
        ],
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_told_at_its_line(name: str, tmp_path: Path) -> None:
    change, said = BAD[name]
    assert problems(tmp_path, change) == said
