"""A tiny site with one of everything, and builds of it that can be killed."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.build.test_errors import WALK
from tests.build.test_evidence import FACTS, FORMULAS, RICH, fence
from tests.conftest import Project, make

BUILDER = Path(__file__).with_name("builder.py")
PAGE = (
    "# 시험\n\n시간은 {figure}`ch01.time`, 대역폭은 {fact}`A01`, "
    "식의 값은 {figure}`ch01.twice`입니다."
    f"\n\n{WALK}\n"
    + "\n".join(
        fence(language, body)
        for language, body in (
            ("figure", "ch01.growth"),
            ("formula", "ch01.twice"),
            ("claim", "ch01.many"),
        )
    )
)


def whole(folder: Path) -> Project:
    """The project; nothing of it was built or measured yet."""
    project = make(folder)
    fill(project)
    return project


def fill(project: Project) -> None:
    project.write("snippets/ch01_tiny.py", RICH)
    project.write("snippets/formulas.py", FORMULAS.replace("IMPORTS", "formulas.formula"))
    project.write("docs/facts.yaml", FACTS)
    project.write("docs/appendix/facts.md", "# 사실\n\n" + fence("facts", "facts"))
    project.write("docs/appendix/build.md", "# 빌드\n\n" + fence("build", "figures"))
    project.write("docs/index.md", PAGE)


@dataclass(frozen=True)
class Builder:
    """Starts builds (see ``builder.py``)."""

    program: subprocess.Popen[str]
    logs: Path

    def start(self, project: Project, measure: str, *flags: str) -> int:
        asked = {
            "folder": str(project.root),
            "environment": {"NO_MKDOCS_2_WARNING": "1", "MEASURE": measure},
            "log": str(self.logs / project.root.name),
            "flags": ["--strict", *flags],
        }
        return int(self._ask(asked))

    def wait(self, pid: int) -> int:
        return int(self._ask({"wait": pid}))

    def build(self, project: Project, measure: str, *flags: str) -> None:
        code = self.wait(self.start(project, measure, *flags))
        assert code == 0, (self.logs / project.root.name).read_text("utf-8", "replace")

    def _ask(self, asked: object) -> str:
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        self.program.stdin.write(f"{json.dumps(asked)}\n")
        self.program.stdin.flush()
        return self.program.stdout.readline()


@contextmanager
def builder() -> Iterator[Builder]:
    with (
        tempfile.TemporaryDirectory() as logs,
        subprocess.Popen(
            [sys.executable, "-P", str(BUILDER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as program,
    ):
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        yield Builder(program, Path(logs))
        assert program.stdin is not None
        program.stdin.close()


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
