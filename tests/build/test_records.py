"""When experiments run, when records are reused, and what a broken or interrupted build leaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from tests.conftest import Project


def ran(stderr: str) -> str:
    """The line in which a build says what it ran and what it reused."""
    return next(line.partition("새로")[2] for line in stderr.splitlines() if "새로 잰 실험" in line)


FRESH = " 잰 실험: ch01 · 다시 쓴 기록: 없음 · 실린 기록: 없음"
REUSED = " 잰 실험: 없음 · 다시 쓴 기록: ch01 · 실린 기록: 없음"


def test_the_second_build_runs_nothing(project: Project) -> None:
    first = project.build("--strict")
    assert ran(first.stderr) == FRESH, first.stderr
    assert "ch01 재기 시작: 작은 실험 — 아직 잰 기록이 없습니다" in first.stderr
    assert "ch01 1/2 걷기 · " in first.stderr
    page = project.page()
    second = project.build("--strict")
    assert ran(second.stderr) == REUSED
    assert project.page() == page


def test_the_page_shows_what_the_record_says_and_offers_it(measured: Project) -> None:
    assert measured.build("--strict").returncode == 0
    published = json.loads((measured.root / "site/data/ch01.json").read_text("utf-8"))
    assert published == json.loads(measured.records[0].read_text("utf-8"))
    assert published["figures"]["ch01.time"]["value"] == 1.25
    assert '<data value="1.25">1.2 ms</data>' in measured.page()
    assert 'href="data/ch01.json"' in measured.page()


def test_editing_prose_measures_nothing(measured: Project) -> None:
    measured.write("docs/index.md", "# 시험\n\n고친 글. {figure}`ch01.count`\n")
    assert ran(measured.build().stderr) == REUSED


def test_editing_the_experiment_measures_again_and_says_why(measured: Project) -> None:
    measured.experiment("    x = 1\n")
    result = measured.build()
    assert ran(result.stderr) == FRESH
    assert "작은 실험 — snippets/ch01_tiny.py 바뀜" in result.stderr


def test_fresh_measures_whatever_there_is(measured: Project) -> None:
    result = measured.build(MEASURE="fresh")
    assert ran(result.stderr) == FRESH
    assert "작은 실험 — MEASURE=fresh" in result.stderr


def test_a_quick_build_measures_less_says_so_and_leaves_the_records_alone(
    measured: Project,
) -> None:
    before = measured.records[0].read_bytes()
    assert ran(measured.build("--strict", MEASURE="quick").stderr) == FRESH
    assert "조금만 잰 미리 보기라 싣지 않음" in measured.page()
    assert ran(measured.build("--strict", MEASURE="quick").stderr) == REUSED
    assert measured.records[0].read_bytes() == before
    assert ran(measured.build("--strict").stderr) == REUSED
    assert "미리 보기" not in measured.page()


@pytest.mark.parametrize("content", ["", '{"schema_version": 2, "figures": {'])
def test_a_broken_record_is_measured_again(measured: Project, content: str) -> None:
    measured.records[0].write_text(content)
    result = measured.build()
    assert ran(result.stderr) == FRESH
    assert "작은 실험 — 기록 파일이 깨져 있습니다" in result.stderr


def test_a_record_edited_by_hand_never_reaches_a_page(measured: Project) -> None:
    record = measured.records[0]
    record.write_text(record.read_text("utf-8").replace('"value": 1.25', '"value": 0.25'), "utf-8")
    result = measured.build()
    assert "기록의 지문이 맞지 않습니다 (손으로 고친 기록)" in result.stderr
    assert '<data value="1.25">' in measured.page()


def test_two_builds_at_once_measure_once(project: Project) -> None:
    project.experiment("    import time; time.sleep(3)\n")
    both = [start(project) for _ in range(2)]
    outputs = [build.communicate(timeout=120)[1] for build in both]
    assert [build.returncode for build in both] == [0, 0], outputs
    assert sorted(map(ran, outputs)) == sorted([FRESH, REUSED])
    assert '<data value="1.25">' in project.page()
    assert sorted(path.name for path in project.root.glob("site*")) == ["site"]


def test_an_interrupted_build_leaves_everything_as_it_was(measured: Project) -> None:
    assert measured.build().returncode == 0
    page, record = measured.page(), measured.records[0].read_bytes()
    marker = f"sleeper{os.getpid()}"
    measured.experiment(
        "    import subprocess, sys, time\n"
        f"    subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(90)', '{marker}'])\n"
        '    yield Step("걷기", 1, 2)\n'
        "    time.sleep(90)\n"
    )
    build = start(measured)
    assert build.stderr is not None
    for line in build.stderr:
        if "1/2 걷기" in line:
            break
    build.send_signal(signal.SIGINT)
    build.wait(timeout=20)
    assert build.returncode != 0
    assert measured.page() == page
    assert measured.records[0].read_bytes() == record
    assert sorted(path.name for path in measured.root.glob("site*")) == ["site"]
    assert running(marker) == []


def start(project: Project) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "mkdocs", "build"],
        cwd=project.root,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )


def running(marker: str) -> list[int]:
    """Processes with the marker on their command line; a moment is given to die."""
    time.sleep(0.5)
    seen = psutil.process_iter(["pid", "cmdline"])
    return [p.info["pid"] for p in seen if marker in (p.info["cmdline"] or ())]
