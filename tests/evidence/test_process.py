"""Experiments that misbehave: each ends with one error that names its line."""

from __future__ import annotations

import os
import time

import psutil
import pytest

from snippets.evidence import process
from snippets.evidence.catalogue import listings
from snippets.evidence.problem import GuideError
from snippets.evidence.record import Record
from tests.conftest import Project


def run(project: Project) -> Record:
    listing = listings(project.root)["ch01"]
    return process.run(listing, project.root, lambda *_step: None)


def failure(project: Project, body: str, **changes: str) -> str:
    project.experiment(body, **changes)
    with pytest.raises(GuideError) as error:
        run(project)
    return str(error.value)


def test_a_good_experiment_leaves_its_record_and_tells_its_steps(project: Project) -> None:
    told: list[tuple[str, int, int]] = []
    listing = listings(project.root)["ch01"]
    record = process.run(listing, project.root, lambda name, a, b, _s: told.append((name, a, b)))
    assert told == [("걷기", 1, 2), ("끝", 2, 2)]
    assert list(record.figures) == ["ch01.count", "ch01.ratio", "ch01.time"]
    assert record.figures["ch01.time"].label == "걸린 시간"
    assert list(record.traces) == ["ch01.walk"]
    assert record.conditions.workload == {"일": "아무것도 하지 않기"}
    assert set(record.conditions.calibration) == {"matmul_gflops", "read_gbps", "clean_rounds"}


def test_one_that_raises(project: Project) -> None:
    assert failure(project, "    {}['없는 열쇠']\n") == (
        "snippets/ch01_tiny.py:24: experiment-raised 실험이 예외로 끝났습니다: "
        "KeyError: '없는 열쇠' (python -m snippets run ch01 로 다시 돌려 보세요)"
    )


def test_one_that_exits_as_if_all_were_well(project: Project) -> None:
    assert failure(project, "    raise SystemExit(0)\n") == (
        "snippets/ch01_tiny.py:10: experiment-exited 기록을 남기지 않고 끝났습니다: "
        "아직 잰 기록이 없습니다 (sys.exit을 부르지 말고 끝까지 yield하세요)"
    )


def test_one_that_never_ends(project: Project) -> None:
    started = time.monotonic()
    text = failure(project, "    while True: pass\n", **{"timeout_s=60": "timeout_s=6"})
    assert text == (
        "snippets/ch01_tiny.py:10: experiment-timeout 6초 안에 끝나지 않아 멈췄습니다 "
        "(일을 줄이거나 timeout_s를 늘리세요)"
    )
    assert time.monotonic() - started < 60  # it was ended, not waited for


def test_one_that_prints_a_hundred_megabytes(project: Project) -> None:
    text = failure(project, "    for _ in range(100): print('x' * 1_000_000)\n")
    assert text == (
        "snippets/ch01_tiny.py:10: experiment-output 출력이 1,000,000바이트를 넘어 멈췄습니다 "
        "(print를 지우세요. 결과는 yield로 내놓습니다)"
    )


def test_one_that_is_killed(project: Project) -> None:
    assert failure(project, "    import os; os.kill(os.getpid(), 9)\n") == (
        "snippets/ch01_tiny.py:10: experiment-killed 실험이 신호로 끝났습니다: SIGKILL "
        "(메모리가 모자랐는지 보세요)"
    )


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('    yield counted("ch01.other", "개", 1)\n', "선언하지 않은 수치입니다: ch01.other"),
        (
            '    yield counted("ch01.count", "개", 1)\n',
            "같은 것을 두 번 내놓았습니다: ch01.count",
        ),
        ('    yield counted("ch01.time", "s", 1)\n', "ch01.time의 단위가 선언(ms)과 다릅니다: s"),
        (
            "    return\n    yield\n",
            "선언했지만 내놓지 않았습니다: ch01.count, ch01.ratio, ch01.time, ch01.walk",
        ),
    ],
)
def test_what_is_yielded_is_what_was_declared(project: Project, body: str, message: str) -> None:
    text = failure(project, body)
    assert f"experiment-raised 실험이 예외로 끝났습니다: {PREFIX}{message} (" in text


PREFIX = "UndeclaredError: "


def test_all_that_an_experiment_started_is_ended_with_it(project: Project) -> None:
    marker = f"sleeper-{os.getpid()}"
    body = f"""
    import subprocess, sys
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)", "{marker}"],
                     start_new_session=True)
    while True: pass
"""
    failure(project, body, **{"timeout_s=60": "timeout_s=8"})
    left = [p for p in psutil.process_iter(["cmdline"]) if marker in (p.info["cmdline"] or ())]
    assert left == []


def test_an_experiment_knows_no_secret(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_TOKEN", "비밀")
    body = '    import os; raise RuntimeError(",".join(sorted(os.environ)))\n'
    text = failure(project, body)
    seen = set(text.partition("RuntimeError: ")[2].partition(" (")[0].split(","))
    allowed = {"PATH", "TMPDIR", "LD_LIBRARY_PATH", "SYSTEMROOT", "PYTHONUTF8", "PYTHONHASHSEED"}
    assert seen <= allowed | {"HOME", "LC_ALL"} | {name for name in seen if name.startswith("KMP")}
    assert "API_TOKEN" not in seen


def test_a_declaration_must_be_literal(project: Project) -> None:
    project.experiment("", **{"timeout_s=60": "timeout_s=int('60')"})
    with pytest.raises(GuideError) as error:
        listings(project.root)
    assert str(error.value) == (
        "snippets/ch01_tiny.py:13: experiment-not-literal "
        "실험 선언의 값은 글자 그대로 적어야 합니다 "
        "(선언은 가져오지 않고 읽으므로 변수나 함수 호출을 쓸 수 없습니다)"
    )


def test_a_source_that_does_not_parse(project: Project) -> None:
    project.write("snippets/ch01_tiny.py", "def broken(:\n")
    with pytest.raises(GuideError) as error:
        listings(project.root)
    assert str(error.value) == (
        "snippets/ch01_tiny.py:1: experiment-unreadable 파이썬 문법에 맞지 않습니다: "
        "invalid syntax (이 줄을 고치세요)"
    )
