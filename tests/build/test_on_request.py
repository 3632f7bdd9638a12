"""An experiment on request: builds show what was committed, whatever ``MEASURE`` says."""

from __future__ import annotations

import json

import pytest

from snippets.evidence.record import load, publish
from snippets.evidence.store import Store
from tests.build.test_recorded import elsewhere
from tests.conftest import EXPERIMENT, Project

BENCH = EXPERIMENT.replace("ch01", "bench").replace(
    "    timeout_s", "    on_request=True,\n    timeout_s"
)
PAGE = "# 시험\n\n시간은 {figure}`ch01.time`, 견준 시간은 {figure}`bench.time`입니다.\n"


@pytest.fixture
def benched(measured: Project) -> Project:
    """A project whose page shows a chapter's figure and one on request; nobody took that yet."""
    measured.write("snippets/bench_tiny.py", BENCH)
    measured.write("docs/index.md", PAGE)
    return measured


@pytest.fixture
def committed(benched: Project) -> Project:
    """It was taken, and approved."""
    for command in (("run", "bench"), ("approve", "bench")):
        result = benched.run("snippets", *command)
        assert result.returncode == 0, result.stderr
    return benched


@pytest.mark.parametrize(
    ("measure", "how"),
    [
        ("auto", "새로 잰 실험: 없음 · 다시 쓴 기록: ch01 · 실린 기록: bench"),
        ("fresh", "새로 잰 실험: ch01 · 다시 쓴 기록: 없음 · 실린 기록: bench"),
    ],
)
def test_a_build_never_runs_it(committed: Project, measure: str, how: str) -> None:
    committed.write(
        "snippets/bench_tiny.py", BENCH.replace("    yield Step", "    1 / 0\n    yield Step")
    )
    result = committed.build(MEASURE=measure)
    assert result.returncode == 0, result.stderr
    assert how in result.stderr
    assert "snippets/bench_tiny.py 바뀜" in committed.page()
    ledger = json.loads((committed.root / "site/data/ledger.json").read_text("utf-8"))
    ways = (ledger["executed"], ledger["reused"], ledger["recorded"], ledger["skipped"])
    assert ledger["declared"] == ["ch01", "bench"]
    assert sum(map(len, ways)) == 2
    assert ledger["recorded"] == ["bench"]


def test_a_new_record_is_shown_only_when_it_is_approved(benched: Project) -> None:
    assert benched.run("snippets", "run", "bench").returncode == 0
    assert benched.errors() == [
        "docs/index.md:3: record-missing bench 실험의 기록이 "
        f"snippets/records/{profile(benched)}/ 에 없습니다: 아직 잰 기록이 없습니다 "
        "(make bench 뒤에 python -m snippets approve bench 하세요)"
    ]


def test_a_machine_that_never_took_one_shows_that_of_another(committed: Project) -> None:
    assert committed.run("snippets", "approve", "ch01").returncode == 0
    (path,) = (committed.root / "snippets/records").glob("*/bench.json")
    other = committed.root / "snippets/records/another/bench.json"
    publish(elsewhere(load(path)), other)
    path.unlink()
    result = committed.build()
    assert result.returncode == 0, result.stderr
    assert "실린 기록: bench" in result.stderr
    assert "다른 기계에서 잼" in committed.page()


def test_commands_without_names_leave_it_out(benched: Project) -> None:
    result = benched.run("snippets", "approve")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith("/ch01.json\n")
    listed = benched.run("snippets", "list").stdout
    assert "bench  작은 실험  (snippets/bench_tiny.py:10, 빌드는 돌리지 않음)" in listed


def profile(project: Project) -> str:
    """The name that this machine's records go by."""
    return Store.at(project.root).machine.slug
