"""Pages that say a number in disguise, or hide text from the checks."""

from __future__ import annotations

import pytest

from hooks import lint
from hooks.plan import plan
from hooks.source import read
from tests.hooks.test_plan import KNOWN

BAD: dict[str, tuple[str, list[str]]] = {
    "capital in a role": (
        "값 {Figure}`ch01.ttft`\n",
        [
            (
                "docs/x.md:1: role-unknown '{Figure}': 쓸 수 없는 "
                "표시입니다 (쓸 수 있는 표시: figure, fact, example)"
            )
        ],
    ),
    "space in a role": (
        "값 {figure }`ch01.ttft`\n",
        [
            (
                "docs/x.md:1: role-unknown '{figure }': 쓸 수 없는 "
                "표시입니다 (쓸 수 있는 표시: figure, fact, example)"
            )
        ],
    ),
    "two backticks": (
        "값 {figure}``ch01.ttft``\n",
        [
            (
                "docs/x.md:1: role-unknown '{figure}': 쓸 수 없는 "
                "표시입니다 (쓸 수 있는 표시: figure, fact, example)"
            )
        ],
    ),
    "empty role": (
        "값 {figure}` `\n",
        [
            (
                "docs/x.md:1: figure-unknown 수치 ' ': 어디에도 선언되지 "
                "않았습니다 (python -m snippets list 로 목록을 보세요)"
            )
        ],
    ),
    "decomposed Korean id": (
        "값 {figure}`ch01.속도`\n",
        [
            (
                "docs/x.md:1: figure-unknown 수치 'ch01.속도': 어디에도 "
                "선언되지 않았습니다 (혹시 ch01.ttft인가요?)"
            )
        ],
    ),
    "very long id": (
        ("값 {figure}`xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`\n"),
        [
            (
                "docs/x.md:1: figure-unknown 수치 "
                "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx': "
                "어디에도 선언되지 않았습니다 (python -m snippets list 로 목록을 "
                "보세요)"
            )
        ],
    ),
    "script as id": (
        "값 {figure}`<script>`\n",
        [
            (
                "docs/x.md:1: figure-unknown 수치 '<script>': 어디에도 "
                "선언되지 않았습니다 (python -m snippets list 로 목록을 보세요)"
            )
        ],
    ),
    "full width number": (
        "응답은 １２ ms입니다.\n",
        [
            (
                "docs/x.md:1: number-bare '１２ ms': 근거 없이 적은 "
                "숫자입니다 (잰 값은 {figure}`ch01.ttft`, 밖에서 가져온 값은 "
                "{fact}`A05`, 지어낸 값은 {example}`12 ms`처럼 적으세요)"
            )
        ],
    ),
    "number in a heading": (
        "# 제목\n\n## 12 GB 메모리\n",
        [
            (
                "docs/x.md:3: number-bare '12 GB': 근거 없이 적은 "
                "숫자입니다 (잰 값은 {figure}`ch01.ttft`, 밖에서 가져온 값은 "
                "{fact}`A05`, 지어낸 값은 {example}`12 ms`처럼 적으세요)"
            )
        ],
    ),
    "number in a table": (
        "| a |\n|---|\n| 3 GB |\n",
        [
            (
                "docs/x.md:3: number-bare '3 GB': 근거 없이 적은 숫자입니다 "
                "(잰 값은 {figure}`ch01.ttft`, 밖에서 가져온 값은 "
                "{fact}`A05`, 지어낸 값은 {example}`12 ms`처럼 적으세요)"
            )
        ],
    ),
    "null byte": (
        "글\x00 12 ms\n",
        [
            (
                "docs/x.md:1: number-bare '12 ms': 근거 없이 적은 "
                "숫자입니다 (잰 값은 {figure}`ch01.ttft`, 밖에서 가져온 값은 "
                "{fact}`A05`, 지어낸 값은 {example}`12 ms`처럼 적으세요)"
            )
        ],
    ),
    "right to left mark": (
        "응답은 12\u202e ms입니다.\n",
        [
            (
                "docs/x.md:1: number-bare '12\u202e ms': 근거 없이 적은 "
                "숫자입니다 (잰 값은 {figure}`ch01.ttft`, 밖에서 가져온 값은 "
                "{fact}`A05`, 지어낸 값은 {example}`12 ms`처럼 적으세요)"
            )
        ],
    ),
    "zero width space in a number": (
        "응답은 1\u200b2 ms입니다.\n",
        [
            (
                "docs/x.md:1: number-bare '2 ms': 근거 없이 적은 숫자입니다 "
                "(잰 값은 {figure}`ch01.ttft`, 밖에서 가져온 값은 "
                "{fact}`A05`, 지어낸 값은 {example}`12 ms`처럼 적으세요)"
            )
        ],
    ),
    "heading of a sign only": (
        "# 가\n\n## →\n",
        [
            (
                "docs/x.md:3: heading-anchor 제목에 글자가 없어 주소를 만들 수 "
                "없습니다 (글자를 적거나 {#이름} 을 붙이세요)"
            )
        ],
    ),
    "tab indent": (
        "글\n\n\t12 ms\n",
        [
            (
                "docs/x.md:3: code-indented 네 칸 더 들여 쓴 글입니다: 검사는 "
                "코드로 읽어 지나칩니다 (코드는 ``` 펜스로, 글은 덜 들여 쓰고, 각주와 정의는 "
                "한 문단으로 적으세요)"
            )
        ],
    ),
    "fence in a list left open": (
        "- 글\n\n    ```text\n    a\n",
        [
            (
                "docs/x.md:3: fence-open 펜스가 닫히지 않았습니다: 이 아래가 모두 "
                "코드로 읽힙니다 (끝에 ``` 한 줄을 더하세요)"
            )
        ],
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_page_is_told_at_its_line(name: str) -> None:
    body, said = BAD[name]
    problems = [*lint.check("docs/x.md", body), *plan([read("docs/x.md", body)], KNOWN).problems]
    assert sorted(map(str, problems)) == said
