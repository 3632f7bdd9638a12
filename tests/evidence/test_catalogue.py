"""A declaration that cannot be used is named with its line, before anything is imported."""

from __future__ import annotations

from pathlib import Path

import pytest

from snippets.evidence.catalogue import listings
from snippets.evidence.problem import GuideError

GOOD = """\
from .evidence.experiment import experiment


@experiment(
    "ch01",
    title="제목",
    timeout_s=60,
    figures={
        "ch01.time": ("ms", "걸린 시간"),
        "ch01.count": ["개", "개수"],
    },
    series={"ch01.line": ("ms", "곡선")},
    claims={"ch01.claim": "문장"},
    traces={"ch01.walk": "걷기"},
)
def body():
    yield
"""


def write(root: Path, text: str | bytes, name: str = "ch01_one.py") -> Path:
    (root / "snippets").mkdir(exist_ok=True)
    path = root / "snippets" / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def problem(root: Path) -> str:
    with pytest.raises(GuideError) as error:
        listings(root)
    return str(error.value)


def test_a_declaration_is_read_without_importing_it(tmp_path: Path) -> None:
    listing = listings(write(tmp_path, GOOD))["ch01"]
    assert (listing.module, listing.path, listing.line) == (
        "snippets.ch01_one",
        "snippets/ch01_one.py",
        4,
    )
    assert (listing.title, listing.timeout_s) == ("제목", 60.0)
    assert listing.figures == {"ch01.time": ("ms", "걸린 시간"), "ch01.count": ("개", "개수")}
    assert listing.series == {"ch01.line": ("ms", "곡선")}
    assert listing.claims == {"ch01.claim": "문장"}
    assert listing.traces == {"ch01.walk": "걷기"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '"ch01.count"',
            '"ch02.count"',
            ":10: experiment-id ch01 실험의 이름이 아닙니다: ch02.count "
            "('ch01.이름' 꼴로 적으세요)",
        ),
        (
            '"ch01.line"',
            '"ch011.line"',
            ":12: experiment-id ch01 실험의 이름이 아닙니다: ch011.line "
            "('ch01.이름' 꼴로 적으세요)",
        ),
        (
            '"ch01.claim"',
            '"claim"',
            ":13: experiment-id ch01 실험의 이름이 아닙니다: claim ('ch01.이름' 꼴로 적으세요)",
        ),
        (
            '"ch01.walk"',
            '"ch01."',
            ":14: experiment-id ch01 실험의 이름이 아닙니다: ch01. ('ch01.이름' 꼴로 적으세요)",
        ),
        (
            '    title="제목",\n    timeout_s=60,\n',
            "",
            ":4: experiment-incomplete 실험 선언에 빠진 것이 있습니다: title, timeout_s "
            '(@experiment("chNN", title="…", timeout_s=60, …) 꼴로 적으세요)',
        ),
        (
            '    "ch01",\n',
            "",
            ":4: experiment-incomplete 실험 선언에 빠진 것이 있습니다: id "
            '(@experiment("chNN", title="…", timeout_s=60, …) 꼴로 적으세요)',
        ),
        (
            "timeout_s=60",
            "timeout_s='빨리'",
            ":7: experiment-malformed timeout_s의 모양이 맞지 않습니다: '빨리' "
            "(timeout_s=60 꼴로 적으세요)",
        ),
        (
            '["개", "개수"]',
            '"개"',
            ":10: experiment-malformed figures의 모양이 맞지 않습니다: '개' "
            '(figures={"chNN.이름": ("단위", "설명")} 꼴로 적으세요)',
        ),
        (
            '{"ch01.walk": "걷기"}',
            '["ch01.walk"]',
            ":14: experiment-malformed traces의 모양이 맞지 않습니다: ['ch01.walk'] "
            '(traces={"chNN.이름": "설명"} 꼴로 적으세요)',
        ),
        (
            "timeout_s=60",
            "timeout_s=int('60')",
            ":7: experiment-not-literal 실험 선언의 값은 글자 그대로 적어야 합니다 "
            "(선언은 가져오지 않고 읽으므로 변수나 함수 호출을 쓸 수 없습니다)",
        ),
        (
            "    timeout_s=60,\n",
            "    timeout_s=60,\n    **COMMON,\n",
            ":8: experiment-not-literal 실험 선언의 값은 글자 그대로 적어야 합니다 "
            "(선언은 가져오지 않고 읽으므로 변수나 함수 호출을 쓸 수 없습니다)",
        ),
        (
            "@experiment(",
            "@other(",
            ":1: experiment-undeclared 실험 선언이 없습니다 "
            '(제너레이터 함수에 @experiment("chNN", …)을 붙이세요)',
        ),
        (
            "def body():",
            "def body(:",
            ":16: experiment-unreadable 파이썬 문법에 맞지 않습니다: invalid syntax "
            "(이 줄을 고치세요)",
        ),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert GOOD.count(old) == 1
    root = write(tmp_path, GOOD.replace(old, new))
    assert problem(root) == f"snippets/ch01_one.py{said}"


def test_two_files_do_not_declare_the_same_experiment(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    write(tmp_path, f"# 다른 파일\n{GOOD}", "ch01_two.py")
    assert problem(tmp_path) == (
        "snippets/ch01_two.py:5: experiment-duplicate "
        "ch01 실험은 snippets/ch01_one.py:4에도 있습니다 (둘 가운데 하나의 id를 고치세요)"
    )


def test_a_source_in_another_encoding(tmp_path: Path) -> None:
    write(tmp_path, b"# one\n# two \xb0\xa1\n")
    assert problem(tmp_path) == (
        "snippets/ch01_one.py:2: experiment-unreadable UTF-8로 저장한 글이 아닙니다 "
        "(이 줄을 고치세요)"
    )


def test_an_experiment_on_request_says_so_and_comes_after_the_chapters(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    bench = GOOD.replace("ch01", "bench").replace(
        "    timeout_s", "    on_request=True,\n    timeout_s"
    )
    known = listings(write(tmp_path, bench, "bench_one.py"))
    assert {name: one.on_request for name, one in known.items()} == {"ch01": False, "bench": True}
    assert list(known) == ["ch01", "bench"]


def test_on_request_is_a_switch(tmp_path: Path) -> None:
    wrong = GOOD.replace("timeout_s=60", 'timeout_s=60, on_request="가끔"')
    assert problem(write(tmp_path, wrong)) == (
        "snippets/ch01_one.py:7: experiment-malformed on_request의 모양이 맞지 않습니다: '가끔' "
        "(on_request=False 꼴로 적으세요)"
    )
