"""The counts of a finished site, and what is said of one whose host ignored the hooks."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Project
from tools import counts, expected

CLAIM = '<div class="claim" data-verdict="refuted"></div>'
FIGURE = '<span class="figure"></span>'
HINT = "(사이트를 만든 프로그램이 mkdocs.yml의 hooks를 실행했는지 보세요)"
INCOMPLETE = (
    "docs/index.md:1: page-incomplete 원고에는 수치 1개가 있는데 만든 페이지에는 0개가 있습니다 "
    "(들여 쓴 블록이나 다른 펜스 안에 있는지 보세요)"
)


def site(folder: Path, *pages: str) -> Path:
    folder.mkdir()
    for number, page in enumerate(pages):
        (folder / f"{number}.html").write_text(page, encoding="utf-8")
    return folder


def test_a_site_is_counted_by_kind(tmp_path: Path) -> None:
    found = counts.counts(site(tmp_path / "a", CLAIM + FIGURE, FIGURE))
    assert {kind: number for kind, number in found.items() if number} == {
        "쪽": 2,
        "수치": 2,
        "주장": 1,
        "판정: 반박": 1,
    }
    assert "판정: 지지" in found


def test_two_sites_that_differ_are_told_apart(tmp_path, capsys) -> None:
    one, two = site(tmp_path / "a", CLAIM), site(tmp_path / "b", CLAIM, FIGURE)
    assert counts.main([str(one), str(one)]) == 0
    assert counts.main([str(one), str(two)]) == 1
    out, err = capsys.readouterr()
    assert err == f"{two}: 수가 다릅니다: 쪽, 수치\n"
    assert out.splitlines()[-16:][:4] == [
        f"| 종류 | {one} | {two} |",
        "|---|---:|---:|",
        "| 쪽 | 1 | 2 |",
        "| 수치 | 0 | 1 |",
    ]


def test_a_source_stands_where_the_host_puts_its_page() -> None:
    sources = ("index.md", "a.md", "b/index.md", "labs/c.py", "b/reindex.md")
    assert [expected.address(one) for one in sources] == [
        "index.html",
        "a/index.html",
        "b/index.html",
        "labs/c/index.html",
        "b/reindex/index.html",
    ]


def test_a_host_that_ignores_the_hooks_ends_well_and_is_found_out(project: Project) -> None:
    project.write("mkdocs.yml", "site_name: 시험\nplugins: []\n")  # no hooks
    assert project.build("--strict").returncode == 0
    found = expected.missing(project.root, project.root / "site")
    assert [str(problem) for problem in found] == [
        f"site/data/ledger.json:1: hooks-ignored 장부가 없습니다 {HINT}",
        INCOMPLETE,
    ]


def test_a_ledger_of_other_experiments_is_found_out(project: Project) -> None:
    project.write("docs/index.md", "---\ntitle: 시험\n---\n\n# 시험\n")
    project.write("site/data/ledger.json", '{"declared": ["ch01", "ch02"]}')
    assert [str(problem) for problem in expected.missing(project.root, project.root / "site")] == [
        "site/data/ledger.json:1: hooks-ignored 장부의 실험과 선언한 실험이 다릅니다: ch02 " + HINT
    ]
