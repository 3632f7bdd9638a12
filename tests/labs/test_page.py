"""The page of a lab: headings, links, output that does no harm, downloads, nothing from outside."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from hooks.labs.cells import read
from hooks.labs.reach import validity
from hooks.labs.record import cells, load
from hooks.labs.shelf import Shelf
from tests.conftest import ROOT, Project

from .conftest import PAGE

LABS = {
    path.stem: read(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
    for path in sorted((ROOT / "docs/labs").glob("*.py"))
}


@pytest.fixture
def page(built: tuple[Project, str]) -> str:
    return built[0].page(PAGE)


def test_only_scripts_of_labs_become_pages(built: tuple[Project, str]) -> None:
    assert not (built[0].root / "site/other").exists()
    assert (built[0].root / "site/other.py").read_text("utf-8") == "1 / 0\n"


def test_headings_have_the_addresses_that_the_contents_list_points_to(page: str) -> None:
    ids = re.findall(r'<h2 id="([^"]+)"', page)
    assert ids == ["kv-캐시는-무엇인가", "kv-캐시는-무엇인가_1"]
    contents = page.partition('data-md-component="toc"')[2].partition("</nav>")[0]
    assert re.findall(r'href="#([^"]+)"', contents) == ids


def test_the_page_has_title_links_and_tables_of_the_site(page: str) -> None:
    assert "<title>작은 실습 - " in page
    assert '<meta name="description" content="더하기를 합니다. 표지로 돌아갑니다."' in page
    assert '<a href="../..">표지</a>' in page or '<a href="../../">표지</a>' in page
    assert "<td>가</td>" in page
    assert "<summary>답</summary>\n<p><strong>굵게</strong></p>" in page


def test_output_is_text_whatever_is_in_it(page: str) -> None:
    assert "<script>alert(1)" not in page
    shown = page.partition("lab-output")[2]
    assert "하나 1" in shown
    assert "&lt;script&gt;alert(1)" in shown
    assert "```" in shown
    assert page.count('<div class="lab-output') == 2


def test_nothing_comes_from_outside_and_the_page_is_light(page: str) -> None:
    loaded = re.findall(r'<(?:script|link|img|iframe)\b[^>]*(?:src|href)="(https?:[^"]*)"', page)
    assert [one for one in loaded if "127.0.0.1" not in one] == []
    assert not re.search("mathjax|require\\.js|cdnjs|unpkg|jp-Notebook", page, re.IGNORECASE)
    assert len(page) < 40_000


def test_downloads(built: tuple[Project, str]) -> None:
    root = built[0].root
    folder = root / "site/labs"
    book = json.loads((folder / "tiny/tiny.ipynb").read_text("utf-8"))
    assert [cell.get("outputs", []) for cell in book["cells"]] == [[], [], [], []]
    script = (folder / "tiny/tiny.py").read_bytes()
    assert script == (root / "docs/labs/tiny.py").read_bytes()
    with zipfile.ZipFile(folder / "labs.zip") as archive:
        assert archive.namelist() == [
            f"ai-computing-labs/{name}"
            for name in ("snippets/__init__.py", "snippets/helper.py", "tiny.ipynb")
        ]


@pytest.mark.parametrize("name", LABS)
def test_committed_outputs_are_of_the_code_as_it_stands(name: str) -> None:
    (path,) = (ROOT / "snippets/records").glob(f"*/labs/{name}.json")
    record = load(path)
    assert record.cells == cells(LABS[name]), f"python -m hooks.labs run {name}, then approve"


def test_the_bundle_has_all_that_the_labs_import(tmp_path: Path) -> None:
    """Every module that a lab names can be imported from the unpacked bundle alone."""
    shelf = Shelf({f"labs/{name}.py": lab for name, lab in LABS.items()})
    content = shelf.files(ROOT, "")["labs/labs.zip"]
    assert isinstance(content, bytes)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(tmp_path)
    lines = [
        line
        for lab in LABS.values()
        for cell in lab.code
        for line in cell.source.split("\n")
        if line.startswith(("import ", "from "))
    ]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        cwd=tmp_path / "ai-computing-labs",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_bundle_names_the_packages_and_versions_of_the_project() -> None:
    wanted = {name for lab in LABS.values() for name in validity(lab, ROOT).packages} - {"Python"}
    pinned = (ROOT / "docs/labs/requirements.txt").read_text("utf-8").split()
    ours = " ".join((ROOT / f).read_text() for f in ("requirements.txt", "requirements-site.txt"))
    assert wanted <= {one.partition("==")[0] for one in pinned}
    assert [one for one in pinned if "==" in one and one not in ours.split()] == []
