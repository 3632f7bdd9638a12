"""Declarations of experiments that Python takes, and the guide does not; and runs that go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Project
from tests.evidence.test_catalogue import GOOD, problem, write
from tests.evidence.test_process import failure

BAD = {
    "an endless time": (
        ("timeout_s=60", "timeout_s=1e999"),
        "7: experiment-malformed timeout_s의 모양이 맞지 않습니다: 1e309 "
        "(timeout_s=60 꼴로 적으세요)",
    ),
    "no time": (
        ("timeout_s=60", "timeout_s=0"),
        "7: experiment-malformed timeout_s의 모양이 맞지 않습니다: 0 (timeout_s=60 꼴로 적으세요)",
    ),
    "less than no time": (
        ("timeout_s=60", "timeout_s=-1"),
        "7: experiment-malformed timeout_s의 모양이 맞지 않습니다: -1 (timeout_s=60 꼴로 적으세요)",
    ),
    "a mistyped argument": (
        ("timeout_s=60", "timeout_s=60, tiemout_s=3"),
        "7: experiment-malformed 실험 선언에 없는 항목입니다: tiemout_s (혹시 timeout_s인가요?)",
    ),
    "a figure twice": (
        ('"ch01.count"', '"ch01.time"'),
        "10: experiment-duplicate 같은 이름을 두 번 선언했습니다: ch01.time "
        "(하나를 지우거나 이름을 바꾸세요)",
    ),
    "an id in capitals": (
        ('    "ch01",', '    "CH01",'),
        "9: experiment-id CH01 실험의 이름이 아닙니다: ch01.time ('CH01.이름' 꼴로 적으세요)",
    ),
    "an id that climbs out of its folder": (
        ('    "ch01",', '    "../x",'),
        "9: experiment-id ../x 실험의 이름이 아닙니다: ch01.time ('../x.이름' 꼴로 적으세요)",
    ),
    "a number for a title": (
        ('title="제목"', "title=3"),
        '6: experiment-malformed title의 모양이 맞지 않습니다: 3 ("글" 꼴로 적으세요)',
    ),
    "a set for a table": (
        ('{"ch01.claim": "문장"}', '{"ch01.claim"}'),
        "13: experiment-malformed claims의 모양이 맞지 않습니다: {'ch01.claim'} "
        '(claims={"chNN.이름": "설명"} 꼴로 적으세요)',
    ),
    "a unit without a label": (
        ('("ms", "걸린 시간")', '("ms",)'),
        "9: experiment-malformed figures의 모양이 맞지 않습니다: ('ms',) "
        '(figures={"chNN.이름": ("단위", "설명")} 꼴로 적으세요)',
    ),
    "a text that is put together": (
        ('title="제목"', 'title=f"{x}"'),
        "6: experiment-not-literal 실험 선언의 값은 글자 그대로 적어야 합니다 "
        "(선언은 가져오지 않고 읽으므로 변수나 함수 호출을 쓸 수 없습니다)",
    ),
    "a null byte": (
        ("제목", "제\x00목"),
        "1: experiment-unreadable 파이썬 문법에 맞지 않습니다: source code string cannot contain "
        "null bytes (이 줄을 고치세요)",
    ),
    "tabs among blanks": (
        ("    yield", "    yield\n\tyield"),
        "18: experiment-unreadable 파이썬 문법에 맞지 않습니다: inconsistent use of tabs and "
        "spaces in indentation (이 줄을 고치세요)",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_declaration_is_told_at_its_line(name: str, tmp_path: Path) -> None:
    (old, new), said = BAD[name]
    assert old in GOOD
    root = write(tmp_path, GOOD.replace(old, new, 1))
    assert problem(root) == f"snippets/ch01_one.py:{said}"


RAISED = "snippets/ch01_tiny.py:{line}: experiment-raised 실험이 예외로 끝났습니다: {what} "
AGAIN = "(python -m snippets run ch01 로 다시 돌려 보세요)"


@pytest.mark.parametrize(
    ("body", "line", "what"),
    [
        (
            "    import resource\n"
            "    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
            '    open("big", "wb", 0).write(b"x" * 4096); open("big", "ab", 0).write(b"x")\n',
            26,
            "OSError: [Errno 27] File too large",
        ),
        ("    bytearray(1 << 60)\n", 24, "MemoryError"),
        ("    def deep(): deep()\n    deep()\n", 24, "RecursionError: maximum recursion depth"),
    ],
    ids=["full disk", "no memory", "no end"],
)
def test_an_experiment_that_the_machine_stops(
    project: Project, body: str, line: int, what: str
) -> None:
    if what.startswith("RecursionError"):
        what += " exceeded"
    assert failure(project, body) == RAISED.format(line=line, what=what) + AGAIN
