"""A tiny project to build and measure in: the real hooks and evidence core, a small experiment."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

# A shell that runs the tests in the background lets them ignore Ctrl-C, and all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parent.parent

EXPERIMENT = '''\
"""A tiny experiment."""

from collections.abc import Iterator

from snippets.evidence.experiment import Step, Yielded, experiment
from snippets.evidence.figure import calculated, counted, measured
from snippets.evidence.trace import Path, Span, Trace


@experiment(
    "ch01",
    title="작은 실험",
    timeout_s=60,
    figures={
        "ch01.time": ("ms", "걸린 시간"),
        "ch01.count": ("개", "개수"),
        "ch01.ratio": ("배", "비"),
    },
    traces={"ch01.walk": "두 칸 걷기"},
    workload={"일": "아무것도 하지 않기"},
    procedure={"표본": "6개"},
)
def tiny() -> Iterator[Yielded]:
    yield Step("걷기", 1, 2)
    yield measured("ch01.time", "ms", [1.0, 1.1, 1.2, 1.3, 1.4, 1.5])
    yield counted("ch01.count", "개", 3)
    yield calculated("ch01.ratio", "배", 1.5, "3 / 2", ["ch01.count"])
    spans = (
        Span(id="s0", after=None, name="one", path=Path.CONTROL, start_us=0, duration_us=5),
        Span(id="s1", after="s0", name="two", path=Path.DATA, start_us=5, duration_us=7, step=0),
    )
    yield Trace(id="ch01.walk", spans=spans)
    yield Step("끝", 2, 2)
'''


@dataclass(frozen=True)
class Project:
    """A project folder of its own, and what is set whenever something runs in it."""

    root: Path
    environment: dict[str, str] = field(default_factory=dict)

    def write(self, path: str, text: str | bytes) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, bytes):
            file.write_bytes(text)
        else:
            file.write_text(text, encoding="utf-8", newline="\n")
        return file

    def experiment(self, body: str, **changes: str) -> None:
        """Replace the body of the tiny experiment; every yield after it stays out of reach."""
        text = EXPERIMENT.replace('    yield Step("걷기", 1, 2)\n', body)
        for old, new in changes.items():
            text = text.replace(old, new)
        self.write("snippets/ch01_tiny.py", text)

    def run(
        self, *command: str, timeout: float = 120, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", *command],
            cwd=self.root,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
            env=os.environ | {"NO_MKDOCS_2_WARNING": "1"} | self.environment | environment,
        )

    def build(self, *flags: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return self.run("mkdocs", "build", *flags, **environment)

    def errors(self, *flags: str) -> list[str]:
        """Build, expect it to fail, and return what it says has to be mended."""
        result = self.build(*flags)
        assert result.returncode == 1, result.stderr
        lines = result.stderr.splitlines()
        errors = [line.removeprefix("ERROR   -  ") for line in lines if line.startswith("ERROR")]
        assert errors.pop() == f"고칠 곳 {len(errors)}군데 (위 목록)", result.stderr
        return errors

    def page(self, name: str = "index.html") -> str:
        return (self.root / "site" / name).read_text(encoding="utf-8")

    @property
    def records(self) -> list[Path]:
        return sorted((self.root / ".cache/records").glob("*/*.json"))


@pytest.fixture(scope="session", autouse=True)
def _shared_byte_code() -> None:
    """Experiments of all the tiny projects compile torch once."""
    os.environ["PYTHONPYCACHEPREFIX"] = str(ROOT / ".cache/pycache")


@pytest.fixture(scope="session")
def measured_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a first build of the tiny project leaves in its cache."""
    first = make(tmp_path_factory.mktemp("first"))
    result = first.build("--strict")
    assert result.returncode == 0, result.stderr
    return first.root / ".cache"


@pytest.fixture
def measured(project: Project, measured_cache: Path) -> Project:
    """A project that was built before: its record is there and holds."""
    shutil.copytree(measured_cache, project.root / ".cache")
    return project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project that was never built."""
    return make(tmp_path)


def make(tmp_path: Path) -> Project:
    """The hooks, the evidence core and the site's own assets, around one tiny experiment."""
    root = tmp_path / "책"  # a path that is not ASCII, as on many Korean machines
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "hooks", root / "hooks", ignore=skip)
    shutil.copytree(ROOT / "snippets/evidence", root / "snippets/evidence", ignore=skip)
    shutil.copytree(ROOT / "docs/assets", root / "docs/assets", ignore=skip)
    for name in ("__init__.py", "__main__.py"):
        shutil.copy(ROOT / "snippets" / name, root / "snippets")
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    made = Project(root)
    made.write("mkdocs.yml", re.sub(r"\nnav:\n(?: +.*\n)+", "\n", settings))
    made.write("snippets/ch01_tiny.py", EXPERIMENT)
    made.write("docs/index.md", "# 시험\n\n시간은 {figure}`ch01.time`입니다.\n")
    return made
