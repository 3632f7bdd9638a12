"""A tiny project with a tiny lab, and one that was built before."""

from __future__ import annotations

import shutil

import pytest

from tests.conftest import Project, make

LAB = '''\
# %% [markdown]
# # 작은 실습
#
# 더하기를 합니다. [표지](../index.md)로 돌아갑니다.
#
# ## KV 캐시는 무엇인가?

# %%
import sys
from pathlib import Path

sys.path.insert(0, str(next(p for p in Path.cwd().parents if (p / "snippets").is_dir())))

from snippets.helper import ONE

print("하나", ONE)
"""```""" + "</code><script>alert(1)</script>"

# %% [markdown]
# ## KV 캐시는 무엇인가?
#
# | 표 | 둘 |
# |---|---|
# | 가 | 나 |
#
# <details><summary>답</summary>
#
# **굵게**
#
# </details>

# %%
x = ONE + 1
print(x)
'''
HELPER = "ONE = 1\n"
PAGE = "labs/tiny/index.html"


def ran(stderr: str) -> str:
    """What became of the lab, as the build says."""
    return next(line.partition("실습: ")[2] for line in stderr.splitlines() if "실습: " in line)


def with_lab(project: Project, lab: str = LAB) -> Project:
    project.write("docs/labs/tiny.py", lab)
    project.write("snippets/helper.py", HELPER)
    project.write("docs/index.md", "# 시험\n\n[실습](labs/tiny.py)\n")
    return project


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, str]:
    """A project that was built once, and what the build said; only to look at."""
    project = with_lab(make(tmp_path_factory.mktemp("lab")))
    project.write("docs/other.py", "1 / 0\n")
    result = project.build("--strict")
    assert result.returncode == 0, result.stderr
    return project, result.stderr


@pytest.fixture
def lab(project: Project, built: tuple[Project, str]) -> Project:
    """A project whose lab was run before."""
    shutil.copytree(built[0].root / ".cache", project.root / ".cache")
    return with_lab(project)


@pytest.fixture
def new_lab(project: Project) -> Project:
    """A project whose lab was never run."""
    return with_lab(project)
