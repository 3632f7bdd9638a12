"""Editing one helper reruns only what reaches it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from snippets.evidence.problem import GuideError
from snippets.evidence.validity import of_module, saved_at
from tests.conftest import Project

FILES = {
    "snippets/__init__.py": "",
    "snippets/evidence/child.py": "import json\n",
    "snippets/evidence/confine/start.py": "from .limits import all\n",
    "snippets/evidence/confine/limits.py": "all = 1\n",
    "snippets/evidence/confine/guard/sitecustomize.py": "import sys\n",
    "snippets/ch01_a.py": "from .helper import x\nimport psutil\n",
    "snippets/ch02_b.py": "from snippets import deep\n",
    "snippets/ch03_c.py": "def f():\n    from .app.client import send\n",
    "snippets/helper.py": "x = 1\n",
    "snippets/deep.py": "from .helper import x\n",
    "snippets/app/__init__.py": "",
    "snippets/app/client.py": "",
    "snippets/app/server.py": "",
    "snippets/app/__main__.py": "from .server import run\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def changed_by(root: Path, name: str, text: str) -> dict[str, tuple[str, ...]]:
    """Edit a file; say for each experiment why it has to run again."""
    modules = ("snippets.ch01_a", "snippets.ch02_b", "snippets.ch03_c")
    before = {module: of_module(root, module) for module in modules}
    (root / name).write_text(text, encoding="utf-8")
    return {m[9:13]: of_module(root, m).reasons_against(before[m]) for m in modules}


def test_a_helper_reruns_what_reaches_it(root: Path) -> None:
    why = ("snippets/helper.py 바뀜",)
    assert changed_by(root, "snippets/helper.py", "x = 2\n") == {
        "ch01": why,
        "ch02": why,
        "ch03": (),
    }


def test_a_loop_in_cpp_reruns_what_reaches_its_module(root: Path) -> None:
    (root / "snippets/deep.cpp").write_text("float x = 1;\n", encoding="utf-8")
    assert changed_by(root, "snippets/deep.cpp", "float x = 2;\n") == {
        "ch01": (),
        "ch02": ("snippets/deep.cpp 바뀜",),
        "ch03": (),
    }


def test_a_module_in_the_middle_reruns_only_its_own(root: Path) -> None:
    assert changed_by(root, "snippets/deep.py", "from .helper import x\ny = 1\n") == {
        "ch01": (),
        "ch02": ("snippets/deep.py 바뀜",),
        "ch03": (),
    }


def test_a_program_that_is_started_as_a_process_is_reached(root: Path) -> None:
    assert changed_by(root, "snippets/app/server.py", "run = 1\n") == {
        "ch01": (),
        "ch02": (),
        "ch03": ("snippets/app/server.py 바뀜",),
    }


@pytest.mark.parametrize(
    "name", ["child", "confine/start", "confine/limits", "confine/guard/sitecustomize"]
)
def test_the_harness_reruns_everything(root: Path, name: str) -> None:
    file = f"snippets/evidence/{name}.py"
    why = (f"{file} 바뀜",)
    assert changed_by(root, file, f"{FILES[file]}import re\n") == {
        "ch01": why,
        "ch02": why,
        "ch03": why,
    }


def test_comments_layout_and_line_ends_rerun_nothing(root: Path) -> None:
    text = "\ufeff# 설명\r\nx  =  1  # 주석\r\n"
    assert changed_by(root, "snippets/helper.py", text) == {"ch01": (), "ch02": (), "ch03": ()}


def test_packages_and_python_are_named_with_both_versions(root: Path) -> None:
    now = of_module(root, "snippets.ch01_a")
    assert set(now.packages) == {"Python", "psutil"}
    old = now.model_copy(update={"packages": {"Python": "3.9", "psutil": "1.0"}})
    assert now.reasons_against(old) == (
        f"Python 3.9 → {now.packages['Python']}",
        f"psutil 1.0 → {now.packages['psutil']}",
    )


def test_a_reached_module_that_does_not_parse_is_named_at_its_line(root: Path) -> None:
    (root / "snippets/deep.py").write_text("x = 1\ny = (\n", encoding="utf-8")
    with pytest.raises(GuideError) as error:
        of_module(root, "snippets.ch02_b")
    assert str(error.value) == (
        "snippets/deep.py:2: experiment-unreadable 파이썬 문법에 맞지 않습니다: "
        "'(' was never closed (이 줄을 고치세요)"
    )


def test_a_source_saved_again_is_seen_though_nothing_in_it_changed(root: Path) -> None:
    now = of_module(root, "snippets.ch02_b")
    before = saved_at(root, now)
    assert set(before) == set(now.sources)
    os.utime(root / "snippets/deep.py", ns=(1, 1))
    assert saved_at(root, now) == before | {"snippets/deep.py": 1}


def test_a_build_names_the_line_of_a_helper_that_does_not_parse(project: Project) -> None:
    project.experiment("    from .helper import x\n")
    project.write("snippets/helper.py", "x = 1\ny = )\n")
    said = (
        "docs/index.md:3: experiment-unreadable ch01 실험이 실패했습니다: snippets/helper.py:2 "
        "파이썬 문법에 맞지 않습니다: unmatched ')' (이 줄을 고치세요)"
    )
    assert project.errors() == [said]
