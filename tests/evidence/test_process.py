"""Experiments that misbehave: each ends with one error that names its line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from snippets.evidence import process
from snippets.evidence.catalogue import listings
from snippets.evidence.problem import GuideError
from snippets.evidence.record import Record
from snippets.evidence.scratch import scratch
from tests.conftest import Project


@pytest.fixture(autouse=True, scope="module")
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let all experiments of this file share byte code: compiling torch takes four seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.mktemp("pycache")))
        yield


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


PREFIX = "snippets.evidence.yielded.UndeclaredError: "


SLEEPER = """
    import subprocess, sys
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)", "{marker}"],
                     start_new_session=True, env={env})
"""


def sleeper(env: str = "None") -> tuple[str, str]:
    """A body that starts a process in a session of its own, and the word to find that by."""
    marker = f"sleeper-{os.getpid()}-{time.monotonic_ns()}"
    return SLEEPER.format(marker=marker, env=env), marker


def running(marker: str) -> list[int]:
    seen = psutil.process_iter(["pid", "cmdline"])
    return [p.info["pid"] for p in seen if any(marker in a for a in p.info["cmdline"] or ())]


@pytest.mark.parametrize("env", ["None", "{}"])
@pytest.mark.parametrize(
    ("end", "code"),
    [
        ("    raise RuntimeError\n", "experiment-raised"),
        ("    sys.exit(0)\n", "experiment-exited"),
        ("    while True: pass\n", "experiment-timeout"),
    ],
)
def test_all_that_an_experiment_started_is_ended_with_it(
    project: Project, end: str, code: str, env: str
) -> None:
    body, marker = sleeper(env)
    limit = 8 if code == "experiment-timeout" else 60
    text = failure(project, body + end, **{"timeout_s=60": f"timeout_s={limit}"})
    assert text.split(" ")[1] == code
    assert running(marker) == []


def test_what_a_killed_experiment_started_is_known_by_its_home(project: Project) -> None:
    body, marker = sleeper()
    text = failure(project, body + "    import os; os.kill(os.getpid(), 9)\n")
    assert text.split(" ")[1] == "experiment-killed"
    assert running(marker) == []


def test_what_an_experiment_that_ends_well_leaves_behind_is_ended(project: Project) -> None:
    body, marker = sleeper("{}")
    project.experiment(body)
    assert run(project).experiment == "ch01"
    assert running(marker) == []
    assert list((project.root / ".cache/tmp").iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans to a subreaper")
def test_an_orphan_is_found(project: Project) -> None:
    marker = f"orphan-{os.getpid()}"
    sleep = f"import time; time.sleep(300) # {marker}"
    start = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {sleep!r}], env={{}})"
    body = f"    import subprocess, sys\n    subprocess.run([sys.executable, '-c', {start!r}], \
        start_new_session=True)\n    raise RuntimeError\n"
    failure(project, body)
    assert running(marker) == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_an_experiment_does_not_outlive_its_build(project: Project, number: signal.Signals) -> None:
    body, marker = sleeper("{}")
    project.experiment(body + '    yield Step("걷기", 1, 2)\n    while True: pass\n')
    build = subprocess.Popen(
        [sys.executable, "-m", "snippets", "run", "ch01"],
        cwd=project.root,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert build.stderr is not None
    assert "1/2 걷기" in build.stderr.readline()
    family = psutil.Process(build.pid).children(recursive=True)
    assert len(family) == 2  # the experiment and its sleeper
    build.send_signal(number)
    build.wait(timeout=10)
    build.stderr.close()
    assert psutil.wait_procs(family, timeout=3)[1] == []
    assert running(marker) == []
    (left,) = (project.root / ".cache/tmp").iterdir()
    assert left.name.startswith(f"{build.pid}-")
    with scratch(project.root / ".cache") as mine:
        assert list((project.root / ".cache/tmp").iterdir()) == [mine]


def test_a_process_of_a_dead_build_is_ended_before_the_next_run(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    dead, alive = tmp_path / f"tmp/{gone.pid}-x", tmp_path / f"tmp/{os.getppid()}-x"
    for home in (dead, alive):
        home.mkdir(parents=True)
    sleep = [sys.executable, "-c", "import time; time.sleep(300)"]
    stray, other = (subprocess.Popen(sleep, env={"HOME": str(home)}) for home in (dead, alive))
    try:
        with scratch(tmp_path):
            assert not psutil.pid_exists(stray.pid)
            assert other.poll() is None
        assert list((tmp_path / "tmp").iterdir()) == [alive]
    finally:
        for process in (stray, other):
            process.kill()
            process.wait()


def test_an_experiment_has_nobody_to_ask(project: Project) -> None:
    assert "EOFError: EOF when reading a line" in failure(project, "    input()\n")


@pytest.mark.parametrize(
    "line",
    ["@step oops", "@step []", '@step {"name": "x"}', '@step {"name": 1, "done": 1, "total": 2}'],
)
def test_a_line_that_only_looks_like_a_step_is_output(project: Project, line: str) -> None:
    project.experiment(f"    print({line!r}, flush=True)\n    raise SystemExit(3)\n")
    told: list[str] = []
    with pytest.raises(GuideError) as error:
        process.run(
            listings(project.root)["ch01"], project.root, lambda *step: told.append(step[0])
        )
    assert str(error.value) == (
        f"snippets/ch01_tiny.py:10: experiment-raised 실험이 예외로 끝났습니다: {line} "
        "(python -m snippets run ch01 로 다시 돌려 보세요)"
    )
    assert told == []


def test_a_line_that_only_looks_like_a_problem_is_output(project: Project) -> None:
    text = failure(project, "    print('@problem oops', flush=True); raise SystemExit(3)\n")
    assert "experiment-raised 실험이 예외로 끝났습니다: @problem oops (" in text


EDIT = """
    import pathlib
    source = pathlib.Path("snippets/helper.py")
    was = source.read_text("utf-8")
    source.write_text("x = 2\\n", "utf-8")
