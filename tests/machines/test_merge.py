"""From a machine that measures to a site that shows it, through the real commands."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from snippets.evidence.figure import measured as taken
from snippets.evidence.record import Record, load, publish
from tests.build.test_recorded import elsewhere
from tests.conftest import EXPERIMENT, Project

LATE = [2.2, 2.3, 2.4, 2.5, 2.6, 2.7]
SECOND = EXPERIMENT.replace("ch01", "ch02")
DEVICE = EXPERIMENT.replace("ch01", "ch05_device").replace(
    "    timeout_s", "    on_request=True,\n    timeout_s"
)


def said(project: Project, *command: str) -> tuple[int, list[str], list[str]]:
    result = project.run("snippets", *command)
    return result.returncode, result.stdout.splitlines(), result.stderr.splitlines()


def carried(project: Project, folder: str, record: Record) -> Path:
    """A record as another machine would send it."""
    path = project.root / folder / f"{record.experiment}.json"
    publish(record, path)
    return path


@pytest.fixture
def late(measured: Project) -> Record:
    """The tiny record, taken on another machine, slower."""
    record = elsewhere(load(measured.records[0]))
    slow = taken("ch01.time", "ms", LATE).model_copy(update={"label": "걸린 시간"})
    return record.model_copy(update={"figures": record.figures | {"ch01.time": slow}})


def test_a_run_leaves_its_record_where_it_can_be_copied_from(measured: Project) -> None:
    code, _, errors = said(measured, "run", "--profile", "box-1", "--shard", "1/1")
    assert code == 0, errors
    kept = load(measured.root / ".cache/profiles/box-1/ch01.json")
    assert kept == load(measured.records[0])


def test_a_quick_run_leaves_none(measured: Project) -> None:
    assert said(measured, "run", "--quick", "--profile", "box-1")[0] == 0
    assert not (measured.root / ".cache/profiles").exists()


def test_a_share_without_experiments_measures_nothing(measured: Project) -> None:
    assert said(measured, "run", "--shard", "2/2") == (0, [], [])


def test_a_run_has_to_say_what(measured: Project) -> None:
    assert said(measured, "run") == (
        1,
        [],
        [
            "snippets:1: run-nothing 무엇을 잴지 적지 않았습니다 "
            "(python -m snippets list 에 있는 이름을 적으세요)"
        ],
    )


@pytest.mark.parametrize("name", ["../up", "A100", "a/b", "-a", "a" * 41, "기계"])
def test_a_name_that_is_no_folder(measured: Project, name: str) -> None:
    for command in ("run", "approve"):
        assert said(measured, command, f"--profile={name}") == (
            1,
            [],
            [
                f"--profile:1: profile-name 기계의 이름으로 쓸 수 없습니다: {name} "
                "(영어 소문자, 숫자, 붙임표로 40자까지 적으세요. 예: h200)"
            ],
        )
    assert not (measured.root / ".cache/profiles").exists()


def test_another_machine_comes_to_the_site_and_can_be_picked(
    measured: Project, late: Record
) -> None:
    assert said(measured, "approve", "ch01")[0] == 0
    sent = carried(measured, "from box", late).parent
    assert said(measured, "merge", str(sent), "--profile", "box") == (
        0,
        [".cache/profiles/box/ch01.json"],
        [],
    )
    assert said(measured, "approve", "--profile", "box") == (
        0,
        ["snippets/records/box/ch01.json"],
        [],
    )
    assert load(measured.root / "snippets/records/box/ch01.json") == late
    result = measured.build("--strict", MEASURE="recorded")
    assert result.returncode == 0, result.stderr
    assert measured.page().count('<option value="box">') == 1
    assert '<data value=\\"2.45\\">2.5 ms</data>' in measured.page("assets/profiles/box.json")


def test_the_picker_names_the_accelerator(measured: Project, late: Record) -> None:
    measured.write("snippets/ch05_tiny.py", DEVICE)
    assert said(measured, "run", "ch05_device")[0] == 0
    assert said(measured, "approve", "ch01")[0] == 0
    (path,) = (one for one in measured.records if one.stem == "ch05_device")
    device = elsewhere(load(path))
    conditions = device.conditions.model_copy(update={"procedure": {"장치": "NVIDIA H200"}})
    carried(measured, "sent", late)
    carried(measured, "sent", device.model_copy(update={"conditions": conditions}))
    assert said(measured, "merge", "sent", "--profile", "box")[0] == 0
    assert said(measured, "approve", "--profile", "box")[0] == 0
    assert measured.build("--strict", MEASURE="recorded").returncode == 0
    (line,) = [one for one in measured.page().splitlines() if '<option value="box">' in one]
    assert " · NVIDIA H200" in line


def test_shards_are_merged_into_this_machines_own_records(measured: Project) -> None:
    (path,) = measured.records
    measured.write("snippets/ch02_tiny.py", SECOND)
    assert said(measured, "run", "ch02")[0] == 0
    for record in measured.records:
        shutil.move(record, carried(measured, f"shards/{record.stem}", load(record)))
    code, lines, errors = said(measured, "merge", "--all", "shards/ch01", "shards/ch02")
    assert (code, errors) == (0, [])
    assert lines == [f".cache/records/{path.parent.name}/{name}.json" for name in ("ch01", "ch02")]
    measured.write("docs/index.md", "# 시험\n\n{figure}`ch01.time`, {figure}`ch02.time`입니다.\n")
    assert "다시 쓴 기록: ch01, ch02" in measured.build("--strict").stderr


def test_what_is_missing_from_all_shards_is_named(measured: Project) -> None:
    measured.write("snippets/ch02_tiny.py", SECOND)
    folder = measured.records[0].parent.relative_to(measured.root)
    assert said(measured, "merge", "--all", str(folder)) == (
        1,
        [],
        [f"{folder}:1: merge-incomplete 기록이 없는 실험: ch02 (빠진 실험을 재서 함께 주세요)"],
    )


def test_one_bad_record_keeps_all_out(measured: Project, late: Record) -> None:
    carried(measured, "sent/a", late)
    measured.write("sent/b/ch02.json", "{")
    assert said(measured, "merge", "sent", "--profile", "box") == (
        1,
        [],
        [
            "sent/b/ch02.json:1: record-unreadable 기록 파일이 깨져 있습니다 "
            "(옮기다가 깨졌는지 보고, 잰 기계에서 다시 가져오세요)"
        ],
    )
    assert not (measured.root / ".cache/profiles").exists()


def test_a_record_edited_on_the_way_is_refused(measured: Project, late: Record) -> None:
    path = carried(measured, "sent", late)
    path.write_text(path.read_text("utf-8").replace("2.45", "1.45"), "utf-8")
    assert said(measured, "merge", "sent", "--profile", "box") == (
        1,
        [],
        [
            "sent/ch01.json:1: record-unreadable 기록의 지문이 맞지 않습니다 (손으로 고친 기록) "
            "(옮기다가 깨졌는지 보고, 잰 기계에서 다시 가져오세요)"
        ],
    )


@pytest.mark.parametrize("folder", ["empty", "nowhere"])
def test_a_folder_without_records(measured: Project, folder: str) -> None:
    measured.write("empty/history/ch01.json", "{}")
    assert said(measured, "merge", folder) == (
        1,
        [],
        [
            f"{folder}:1: record-none 기록이 하나도 없습니다 "
            "(run --profile 이 남긴 .cache/profiles/이름 폴더를 주세요)"
        ],
    )


def test_approval_looks_once_more(measured: Project, late: Record) -> None:
    """The code may have changed, or a file, since the merge."""
    carried(measured, ".cache/profiles/box", late)
    measured.experiment("    x = 1\n")
    assert said(measured, "approve", "--profile", "box") == (
        1,
        [],
        [
            ".cache/profiles/box/ch01.json:1: record-stale "
            "지금 코드로 잰 기록이 아닙니다: snippets/ch01_tiny.py 바뀜 "
            "(그 기계에서 같은 커밋으로 다시 재세요)"
        ],
    )
    assert not (measured.root / "snippets/records/box").exists()


def test_a_local_record_that_cannot_be_is_not_approved(measured: Project) -> None:
    record = load(measured.records[0])
    zero = record.figures["ch01.time"].model_copy(
        update={"value": 0.0, "low": 0.0, "high": 1.5, "samples": (0.0, 0.0, 1.5)}
    )
    figures = record.figures | {"ch01.time": zero}
    publish(record.model_copy(update={"figures": figures}), measured.records[0])
    code, lines, errors = said(measured, "approve", "ch01")
    assert (code, lines) == (1, [])
    assert errors[0].endswith(
        "/ch01.json:1: record-time ch01.time: 시간이나 속도가 0 이하입니다: 0 ms "
        "(그 기계에서 같은 커밋으로 다시 재세요)"
    )
