"""What the doctor says: facts of a machine in, exact text and exit code out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from snippets.__main__ import main
from snippets.doctor import examine, system
from snippets.doctor.facts import Facts, Trial
from snippets.doctor.findings import findings
from snippets.doctor.report import exit_code, lines

QUIET = Facts(
    summary="Some CPU · vCPU 4개 · RAM 16 GiB",
    features=("avx2", "avx512_bf16"),
    has_proc=True,
    foreign_cpus=0.021,
    steal_share=0.001,
    cpus=4,
    allowed=4,
    quota=float("inf"),
    threads=None,
    governor="performance",
    clock="tsc",
    huge_pages="madvise",
    free_gib=12.34,
    torch="2.13.0",
    trial=Trial(rounds=8, kept=8, apart=0.004, scatter=0.012, read_gbps=11.26),
)


def told(facts: Facts) -> list[str]:
    return list(lines(facts.summary, findings(facts)))


def of(name: str, facts: Facts) -> list[str]:
    """What is said of one thing: a line, and how it is mended."""
    text = told(facts)
    at = next(n for n, line in enumerate(text) if f"] {name}: " in line)
    return text[at : at + 1 + text[at + 1].startswith("       → ")]


def test_a_quiet_machine() -> None:
    assert exit_code(findings(QUIET)) == 0
    assert told(QUIET) == [
        "Some CPU · vCPU 4개 · RAM 16 GiB",
        "",
        "[좋음] torch: 2.13.0",
        "[좋음] 이웃: 다른 프로그램이 CPU 0.02개를 쓰고 있습니다 (한계 0.15)",
        "[좋음] 빼앗긴 시간: 0.1% (한계 3%)",
        "[좋음] A/A: 같은 일 둘의 차이 0.4%, 흩어짐 1.2%, 8회 가운데 8회 채택",
        "[좋음] 메모리 읽기: 스레드 하나로 11.3 GB/s",
        "[좋음] CPU: 4개를 모두 쓸 수 있습니다",
        "[좋음] 스레드: OMP_NUM_THREADS를 정하지 않았습니다. 실험이 스스로 정합니다",
        "[좋음] 메모리: 12.3 GiB를 더 쓸 수 있습니다",
        "[좋음] 큰 페이지: madvise",
        "[좋음] 명령어: avx2, avx512_bf16",
        "[좋음] 시계: tsc",
        "[좋음] 클럭 정책: performance",
        "",
        "재도 됩니다.",
    ]


def test_without_torch_nothing_can_be_measured() -> None:
    facts = replace(QUIET, torch=None, trial=None)
    assert exit_code(findings(facts)) == 1
    assert told(facts)[2:4] == [
        "[나쁨] torch: 없습니다. 실험을 돌릴 수 없습니다",
        "       → python -m pip install -r requirements.txt. 글만 고친다면 없어도 됩니다",
    ]
    assert of("A/A", facts) == ["[모름] A/A: torch가 없어 재 보지 못했습니다"]
    assert told(facts)[-1] == "지금은 재지 마세요. 먼저 고칠 것: torch"


@pytest.mark.parametrize(
    ("name", "change", "said", "mend"),
    [
        (
            "이웃",
            {"foreign_cpus": 0.151},
            "[나쁨] 이웃: 다른 프로그램이 CPU 0.15개를 쓰고 있습니다 (한계 0.15)",
            "브라우저와 편집기의 색인, 다른 빌드를 멈추고 다시 하세요. top이 누구인지 알려 줍니다",
        ),
        (
            "빼앗긴 시간",
            {"steal_share": 0.05},
            "[나쁨] 빼앗긴 시간: 5.0% (한계 3%)",
            "같은 서버의 다른 가상 머신이 바쁩니다. 나중에 다시 하거나 전용 기계에서 재세요",
        ),
        (
            "A/A",
            {"trial": Trial(rounds=8, kept=3, apart=0, scatter=0, read_gbps=9)},
            "[나쁨] A/A: 회차를 너무 많이 버렸습니다: 8회 가운데 3회 채택",
            "이웃이 조용할 때 다시 하세요. 이대로 재면 값 대신 판정불가가 나갑니다",
        ),
        (
            "A/A",
            {"trial": Trial(rounds=8, kept=8, apart=0.051, scatter=0, read_gbps=9)},
            "[나쁨] A/A: 같은 일 둘의 차이 5.1%, 흩어짐 0.0%, 8회 가운데 8회 채택",
            "이보다 작은 차이는 이 기계에서 말할 수 없습니다. 절전 모드와 발열, 이웃을 보세요",
        ),
        (
            "CPU",
            {"quota": 1.5},
            "[나쁨] CPU: 4개가 보이지만 컨테이너의 한도는 1.5개입니다",
            "한도에 걸리면 중간에 멈춥니다. 컨테이너의 CPU 한도를 없애세요(--cpus)",
        ),
        (
            "CPU",
            {"allowed": 1},
            "[나쁨] CPU: 쓸 수 있는 CPU가 하나뿐입니다",
            "서버와 클라이언트가 한 CPU를 다툽니다. CPU를 둘 이상 주세요(taskset, --cpuset-cpus)",
        ),
        (
            "메모리",
            {"free_gib": 3.99},
            "[나쁨] 메모리: 4.0 GiB를 더 쓸 수 있습니다",
            "4 GiB를 비우세요. 모자라면 스왑으로 느려지거나 실험이 죽습니다",
        ),
    ],
)
def test_what_makes_measuring_worthless(
    name: str, change: dict[str, Any], said: str, mend: str
) -> None:
    facts = replace(QUIET, **change)
    assert exit_code(findings(facts)) == 1
    assert of(name, facts) == [said, f"       → {mend}"]
    assert told(facts)[-1] == f"지금은 재지 마세요. 먼저 고칠 것: {name}"


@pytest.mark.parametrize(
    ("name", "change", "said", "mend"),
    [
        (
            "CPU",
            {"allowed": 2},
            "[주의] CPU: 4개 가운데 2개만 쓸 수 있습니다(affinity)",
            "일부러 묶은 것이 아니라면 푸세요",
        ),
        (
            "스레드",
            {"threads": "64"},
            "[주의] 스레드: OMP_NUM_THREADS=64. 실험은 이 값을 쓰지 않고 스스로 정합니다",
            "헷갈리지 않게 지우세요: unset OMP_NUM_THREADS",
        ),
        (
            "큰 페이지",
            {"huge_pages": "never"},
            "[주의] 큰 페이지: never: 가중치를 읽는 실험이 느려지고, "
            "다른 기계의 값과 견줄 수 없습니다",
            "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled",
        ),
        (
            "명령어",
            {"features": ("avx2",)},
            "[주의] 명령어: avx2 · bf16 행렬곱을 하는 명령어가 없습니다. "
            "bf16이 fp32보다 느리게 나올 수 있습니다",
            "값은 옳습니다. 기계의 조건입니다",
        ),
        (
            "시계",
            {"clock": "hpet"},
            "[주의] 시계: hpet: 읽는 데 오래 걸립니다",
            "짧은 구간을 재는 값이 커집니다. 커널이 왜 tsc를 버렸는지 dmesg에서 보세요",
        ),
        (
            "클럭 정책",
            {"governor": "powersave"},
            "[주의] 클럭 정책: powersave: 재는 동안 클럭이 바뀔 수 있습니다",
            "전원을 꽂고, sudo cpupower frequency-set -g performance",
        ),
    ],
)
def test_what_is_a_condition_and_no_failure(
    name: str, change: dict[str, Any], said: str, mend: str
) -> None:
    facts = replace(QUIET, **change)
    assert exit_code(findings(facts)) == 0
    assert of(name, facts) == [said, f"       → {mend}"]
    assert told(facts)[-1] == f"재도 됩니다. 조건으로 알아둘 것: {name}"


def test_a_system_that_says_nothing() -> None:
    nothing = dict.fromkeys(("allowed", "quota", "governor", "clock", "huge_pages"))
    facts = replace(QUIET, has_proc=False, **nothing)
    assert [line for line in told(facts) if line.startswith("[모름]")] == [
        "[모름] 빼앗긴 시간: /proc이 없어 하이퍼바이저가 빼앗은 시간을 볼 수 없습니다",
        "[모름] CPU: 4개. 그 가운데 몇 개를 쓸 수 있는지는 이 운영체제가 알려 주지 않습니다",
        "[모름] 큰 페이지: 이 운영체제는 2 MiB 페이지를 쓰는지 알려 주지 않습니다",
        "[모름] 시계: 이 운영체제는 시계가 어디서 오는지 알려 주지 않습니다",
        "[모름] 클럭 정책: 읽을 수 없습니다. 가상 머신이면 보통 그렇습니다",
    ]
    assert told(facts)[-1] == "재도 됩니다."


# ---- What the system's files say ----


def write(root: Path, name: str, text: str) -> None:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("files", "cpus"),
    [
        ({}, None),
        ({"proc/stat": ""}, float("inf")),
        ({"proc/stat": "", "sys/fs/cgroup/cpu.max": "150000 100000\n"}, 1.5),
        ({"proc/stat": "", "sys/fs/cgroup/cpu.max": "max 100000\n"}, float("inf")),
        ({"proc/stat": "", system.V1[0]: "200000", system.V1[1]: "100000"}, 2.0),
        ({"proc/stat": "", system.V1[0]: "-1", system.V1[1]: "100000"}, float("inf")),
    ],
)
def test_the_limit_of_a_container(
    tmp_path: Path, files: dict[str, str], cpus: float | None
) -> None:
    for name, text in files.items():
        write(tmp_path, name, text)
    assert system.quota(tmp_path) == cpus


def test_memory_and_pages(tmp_path: Path) -> None:
    assert (system.container_free(tmp_path), system.huge_pages(tmp_path)) == (float("inf"), None)
    write(tmp_path, system.LIMITS[0], "1000\n")
    write(tmp_path, system.USED[0], "400\n")
    write(tmp_path, system.HUGE_PAGES, "always madvise [never]\n")
    assert (system.container_free(tmp_path), system.huge_pages(tmp_path)) == (600.0, "never")
    write(tmp_path, system.LIMITS[0], "max\n")
    assert system.container_free(tmp_path) == float("inf")


# ---- The command ----


@pytest.mark.parametrize(("facts", "code"), [(QUIET, 0), (replace(QUIET, foreign_cpus=1.0), 1)])
def test_the_command_prints_the_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], facts: Facts, code: int
) -> None:
    monkeypatch.setattr(examine, "examine", lambda: facts)
    assert main(["doctor"]) == code
    assert capsys.readouterr().out.splitlines() == told(facts)


def test_this_machine_is_examined(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(examine, "WATCH_S", 0.01)
    monkeypatch.setattr(examine, "_torch", lambda: None)
    facts = examine.examine(tmp_path)
    assert (facts.torch, facts.trial, facts.clock, facts.huge_pages) == (None, None, None, None)
    assert facts.cpus >= 1
    assert facts.free_gib > 0
