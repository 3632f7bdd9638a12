from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from snippets.evidence import nvidia
from snippets.evidence.conditions import Conditions, Quiet
from snippets.evidence.figure import counted
from snippets.evidence.machine import Machine, this_machine
from snippets.evidence.record import Record, RecordError, load, publish
from snippets.evidence.trace import Path as Path_
from snippets.evidence.trace import Span, Trace
from snippets.evidence.validity import Validity


def record(value: float = 3) -> Record:
    machine = Machine(
        cpu="시험 CPU", arch="x86_64", features=(), logical_cpus=2, memory_gib=24, virtual=True
    )
    quiet = Quiet(foreign_cpus=0, steal_share=0, load_before=0, load_after=0)
    conditions = Conditions(
        hardware=machine,
        software={"Python": "3.11"},
        workload={},
        procedure={},
        calibration={"matmul_gflops": 1.0, "read_gbps": 1.0},
        quiet=quiet,
        started="2026-11-30T00:00Z",
        duration_s=1,
    )
    return Record(
        experiment="ch01",
        module="snippets.ch01_x",
        validity=Validity(sources={}, packages={}),
        conditions=conditions,
        figures={"ch01.n": counted("ch01.n", "개", value)},
        traces={},
    )


def test_what_is_published_is_read_back(tmp_path: Path) -> None:
    publish(record(), tmp_path / "a/ch01.json")
    assert load(tmp_path / "a/ch01.json") == record()
    assert [file.name for file in (tmp_path / "a").iterdir()] == ["ch01.json"]


def test_a_file_has_a_line_a_span_and_the_same_digest_however_it_is_laid_out(
    tmp_path: Path,
) -> None:
    span = Span(id="s0", after=None, name="a.b", path=Path_.DATA, start_us=0, duration_us=1.5)
    traced = record().model_copy(update={"traces": {"ch01.t": Trace(id="ch01.t", spans=(span,))}})
    text = traced.to_json()
    assert (
        '   "spans": [\n'
        '    {"after": null, "bytes": null, "duration_us": 1.5, "id": "s0", "name": "a.b", '
        '"path": "data", "start_us": 0.0, "step": null}\n'
        "   ],\n"
    ) in text
    file = tmp_path / "ch01.json"
    file.write_text(json.dumps(json.loads(text), indent=4), "utf-8")
    assert load(file) == traced


def test_no_record_yet(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"^아직 잰 기록이 없습니다$"):
        load(tmp_path / "ch01.json")


@pytest.mark.parametrize("content", [b"", b'{"schema_version": 2', b"\xff\xfe", b"[]", b"null"])
def test_a_half_written_record_is_no_record(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "ch01.json").write_bytes(content)
    with pytest.raises(RecordError, match=r"^기록 파일이 깨져 있습니다$"):
        load(tmp_path / "ch01.json")


def test_a_record_that_nests_without_end_is_no_record(tmp_path: Path) -> None:
    (tmp_path / "ch01.json").write_text("[" * 100_000, "utf-8")
    with pytest.raises(RecordError, match=r"^기록 파일이 깨져 있습니다$"):
        load(tmp_path / "ch01.json")


def test_a_folder_in_the_place_of_a_record_is_named(tmp_path: Path) -> None:
    (tmp_path / "ch01.json").mkdir()
    with pytest.raises(RecordError, match=r"^기록 파일을 읽지 못합니다: Is a directory$"):
        load(tmp_path / "ch01.json")


def test_a_record_edited_by_hand_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ch01.json"
    publish(record(), file)
    file.write_text(file.read_text("utf-8").replace('"value": 3.0', '"value": 2.0'), "utf-8")
    with pytest.raises(RecordError, match=r"^기록의 지문이 맞지 않습니다 \(손으로 고친 기록\)$"):
        load(file)


def test_a_newer_record_is_refused(tmp_path: Path) -> None:
    body = json.loads(record().to_json()) | {"schema_version": 99}
    (tmp_path / "ch01.json").write_text(json.dumps(body))
    with pytest.raises(RecordError, match=r"^기록의 판이 99입니다 \(지금은 2\)$"):
        load(tmp_path / "ch01.json")


def test_a_publication_that_fails_leaves_the_last_good_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "ch01.json"
    publish(record(3), file)

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        publish(record(4), file)
    assert load(file) == record(3)
    assert [path.name for path in tmp_path.iterdir()] == ["ch01.json"]


def test_the_machine_is_remembered_and_a_broken_memory_is_asked_again(tmp_path: Path) -> None:
    memory = tmp_path / "machine.json"
    machine = this_machine(memory)
    assert memory.exists()
    assert this_machine(memory) == machine
    for broken in (b"{", '{"key": "가'.encode()[:-1]):
        memory.write_bytes(broken)
        assert this_machine(memory) == machine


def test_a_machine_with_gpus_is_another_one_and_says_so() -> None:
    without = record().conditions.hardware
    one = without.model_copy(update={"accelerators": ("NVIDIA H200",)})
    eight = without.model_copy(update={"accelerators": ("NVIDIA GeForce RTX 4090",) * 8})
    assert [machine.slug for machine in (without, one, eight)] == [
        "x86-64-2cpu",
        "x86-64-2cpu-nvidia-h200x1",
        "x86-64-2cpu-nvidia-geforce-rtx-4090x8",
    ]
    assert [machine.summary for machine in (without, one, eight)] == [
        "가상 머신, 시험 CPU · vCPU 2개 · RAM 24 GiB",
        "가상 머신, 시험 CPU · vCPU 2개 · RAM 24 GiB · NVIDIA H200 1개",
        "가상 머신, 시험 CPU · vCPU 2개 · RAM 24 GiB · NVIDIA GeForce RTX 4090 8개",
    ]
    assert len({machine.fingerprint for machine in (without, one, eight)}) == 3


def test_a_machine_without_gpus_keeps_the_name_it_had_before_they_were_asked_for() -> None:
    assert record().conditions.hardware.fingerprint == "a258255edb29"


@pytest.mark.parametrize(
    ("answer", "rows"),
    [
        ("NVIDIA H200\nNVIDIA H200\n", [["NVIDIA H200"], ["NVIDIA H200"]]),
        ("[N/A]\n", [[""]]),
        ("<b>가</b>\n", [[""]]),
        ("NVIDIA H200, 550.54\n", []),
        ("", []),
    ],
)
def test_what_the_driver_says_is_let_through_only_as_a_value(
    answer: str, rows: list[list[str]]
) -> None:
    asked: list[list[str]] = []

    def run(command: Sequence[str]) -> str:
        asked.append([*command])
        return answer

    assert nvidia.ask(["name"], run=run) == rows
    assert asked == [["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]]


@pytest.mark.parametrize("error", [FileNotFoundError(), subprocess.TimeoutExpired("x", 20)])
def test_without_a_driver_there_is_no_gpu(error: Exception) -> None:
    def run(_command: Sequence[str]) -> str:
        raise error

    assert nvidia.ask(["name"], run=run) == []


def test_nothing_personal_reaches_a_record() -> None:
    fields = set(Machine.model_fields) | set(Conditions.model_fields) | set(Quiet.model_fields)
    assert fields == {
        *("cpu", "arch", "features", "logical_cpus", "memory_gib", "virtual", "accelerators"),
        *("hardware", "software", "workload", "procedure", "calibration", "quiet"),
        *("started", "duration_s"),
        *("foreign_cpus", "steal_share", "load_before", "load_after"),
    }