"""


@pytest.mark.parametrize(
    ("after", "what"),
    [
        ("", "snippets/helper.py 바뀜"),
        ('    source.write_text(was, "utf-8")\n', "snippets/helper.py 다시 저장됨"),
        ("    source.unlink()\n", "snippets/helper.py 바뀜"),
    ],
)
def test_code_edited_while_it_is_measured_leaves_no_record(
    project: Project, after: str, what: str
) -> None:
    project.write("snippets/helper.py", "x = 1\n")
    assert failure(project, f"    from .helper import x\n{EDIT}{after}") == (
        f"snippets/ch01_tiny.py:10: experiment-edited 재는 동안 코드가 바뀌었습니다: {what} "
        "(다 고친 뒤에 다시 재세요)"
    )


def test_byte_code_is_kept_out_of_the_watched_folders(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPYCACHEPREFIX")
    run(project)
    assert list((project.root / "snippets").rglob("*.pyc")) == []
    kept = project.root / ".cache/pycache" / project.root.relative_to("/") / "snippets"
    assert [path.name.partition(".")[0] for path in kept.glob("ch01*")] == ["ch01_tiny"]


def test_an_experiment_knows_no_secret(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_TOKEN", "비밀")
    body = '    import os; raise RuntimeError(",".join(sorted(os.environ)))\n'
    text = failure(project, body)
    seen = set(text.partition("RuntimeError: ")[2].partition(" (")[0].split(","))
    allowed = {"PATH", "TMPDIR", "LD_LIBRARY_PATH", "SYSTEMROOT", "PYTHONUTF8", "PYTHONHASHSEED"}
    allowed |= {"HOME", "LC_ALL", "PYTHONPYCACHEPREFIX", "OMP_NUM_THREADS", "MKL_NUM_THREADS"}
    allowed |= {"PYTHONPATH"}  # where a guard in Python stands in for the kernel
    assert seen <= allowed | {name for name in seen if name.startswith("KMP")}
    assert "API_TOKEN" not in seen
