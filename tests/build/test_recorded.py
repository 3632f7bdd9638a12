"""Committed records: approved, shown without torch, and never called local when they are not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from snippets.evidence.problem import GuideError
from snippets.evidence.profile import Profile
from snippets.evidence.record import Record, load, publish
from tests.conftest import Project
from tests.evidence.test_record import record

BLOCK = """
import sys
for name in ("torch", "starlette", "uvicorn", "httpx", "opentelemetry"):
    sys.modules[name] = None
"""


@pytest.fixture
def approved(measured: Project) -> Project:
    """A project whose record was approved, and whose cache is gone."""
    result = measured.run("snippets", "approve", "ch01")
    assert result.returncode == 0, result.stderr
    for path in measured.records:
        path.unlink()
    return measured


def committed(project: Project) -> Path:
    (path,) = (project.root / "snippets/records").glob("*/ch01.json")
    return path


def test_a_recorded_build_runs_nothing_and_needs_no_torch(approved: Project) -> None:
    blocked = approved.root / "blocked"
    approved.write("blocked/sitecustomize.py", BLOCK)
    result = approved.build("--strict", MEASURE="recorded", PYTHONPATH=str(blocked))
    assert result.returncode == 0, result.stderr
    assert "새로 잰 실험: 없음 · 다시 쓴 기록: 없음 · 실린 기록: ch01" in result.stderr
    assert '<data value="1.25">1.2 ms</data>' in approved.page()
    assert "이 페이지를 만든 기계와 같은 종류의 기계에서 미리 잼" in approved.page()
    ledger = json.loads((approved.root / "site/data/ledger.json").read_text("utf-8"))
    assert ledger == {
        "declared": ["ch01"],
        "executed": [],
        "reused": [],
        "recorded": ["ch01"],
        "skipped": {},
    }


def test_a_record_from_elsewhere_says_so_and_is_never_local(approved: Project) -> None:
    path = committed(approved)
    publish(elsewhere(load(path)), path)
    assert approved.build(MEASURE="recorded").returncode == 0
    page = approved.page()
    assert "다른 기계에서 측정</span>" in page
    assert "다른 기계에서 잼" in page
    assert "이 페이지를 만든 기계" not in page


def test_a_record_whose_source_has_changed_says_what(approved: Project) -> None:
    approved.experiment("    x = 1\n")
    assert approved.build(MEASURE="recorded").returncode == 0
    assert "snippets/ch01_tiny.py 바뀜" in approved.page()


def test_a_committed_record_does_not_stand_in_for_measuring(approved: Project) -> None:
    result = approved.build()
    assert "새로 잰 실험: ch01" in result.stderr


def test_no_record_at_all(project: Project) -> None:
    result = project.build(MEASURE="recorded")
    assert result.returncode == 1
    assert "docs/index.md:3: record-missing ch01 실험의 기록이 snippets/records/" in result.stderr
    assert "에 없습니다: 아직 잰 기록이 없습니다 (torch가 있는 기계에서" in result.stderr


def test_what_no_page_uses_is_skipped_with_its_reason(measured: Project) -> None:
    measured.write("docs/index.md", "# 시험\n")
    assert measured.build("--strict").returncode == 0
    ledger = json.loads((measured.root / "site/data/ledger.json").read_text("utf-8"))
    assert ledger["skipped"] == {"ch01": "어느 페이지도 쓰지 않습니다"}


def test_two_builds_from_the_same_records_are_byte_identical(measured: Project) -> None:
    assert measured.build().returncode == 0
    first = contents(measured.root / "site")
    assert measured.build().returncode == 0
    assert contents(measured.root / "site") == first


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_quick_run_can_never_be_published(measured: Project, tmp_path: Path) -> None:
    measured.records[0].unlink()
    result = measured.run("snippets", "run", "ch01", "--quick")
    assert result.returncode == 0, result.stderr
    assert measured.records == []
    assert measured.run("snippets", "approve", "ch01").returncode == 1
    quick = record().model_copy(update={"quick": True})
    with pytest.raises(GuideError) as error:
        Profile("here", tmp_path).approve(quick)
    assert str(error.value) == (
        "snippets/records/here/ch01.json:1: record-quick 빠르게 돌린 기록은 실을 수 없습니다 "
        "(--quick 없이 python -m snippets run ch01 로 다시 재세요)"
    )


def test_a_profile_holds_the_records_of_one_machine(tmp_path: Path) -> None:
    profile = Profile("here", tmp_path)
    profile.approve(record())
    other = elsewhere(record()).model_copy(update={"experiment": "ch02"})
    with pytest.raises(GuideError) as error:
        profile.approve(other)
    assert str(error.value).startswith(
        "snippets/records/here/ch02.json:1: profile-machine "
        "이 자리에는 다른 기계의 기록이 있습니다: "
    )


def test_running_one_figure_prints_it_beside_the_published_one(approved: Project) -> None:
    path = committed(approved)
    publish(elsewhere(load(path)), path)
    result = approved.run("snippets", "run", "ch01.time")
    assert result.returncode == 0, result.stderr
    assert (
        "| `ch01.time` 걸린 시간 | 1.2 ms [1.0–1.5] | 1.2 ms [1.0–1.5] | +0% | 잡음 안 |"
        in result.stdout
    )
    assert "- 기계: 다른 CPU" in result.stdout


def elsewhere(taken: Record) -> Record:
    """The same record, as if another machine had left it."""
    other = taken.conditions.hardware.model_copy(update={"cpu": "다른 CPU", "virtual": False})
    conditions = taken.conditions.model_copy(update={"hardware": other})
    return taken.model_copy(update={"conditions": conditions})
