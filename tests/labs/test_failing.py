"""A lab that does not run to its end stops the build, strict or not, at its cell."""

from __future__ import annotations

import time

import psutil
import pytest

from hooks.build import Build
from hooks.known import Known
from hooks.labs import kernel
from hooks.labs.cells import read
from hooks.take import Measure
from snippets.evidence.facts.fact import Facts
from snippets.evidence.problem import GuideError
from tests.conftest import ROOT, Project

from .conftest import LAB

RERUN = "(python -m hooks.labs run tiny 으로 다시 돌려 보세요)"


@pytest.mark.parametrize("flags", [[], ["--strict"]], ids=["plain", "strict"])
def test_a_failing_cell_stops_the_build(new_lab: Project, flags: list[str]) -> None:
    new_lab.write("docs/labs/tiny.py", LAB.replace("print(x)", "print(x / 0)"))
    assert new_lab.errors(*flags) == [
        "docs/labs/tiny.py:34: lab-raised 코드 셀 2: 예외로 끝났습니다: "
        f"ZeroDivisionError: division by zero {RERUN}"
    ]
    assert not (new_lab.root / "site").exists()
    assert not list((new_lab.root / ".cache").glob("labs/*/*.json"))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import sys\nsys.exit(0)", "33: lab-raised 코드 셀 2: 예외로 끝났습니다: SystemExit: 0"),
        ("import os\nos._exit(0)", "33: lab-killed 코드 셀 2: 커널이 죽었습니다"),
        ("import warnings\nwarnings.warn('!')", "33: lab-output 코드 셀 2: 글이 아닌 출력입니다"),
        ("print('x' * 30_000)", "33: lab-output 코드 셀 2: 출력이 20,000자를 넘습니다"),
    ],
    ids=["exit", "killed", "warning", "flood"],
)
def test_other_ways_to_fail(new_lab: Project, code: str, said: str) -> None:
    lab = read("docs/labs/tiny.py", LAB.replace("x = ONE + 1\nprint(x)", code))
    with pytest.raises(GuideError) as error:
        kernel.run(lab, new_lab.root)
    assert str(error.value).startswith(f"docs/labs/tiny.py:{said}")


def test_a_hanging_cell_is_ended_with_all_that_it_started(new_lab: Project) -> None:
    code = "import subprocess\nsubprocess.Popen(['sleep', '987'])\nwhile True: pass"
    lab = read("docs/labs/tiny.py", LAB.replace("print(x)", code))
    started = time.monotonic()
    with pytest.raises(GuideError) as error:
        kernel.run(lab, new_lab.root, limit_s=8)
    assert str(error.value) == (
        "docs/labs/tiny.py:33: lab-timeout 코드 셀 2: "
        "실습이 8초 안에 끝나지 않아 멈췄습니다 (일을 줄이세요)"
    )
    assert time.monotonic() - started < 30
    assert ["sleep", "987"] not in [p.info["cmdline"] for p in psutil.process_iter(["cmdline"])]


def test_signs_that_a_notebook_cannot_show_are_refused() -> None:
    text = LAB.replace(
        "# | 표 | 둘 |", "# {example}`12 ms`\n#\n# /// details | 답\n# ///\n#\n# 12 ms"
    )
    build = Build(ROOT, Measure.AUTO, print, Known({}, {}, Facts()))
    build.add_lab("labs/tiny.py", text)
    assert [(one.line, one.code) for one in build.problems] == [
        (27, "number-bare"),
        (22, "lab-markdown"),
        (24, "lab-markdown"),
        (25, "lab-markdown"),
    ]
