"""A build where the machine is small, full, locked, odd or wrong about the time."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hooks.trouble import told
from tests.conftest import Project

from .whole import Builder, builder, contents, fill, whole

NO_PROC = """
import os, sys

def closed(event, args):
    if event in {"open", "os.listdir", "os.scandir"} and isinstance(args[0], (str, bytes)):
        name = os.fsdecode(args[0])
        if name == "/proc" or name.startswith("/proc/"):
            raise FileNotFoundError(2, "No such file or directory", name)

sys.addaudithook(closed)
"""
READ_ONLY = """
import os, sys
ROOT = {root!r}

def locked(event, args):
    writes = event == "open" and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if not (writes or event == "os.mkdir") or not isinstance(args[0], str):
        return
    if args[0].startswith(ROOT) and os.path.isdir(os.path.dirname(args[0])):
        raise OSError(30, "Read-only file system", args[0])

sys.addaudithook(locked)
"""
YESTERDAY = """
import time
now, now_ns = time.time, time.time_ns
time.time = lambda: now() - 86400
time.time_ns = lambda: now_ns() - 86400 * 10**9
"""


@pytest.fixture(scope="module")
def builds() -> Iterator[Builder]:
    with builder() as running:
        yield running


@pytest.fixture(scope="module")
def approved(tmp_path_factory: pytest.TempPathFactory, builds: Builder) -> Project:
    """A project with a committed record, built once; tests work on copies."""
    project = whole(tmp_path_factory.mktemp("environment"))
    builds.build(project, "auto")
    result = project.run("snippets", "approve", "ch01")
    assert result.returncode == 0, result.stderr
    builds.build(project, "recorded")
    return project


@pytest.fixture
def copy(approved: Project, tmp_path: Path) -> Project:
    shutil.copytree(approved.root, tmp_path / "책")
    return replace(approved, root=tmp_path / "책", environment={"MEASURE": "recorded"})


def same(project: Project, approved: Project) -> bool:
    return contents(project.root / "site") == contents(approved.root / "site")


def limited(project: Project, limit: Callable[[], object], **environment: str) -> str:
    """Build under a limit; the exit code, and what the build says at its end."""
    result = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=project.root,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"} | project.environment | environment,
    )
    errors = [line for line in result.stderr.splitlines() if line.startswith("ERROR")]
    assert "Traceback" not in result.stderr, result.stderr
    return f"{result.returncode}: {' '.join(errors)}"


def test_a_full_disk_is_told_and_leaves_the_last_site(copy: Project, approved: Project) -> None:
    copy.write("docs/index.md", "# 고친 글\n")
    most = 4096

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    said = limited(copy, full)
    assert said.startswith("1: ERROR   -  ")
    assert said.endswith(
        ":1: disk-full 디스크에 자리가 없어 쓰지 못했습니다 "
        "(자리를 비우고 다시 지으세요. 전에 지은 사이트와 기록은 그대로입니다)"
    )
    assert same(copy, approved)
    assert sorted(path.name for path in copy.root.glob("site*")) == ["site"]
    fill(copy)
    assert limited(copy, lambda: None) == "0: "
    assert same(copy, approved)


def test_a_full_disk_while_measuring_leaves_the_last_record(
    copy: Project, approved: Project
) -> None:
    before = copy.records[0].read_bytes()

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))

    said = limited(copy, full, MEASURE="fresh")
    assert said.startswith("1: ERROR   -  docs/")
    assert "experiment-raised ch01 실험이 실패했습니다: " in said
    assert "OSError: [Errno 27] File too large" in said
    assert copy.records[0].read_bytes() == before
    assert [path.name for path in copy.records[0].parent.iterdir()] == ["ch01.json"]
    assert same(copy, approved)


def test_a_checkout_that_is_read_only_says_where_it_may_not_write(copy: Project) -> None:
    shutil.rmtree(copy.root / ".cache")
    shutil.rmtree(copy.root / "site")
    copy.write("blocked/sitecustomize.py", READ_ONLY.format(root=str(copy.root)))
    folders = [copy.root, *(path for path in copy.root.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)  # enough for everybody but root, whom the hook stops
    said = limited(copy, lambda: None, PYTHONPATH=str(copy.root / "blocked"))
    for folder in folders:
        folder.chmod(0o755)
    assert said == (
        "1: ERROR   -  .cache:1: folder-unwritable 여기에 쓸 권한이 없습니다 "
        "(쓸 수 있는 곳에 복사해 지으세요. .cache와 사이트 폴더에 써야 합니다)"
    )
    assert not (copy.root / "site").exists()


def test_without_proc_committed_records_are_shown(copy: Project) -> None:
    copy.write("blocked/sitecustomize.py", NO_PROC)
    (copy.root / ".cache/machine.json").unlink(missing_ok=True)
    said = limited(copy, lambda: None, PYTHONPATH=str(copy.root / "blocked"))
    assert said == "0: "
    assert '<data value="1.25">1.2 ms</data>' in copy.page()
    assert "다른 기계에서 잼" in copy.page()  # nobody knows which this is


def test_without_proc_nothing_is_measured(copy: Project) -> None:
    copy.write("blocked/sitecustomize.py", NO_PROC)
    blocked = str(copy.root / "blocked")
    said = limited(copy, lambda: None, PYTHONPATH=blocked, MEASURE="fresh")
    assert said.removeprefix("1: ERROR   -  ").partition(":")[0].startswith("/proc")
    assert said.endswith(
        ":1: proc-missing 이 기계의 상태를 읽을 수 없어 재지 못합니다 "
        "(/proc를 마운트하거나, 재지 않는 MEASURE=recorded로 지으세요)"
    )


def test_on_one_core(copy: Project, approved: Project) -> None:
    if not hasattr(os, "sched_setaffinity"):
        pytest.skip("this system binds no process to a core")
    one = {min(os.sched_getaffinity(0))}
    assert limited(copy, lambda: os.sched_setaffinity(0, one)) == "0: "
    assert same(copy, approved)
    assert limited(copy, lambda: os.sched_setaffinity(0, one), MEASURE="fresh") == "0: "
    assert '<data value="1.25">1.2 ms</data>' in copy.page()


def test_in_two_gigabytes(copy: Project, approved: Project) -> None:
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

    # Warm: the engine that draws charts and cards reserves more addresses than that, unused.
    assert limited(copy, small) == "0: "
    assert same(copy, approved)
    assert limited(copy, small, MEASURE="fresh") == "0: "
    assert '<data value="1.25">1.2 ms</data>' in copy.page()


def test_a_clock_that_was_set_back_between_two_builds(copy: Project) -> None:
    copy.environment["MEASURE"] = "auto"
    tomorrow = time.time() + 86400
    for path in copy.root.rglob("*"):
        os.utime(path, (tomorrow, tomorrow))
    assert limited(copy, lambda: None) == "0: "
    assert copy.page().count('<data value="1.25">') > 0
    before = copy.records[0].read_bytes()
    copy.write(
        "snippets/ch01_tiny.py", (copy.root / "snippets/ch01_tiny.py").read_text() + "\nx=1\n"
    )
    result = copy.build()
    assert "작은 실험 — snippets/ch01_tiny.py 바뀜" in result.stderr
    assert copy.records[0].read_bytes() != before


def test_a_clock_that_goes_back_inside_an_experiment(project: Project) -> None:
    body = "".join(f"    {line}\n" for line in YESTERDAY.strip().splitlines())
    project.experiment(body + '    yield Step("걷기", 1, 2)\n')
    result = project.build("--strict")
    assert result.returncode == 0, result.stderr
    assert '<data value="1.25">1.2 ms</data>' in project.page()


ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}


def test_a_locale_that_knows_no_korean(copy: Project, approved: Project) -> None:
    assert limited(copy, lambda: None, **ASCII) == "0: "
    assert same(copy, approved)
    copy.write("docs/index.md", "# 시험\n\n{figure}`ch01.tiem`\n")
    said = limited(copy, lambda: None, **ASCII).encode().decode("unicode-escape")
    assert said.startswith("1: ERROR   -  docs/index.md:3: figure-unknown 수치 'ch01.tiem': ")
    listed = copy.run("snippets", "list", **ASCII)
    assert (listed.returncode, listed.stderr) == (0, "")
    assert listed.stdout.isascii()
    assert "걸린 시간" in listed.stdout.encode().decode("unicode-escape")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_path_with_blanks_and_korean(
    approved: Project, tmp_path: Path, form: str, builds: Builder
) -> None:
    root = tmp_path / unicodedata.normalize(form, "내 책장 (새 것)") / "한 권 #1 100%"
    shutil.copytree(approved.root, root, ignore=shutil.ignore_patterns("site", ".cache"))
    moved = Project(root)
    builds.build(moved, "recorded")
    assert same(moved, approved)
    assert limited(Project(root, {"MEASURE": "fresh"}), lambda: None) == "0: "


def test_two_builds_at_once_from_nothing(approved: Project, copy: Project, builds: Builder) -> None:
    for _ in range(2):
        shutil.rmtree(copy.root / ".cache")
        shutil.rmtree(copy.root / "site")
        both = [builds.start(copy, "recorded") for _ in range(2)]
        assert [builds.wait(pid) for pid in both] == [0, 0]
        assert same(copy, approved)
        assert sorted(path.name for path in copy.root.glob("site*")) == ["site"]
        kept = [path.name for path in (copy.root / ".cache").rglob("*") if path.is_file()]
        assert [name for name in kept if name.endswith((".part", ".draft"))] == []


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            OSError(28, "No space left on device", "/p/책/site/a.html"),
            "site/a.html:1: disk-full 디스크에 자리가 없어 쓰지 못했습니다 "
            "(자리를 비우고 다시 지으세요. 전에 지은 사이트와 기록은 그대로입니다)",
        ),
        (
            OSError(30, "Read-only file system", "/elsewhere/site"),
            "/elsewhere/site:1: folder-unwritable 여기에 쓸 권한이 없습니다 "
            "(쓸 수 있는 곳에 복사해 지으세요. .cache와 사이트 폴더에 써야 합니다)",
        ),
        (
            MemoryError(),
            "mkdocs.yml:1: memory-short 메모리가 모자라 멈췄습니다 "
            "(다른 프로그램을 닫거나, 재지 않는 MEASURE=recorded로 지으세요)",
        ),
        (OSError(2, "No such file or directory", "/p/책/x"), "None"),
        (ValueError("a mistake of ours"), "None"),
    ],
)
def test_what_the_machine_refuses_is_told_and_nothing_else(error: Exception, said: str) -> None:
    assert str(told(error, Path("/p/책"))) == said
