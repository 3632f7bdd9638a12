"""What a citation names as the edition of the site."""

from __future__ import annotations

import subprocess
from pathlib import Path

from hooks.edition import edition, tell


def git(root: Path, *arguments: str) -> str:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    done = subprocess.run(
        ["git", *who, *arguments], cwd=root, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_the_edition_is_the_commit_and_says_when_files_differ_from_it(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("하나", encoding="utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "one")
    commit = git(tmp_path, "rev-parse", "--short=12", "HEAD")
    assert edition(tmp_path) == commit
    file.write_text("둘", encoding="utf-8")
    assert edition(tmp_path) == f"{commit}+"


def test_without_a_commit_it_is_the_version_and_without_either_nothing(tmp_path: Path) -> None:
    assert edition(tmp_path) == ""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2"\n', encoding="utf-8")
    assert edition(tmp_path) == "1.2"
    (tmp_path / ".git").mkdir()  # git finds no repository in it
    assert edition(tmp_path) == "1.2"


def test_a_page_carries_it_in_its_head() -> None:
    assert tell("<head></head><p></head>", "1.2") == (
        '<head><meta name="edition" content="1.2"></head><p></head>'
    )
    assert tell("<head></head>", "") == "<head></head>"
