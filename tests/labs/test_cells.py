"""A lab is read cell by cell, with lines; jupytext, and so Jupyter, reads the same cells."""

from __future__ import annotations

import json

import jupytext
import pytest

from hooks.labs.cells import read
from hooks.labs.notebook import notebook
from snippets.evidence.problem import GuideError
from tests.conftest import ROOT

LABS = sorted((ROOT / "docs/labs").glob("*.py"))

TEXT = """\
# %% [markdown]
# # 제목
#
# 소개 한 줄,
# 두 줄. [05장](../05-bottlenecks.md#지붕), [옆 실습](other.py).

# %%

x = 1
x

# %% [markdown]
# ## 절
"""


def test_cells_know_their_lines() -> None:
    lab = read("docs/labs/a.py", TEXT)
    assert [(cell.markdown, cell.line) for cell in lab.cells] == [(True, 2), (False, 9), (True, 13)]
    assert lab.cells[1].source == "x = 1\nx"
    assert lab.opening == (
        "제목",
        "소개 한 줄, 두 줄. [05장](../05-bottlenecks.md#지붕), [옆 실습](other.py).",
    )
    assert lab.prose.split("\n")[12] == "## 절"


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_jupytext_reads_the_same_cells(path) -> None:
    text = path.read_text("utf-8")
    theirs = jupytext.reads(text, fmt="py:percent").cells
    ours = json.loads(notebook(read("docs/labs/x.py", text)))["cells"]
    keys = ("cell_type", "source")
    linked = [cell for cell in theirs if "](.." not in cell.source and ".py)" not in cell.source]
    assert [{key: cell[key] for key in keys} for cell in linked] == [
        {key: one[key] for key in keys}
        for one, cell in zip(ours, theirs, strict=True)
        if cell in linked
    ]


def test_a_notebook_links_to_the_site_or_to_nothing() -> None:
    lab = read("docs/labs/a.py", TEXT)
    (first, *_) = json.loads(notebook(lab, "https://guide.example/책/"))["cells"]
    assert "[05장](https://guide.example/책/05-bottlenecks/#지붕)" in first["source"]
    assert "[옆 실습](other.ipynb)" in first["source"]
    (first, *_) = json.loads(notebook(lab))["cells"]
    assert "두 줄. 05장, [옆 실습](other.ipynb)." in first["source"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\n" + TEXT, "1: lab-cell 첫 셀보다 앞에 글이 있습니다"),
        (TEXT.replace("# %%\n", "# %% 준비\n"), "7: lab-cell 셀의 머리를 읽을 수 없습니다"),
        (TEXT.replace("# 소개", "소개"), "4: lab-cell 글 셀에 주석이 아닌 줄이 있습니다"),
        (TEXT.replace("# # 제목", "# 제목"), "2: lab-title 첫 셀에 제목과"),
    ],
)
def test_what_cannot_be_read_is_told_at_its_line(text: str, said: str) -> None:
    with pytest.raises(GuideError) as error:
        read("docs/labs/a.py", text)
    assert str(error.value).startswith(f"docs/labs/a.py:{said}")
