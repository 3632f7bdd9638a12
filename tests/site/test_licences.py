"""Every file of the site is ours or has a licence; every requirement is pinned."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from hooks import licences
from tests.conftest import ROOT

PAGE = (ROOT / "docs/appendix/licences.md").read_text(encoding="utf-8")
THIRD_PARTY = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")
REQUIREMENTS = sorted(ROOT.glob("requirements*.txt"))


def put(site: Path, *names: str) -> None:
    for name in names:
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).touch()


def test_a_new_file_of_others_without_a_licence_stops_the_build(tmp_path: Path) -> None:
    put(tmp_path / "site", "a/index.html", "assets/vendor/katex.min.js", "assets/ours.css")
    put(tmp_path / "docs", "assets/ours.css")
    found = licences.check(tmp_path / "site", tmp_path / "docs")
    assert [str(one) for one in found] == [
        "site/assets/vendor/katex.min.js:1: licence-unknown 누가 만든 파일인지, 어떤 라이선스인지 "
        "적혀 있지 않습니다 (hooks/licences.py의 WORKS와 docs/appendix/licences.md에 적으세요)"
    ]


def test_what_no_page_asks_for_is_left_out(tmp_path: Path) -> None:
    put(tmp_path, "assets/javascripts/lunr/wordcut.js", "assets/javascripts/bundle.x.min.js")
    licences.leave_out(tmp_path)
    left = [one.name for one in tmp_path.rglob("*") if one.is_file()]
    assert left == ["bundle.x.min.js"]


def test_the_page_lists_the_works_that_the_build_knows() -> None:
    rows = re.findall(r"^\| \[([^\]]+)\]\(([^)]+)\) \| ([^|]+) \|", PAGE, re.MULTILINE)
    assert rows == [(one.name, one.home, one.licence) for one in licences.WORKS]


@pytest.mark.parametrize("licence", sorted({one.licence for one in licences.WORKS}))
def test_each_licence_is_one_we_chose(licence: str) -> None:
    assert licence in {"0BSD", "Apache-2.0", "MIT", "OFL-1.1", "W3C-20150513"}


def test_the_notices_hold_each_copyright_and_the_texts() -> None:
    text = "\n".join(f"{head}\n{body}" for head, body in licences.notices().items())
    theirs = [
        one.notice for one in licences.WORKS if one.name not in {"Mermaid", "Noto Sans CJK KR"}
    ]
    assert [one for one in theirs if one not in text] == []
    assert "Permission is hereby granted, free of charge" in text
    assert "Version 2.0, January 2004" in text


def requirements(file: Path) -> list[str]:
    lines = (line.partition("#")[0].strip() for line in file.read_text("utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("-r ")]


@pytest.mark.parametrize("file", REQUIREMENTS, ids=lambda file: file.name)
def test_every_requirement_is_pinned_exactly_and_from_the_index(file: Path) -> None:
    pinned = r"[A-Za-z0-9_.-]+(\[[a-z]+\])?==[0-9][0-9A-Za-z.]*( *;.*)?"
    assert [one for one in requirements(file) if not re.fullmatch(pinned, one)] == []


def test_npm_packages_are_locked_with_their_digests() -> None:
    import json

    for lock in (ROOT / "package-lock.json", ROOT / "tools/audit/package-lock.json"):
        packages = json.loads(lock.read_text("utf-8"))["packages"]
        assert [name for name, one in packages.items() if name and "integrity" not in one] == []


def test_third_party_names_all_that_the_site_carries() -> None:
    shipped = re.findall(r"^\| (.+?) \|.*\| 예 \|$", THIRD_PARTY, re.MULTILINE)
    words = " ".join(shipped)
    assert [one.name for one in licences.WORKS if one.name not in words] == []


def test_the_theme_is_the_one_whose_bundle_was_looked_into() -> None:
    """Another version may bundle other libraries: look into its source maps, then change this."""
    assert version("mkdocs-material") == "9.8.2"
