"""``make chapter``: what it lays out builds, measures and passes every check at once."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hooks.lint.sections import check
from tests.conftest import ROOT, Project
from tools.chapter.__main__ import main
from tools.chapter.layout import Chapter, files, listed, named

CHAPTER = Chapter("02", "in-order", "차례로 세우기")
PATHS = [
    "docs/02-in-order.md",
    "snippets/ch02_in_order.py",
    "snippets/formulas_ch02.py",
    "tests/chapters/test_ch02.py",
]


@pytest.fixture
def book(project: Project) -> Project:
    """A tiny project with a chapter 01 in its list of pages, and the page that formulas link to."""
    settings = (project.root / "mkdocs.yml").read_text(encoding="utf-8")
    nav = "\nnav:\n  - 표지: index.md\n  - 01-tiny.md\n  - appendix/build.md\n"
    project.write("mkdocs.yml", settings + nav)
    chapter = (ROOT / "tests/corpus/chapter.md").read_text(encoding="utf-8")
    project.write("docs/01-tiny.md", chapter)
    project.write("docs/appendix/build.md", "# 이 빌드\n\n```build\nfigures\n```\n")
    return project


def test_a_new_chapter_builds_at_once(book: Project) -> None:
    assert main(["2", "in-order", "차례로 세우기"], book.root) == 0
    assert [path for path in PATHS if (book.root / path).is_file()] == PATHS
    result = book.build("--strict", MEASURE="quick")
    assert result.returncode == 0, result.stderr
    page = book.page("02-in-order/index.html")
    assert "<title>02. 차례로 세우기" in page
    for name in ("items", "time", "each"):
        assert f'data-figure="ch02.{name}"' in page


def test_what_it_lays_out_passes_the_checks_of_the_code(tmp_path: Path) -> None:
    for path, text in files(CHAPTER).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for command in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "."],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout


def test_every_section_is_there() -> None:
    page = files(CHAPTER)[PATHS[0]].split("---\n", 2)[2]
    assert list(check(PATHS[0], page)) == []


@pytest.mark.parametrize(
    ("number", "after"),
    [("02", "01-a"), ("03", "01-a"), ("10", "09-b"), ("05", "01-a")],
)
def test_the_chapter_stands_among_the_others(number: str, after: str) -> None:
    settings = "nav:\n  - 표지: index.md\n  - 01-a.md\n  - 이름: 09-b.md\n  - 부록:\n      - x.md\n"
    made = listed(settings, Chapter(number, "new", "새 장"))
    assert made.replace(f"  - {number}-new.md\n", "", 1) == settings
    lines = made.splitlines()
    assert lines[lines.index(f"  - {number}-new.md") - 1].endswith(f"{after}.md")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["", "", ""],
            "Makefile:1: chapter-number 장 번호가 아닙니다: 없음 "
            '(make chapter N=10 NAME=batching TITLE="배치" 처럼 적으세요)',
        ),
        (
            ["0", "a", "b"],
            "Makefile:1: chapter-number 장 번호가 아닙니다: 0 "
            '(make chapter N=10 NAME=batching TITLE="배치" 처럼 적으세요)',
        ),
        (
            ["10", "../x", "b"],
            "Makefile:1: chapter-name 주소에 쓸 이름이 아닙니다: ../x "
            "(kv-cache처럼 소문자, 숫자, 붙임표로 적으세요)",
        ),
        (
            ["10", "a", 'b"'],
            'Makefile:1: chapter-title 제목으로 쓸 수 없습니다: b" '
            '(한 줄로 적고, " \\ : # $ ` 는 빼세요)',
        ),
        (
            ["1", "again", "다시"],
            "docs/01-tiny.md:1: chapter-exists 01장의 파일이 이미 있습니다 "
            "(비어 있는 번호를 고르세요)",
        ),
    ],
)
def test_what_is_refused_changes_nothing(
    book: Project, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    before = sorted(book.root.rglob("*"))
    assert main(arguments, book.root) == 1
    assert capsys.readouterr().err == f"{said}\n"
    assert sorted(book.root.rglob("*")) == before


def test_without_a_list_of_pages(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["2", "in-order", "차례"], project.root) == 1
    assert capsys.readouterr().err == (
        "mkdocs.yml:1: chapter-nav nav에서 앞 장을 찾지 못했습니다 "
        "(  - 02-in-order.md 를 더하세요)\n"
    )
    assert not (project.root / "docs/02-in-order.md").exists()


def test_one_digit_becomes_two() -> None:
    assert named("7", "a", " 제목 ") == Chapter("07", "a", "제목")
