"""Fences that ask for nothing, for too much, or never end."""

from __future__ import annotations

import pytest

from hooks import lint
from hooks.plan import plan
from hooks.source import read
from tests.hooks.test_plan import KNOWN

BAD: dict[str, tuple[str, list[str]]] = {
    "figure without an id": (
        "```figure\n```\n",
        [
            (
                "docs/x.md:1: chart-empty 도표에 수치가 없습니다 (펜스 안에 "
                "계열의 id 하나, 또는 수치의 id를 한 줄에 하나씩 적으세요)"
            )
        ],
    ),
    "figure of two units": (
        "```figure\nch01.none\nch01.ttft\n```\n",
        [
            (
                "docs/x.md:2: chart-id-unknown 'ch01.none': 어느 "
                "실험도 선언하지 않은 수치입니다 (python -m snippets list 로 "
                "목록을 보세요)"
            )
        ],
    ),
    "figure with an unknown option": (
        '```figure {size="3"}\nch01.ttft\n```\n',
        [
            (
                "docs/x.md:1: fence-option figure 펜스에 없는 속성입니다: "
                "size (쓸 수 있는 속성은 caption입니다)"
            )
        ],
    ),
    "claim without an id": (
        "```claim\n\n```\n",
        [
            (
                "docs/x.md:1: claim-unknown 주장 '': 어디에도 선언되지 "
                "않았습니다 (python -m snippets list 로 목록을 보세요)"
            )
        ],
    ),
    "formula that nobody declares": (
        "```formula\nch01.zero\n```\n",
        [
            (
                "docs/x.md:2: formula-unknown 식 'ch01.zero': "
                "어디에도 선언되지 않았습니다 (python -m snippets list 로 목록을 "
                "보세요)"
            )
        ],
    ),
    "calculator with two ids": (
        "```calculator\na\nb\n```\n",
        [
            (
                "docs/x.md:1: calculator-unknown 계산기 'a\nb': 어디에도 "
                "선언되지 않았습니다 (python -m snippets list 로 목록을 보세요)"
            )
        ],
    ),
    "option twice": (
        ('```mermaid {trace="x" trace="ch01.requst"}\nflowchart TB\n```\n'),
        [
            (
                "docs/x.md:1: fence-header 펜스의 속성을 읽을 수 없습니다 "
                '(```mermaid {trace="ch01.request"} 처럼 값을 따옴표로 '
                "감싸세요)"
            )
        ],
    ),
    "option with a quote left open": (
        ('```mermaid {trace="ch01.request}\nflowchart TB\n```\n'),
        [
            (
                "docs/x.md:1: fence-header 펜스의 속성을 읽을 수 없습니다 "
                '(```mermaid {trace="ch01.request"} 처럼 값을 따옴표로 '
                "감싸세요)"
            )
        ],
    ),
    "bars with two values": (
        "```bars\n가 = ch01.ttft, ch01.ttft\n```\n",
        [
            (
                "docs/x.md:2: bars-line 막대 하나에는 이름과 수치 셋이 있어야 "
                "합니다 (이름 = 큐 수치, prefill 수치, decode 수치)"
            )
        ],
    ),
    "bars of nothing declared": (
        "```bars\n가 = a, b, c\n```\n",
        [
            (
                "docs/x.md:2: figure-unknown 수치 'a': 어디에도 선언되지 "
                "않았습니다 (python -m snippets list 로 목록을 보세요)"
            ),
            (
                "docs/x.md:2: figure-unknown 수치 'b': 어디에도 선언되지 "
                "않았습니다 (python -m snippets list 로 목록을 보세요)"
            ),
            (
                "docs/x.md:2: figure-unknown 수치 'c': 어디에도 선언되지 "
                "않았습니다 (python -m snippets list 로 목록을 보세요)"
            ),
        ],
    ),
    "compare with one trace": (
        '```compare {diagram="d"}\nch01.request\n```\n',
        [
            (
                "docs/x.md:1: compare-two 서로 다른 추적 둘을 견줍니다 (지금은 "
                "1개) (한 줄에 하나씩, 두 줄을 적으세요)"
            ),
            (
                "docs/x.md:2: compare-line 추적 하나에는 id와 부를 이름이 "
                "있어야 합니다 (ch01.queued = 줄을 선 손님)"
            ),
        ],
    ),
    "compare without a diagram": (
        ("```compare\n가 = ch01.request\n나 = ch01.request\n```\n"),
        [
            (
                "docs/x.md:1: compare-diagram 어느 그림에 견주는지 적지 "
                '않았습니다 (```compare {diagram="journey"} 처럼 적으세요)'
            ),
            (
                "docs/x.md:2: trace-unknown 추적 '가': 어디에도 선언되지 "
                "않았습니다 (python -m snippets list 로 목록을 보세요)"
            ),
            (
                "docs/x.md:3: trace-unknown 추적 '나': 어디에도 선언되지 "
                "않았습니다 (python -m snippets list 로 목록을 보세요)"
            ),
        ],
    ),
    "device without lines": (
        "```device\n```\n",
        [
            (
                "docs/x.md:1: device-short device 펜스에 줄이 0개 있습니다 "
                "(B마다 한 줄씩, 적어도 4줄을 적으세요)"
            )
        ],
    ),
    "device line that is none": (
        "```device\n가나다\n```\n",
        [
            (
                "docs/x.md:1: device-short device 펜스에 줄이 1개 있습니다 "
                "(B마다 한 줄씩, 적어도 4줄을 적으세요)"
            ),
            (
                "docs/x.md:2: device-line device 펜스의 줄은 B와 수치 "
                "셋입니다 (첫 줄은 1 = GFLOP/s, GB/s, 다음부터 B = 배, "
                "GFLOP/s, GB/s. B는 1, 2, 4의 배수를 커지는 차례로)"
            ),
        ],
    ),
    "fence shorter than it began": (
        "````figure\nch01.ttft\n```\n",
        [
            (
                "docs/x.md:1: fence-open 펜스가 닫히지 않았습니다: 이 아래가 모두 "
                "코드로 읽힙니다 (끝에 ```` 한 줄을 더하세요)"
            ),
            (
                "docs/x.md:3: chart-id-unknown '```': 어느 실험도 "
                "선언하지 않은 수치입니다 (python -m snippets list 로 목록을 "
                "보세요)"
            ),
        ],
    ),
    "tilde closed by ticks": (
        "~~~claim\nch01.x\n```\n",
        [
            (
                "docs/x.md:1: claim-unknown 주장 'ch01.x\n```': "
                "어디에도 선언되지 않았습니다 (python -m snippets list 로 목록을 "
                "보세요)"
            ),
            (
                "docs/x.md:1: fence-open 펜스가 닫히지 않았습니다: 이 아래가 모두 "
                "코드로 읽힙니다 (끝에 ~~~ 한 줄을 더하세요)"
            ),
        ],
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_fence_is_told_at_its_line(name: str) -> None:
    body, said = BAD[name]
    problems = [*lint.check("docs/x.md", body), *plan([read("docs/x.md", body)], KNOWN).problems]
    assert sorted(map(str, problems)) == said
