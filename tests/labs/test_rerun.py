"""Outputs are never stale, and nothing is run without need."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hooks.labs.cells import read
from hooks.labs.record import load, publish
from hooks.labs.take import Taker
from hooks.take import Measure
from snippets.evidence.store import Store
from tests.conftest import Project

from .conftest import HELPER, LAB, PAGE, ran

EDITED = "기록의 지문이 맞지 않습니다 (손으로 고친 기록)"
BROKEN = "기록 파일이 깨져 있습니다"


def kept(project: Project) -> Path:
    (path,) = (project.root / ".cache/labs").glob("*/tiny.json")
    return path


def why(project: Project) -> tuple[str, ...]:
    """Why the lab has to be run; empty when it need not."""
    text = (project.root / "docs/labs/tiny.py").read_text("utf-8")
    taker = Taker(Store.at(project.root), Measure.AUTO, print)
    return taker.reasons(read("docs/labs/tiny.py", text))


def test_the_first_build_runs_the_lab_and_says_why(built: tuple[Project, str]) -> None:
    assert ran(built[1]) == "실행 tiny"
    assert "docs/labs/tiny.py 실행 시작: 아직 실행한 기록이 없습니다" in built[1]
    assert "이 페이지를 만든 기계의 것이므로" in built[0].page(PAGE)


def test_the_second_build_runs_nothing_and_gives_the_same_page(
    lab: Project, built: tuple[Project, str]
) -> None:
    assert ran(lab.build("--strict").stderr) == "다시 씀 tiny"
    assert lab.page(PAGE) == built[0].page(PAGE)


def test_editing_text_runs_nothing(lab: Project) -> None:
    edited = LAB.replace("더하기를 합니다", "뺄셈도 합니다").replace("x = ONE", "# 주석\nx = ONE")
    lab.write("docs/labs/tiny.py", edited)
    assert ran(lab.build("--strict").stderr) == "다시 씀 tiny"
    assert "뺄셈도 합니다" in lab.page(PAGE)


def test_a_changed_import_runs_the_lab_again(lab: Project) -> None:
    lab.write("snippets/helper.py", "ONE = 7\n")
    result = lab.build("--strict")
    assert ran(result.stderr) == "실행 tiny"
    assert "실행 시작: snippets/helper.py 바뀜" in result.stderr
    assert "하나 7" in lab.page(PAGE)


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        ("docs/labs/tiny.py", "print(x)", "print(x, x)", "docs/labs/tiny.py 바뀜"),
        ("docs/labs/tiny.py", "\nprint(x)", "\n# %%\nprint(x)", "docs/labs/tiny.py 셀 바뀜"),
        ("snippets/helper.py", "1", "2", "snippets/helper.py 바뀜"),
        ("snippets/__init__.py", "", "x = 1\n", "snippets/__init__.py 바뀜"),
    ],
    ids=["code", "cells", "import", "package"],
)
def test_what_runs_a_lab_again(lab: Project, path: str, old: str, new: str, said: str) -> None:
    assert why(lab) == ()
    text = (lab.root / path).read_text("utf-8")
    lab.write(path, text.replace(old, new) if old else text + new)
    assert why(lab) == (said,)


def test_what_does_not(lab: Project) -> None:
    lab.write("snippets/other.py", "x = 1\n")
    lab.write("snippets/evidence/guard.py", "x = 1\n")  # of the project, but not of the lab
    assert why(lab) == ()


def test_another_version_of_a_package_runs_the_lab_again(lab: Project) -> None:
    record = load(kept(lab))
    older = record.validity.model_copy(update={"packages": {"Python": "2.7"}})
    publish(record.model_copy(update={"validity": older}), kept(lab))
    (reason,) = why(lab)
    assert reason.startswith("Python 2.7 → ")


def test_outputs_edited_by_hand_are_not_used(lab: Project) -> None:
    body = json.loads(kept(lab).read_text("utf-8"))
    kept(lab).write_text(json.dumps(body | {"outputs": ["하나 100", "2"]}), "utf-8")
    assert why(lab) == (EDITED,)


def commit(project: Project) -> None:
    project.write("snippets/records/x86/labs/tiny.json", kept(project).read_text("utf-8"))
    kept(project).unlink()


def test_a_recorded_build_shows_committed_outputs_and_says_whose(lab: Project) -> None:
    commit(lab)
    lab.write("docs/index.md", "# 시험\n")
    lab.write("snippets/helper.py", HELPER + "TWO = 2\n")
    lab.write("blocked/sitecustomize.py", "import sys\nsys.modules['torch'] = None\n")
    blocked = str(lab.root / "blocked")
    result = lab.build("--strict", MEASURE="recorded", PYTHONPATH=blocked)
    assert ran(result.stderr) == "실린 출력 tiny", result.stderr
    assert "하나 1" in lab.page(PAGE)
    assert "같은 종류의 기계의 것이므로" in lab.page(PAGE)
    assert "<strong>그 뒤:</strong> snippets/helper.py 바뀜" in lab.page(PAGE)


def test_outputs_of_other_code_are_left_out(lab: Project) -> None:
    commit(lab)
    lab.write("docs/labs/tiny.py", LAB.replace("print(x)", "print(x, x)"))
    assert lab.build("--strict", MEASURE="recorded").returncode == 0
    assert "lab-output" not in lab.page(PAGE)
    assert "그래서 코드만 있습니다" in lab.page(PAGE)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (
            lambda text: text.replace("하나 1", "하나 100"),
            "기록의 지문이 맞지 않습니다 (손으로 고친 기록)",
        ),
        (lambda text: text[:-9], "기록 파일이 깨져 있습니다"),
        (lambda _: "[" * 100_000, "기록 파일이 깨져 있습니다"),
    ],
    ids=["edited", "cut", "nested"],
)
def test_committed_outputs_that_cannot_be_used_stop_a_recorded_build(
    lab: Project, damage: Callable[[str], str], said: str
) -> None:
    commit(lab)
    path = "snippets/records/x86/labs/tiny.json"
    lab.write(path, damage((lab.root / path).read_text("utf-8")))
    lab.write("docs/index.md", "# 시험\n")
    lab.environment["MEASURE"] = "recorded"
    hint = "python -m hooks.labs run tiny 뒤에 approve tiny 하세요"
    assert lab.errors() == [f"{path}:1: record-unreadable {said} ({hint})"]


def test_a_record_of_a_time_with_fewer_fields_holds(lab: Project) -> None:
    """What a later version adds to the conditions has a default, and is not in the file."""
    body = json.loads(kept(lab).read_text("utf-8"))
    body.pop("seal")
    del body["conditions"]["hardware"]["accelerators"]
    seal = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:16]
    kept(lab).write_text(json.dumps(body | {"seal": seal}), "utf-8")
    assert why(lab) == ()
