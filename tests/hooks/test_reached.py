"""What an experiment reaches is worked out again whenever any code has changed, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from hooks import code, reached
from hooks.reached import Reached
from snippets.evidence.problem import GuideError
from snippets.evidence.validity import of_module

MODULE = "snippets.ch01_a"
FILES = {
    "snippets/__init__.py": "",
    "snippets/ch01_a.py": "from . import b\nimport later.on\n",
    "snippets/b.py": "B = 1\n",
    "snippets/evidence/child.py": "",
    "docs/index.md": "",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        write(tmp_path, name, text)
    return tmp_path


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def worked_out(root: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the sources had to be read; and the result is the one without a cache."""
    asked: list[str] = []

    def noted(root: Path, module: str) -> object:
        asked.append(module)
        return of_module(root, module)

    monkeypatch.setattr(reached, "of_module", noted)
    assert Reached.at(root).by(MODULE).sources == of_module(root, MODULE).sources
    return bool(asked)


def test_it_is_worked_out_once(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [worked_out(root, monkeypatch) for _ in range(2)] == [True, False]
    write(root, "docs/index.md", "글")
    write(root, "site.building-1/code/snippets/b.py", "B = 3\n")
    write(root, "venv/pyvenv.cfg", "")
    write(root, "venv/lib/a.py", "")
    worked_out(root, monkeypatch)  # a folder that could be imported is new
    write(root, "venv/lib/a.py", "A = 1\n")
    assert not worked_out(root, monkeypatch)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("snippets/b.py", "B = 2\n"),  # as long as before
        ("snippets/b.cpp", "int b;\n"),
        ("snippets/b/__init__.py", ""),
        ("later/on.py", ""),
        ("later/notes.txt", ""),
    ],
)
def test_any_change_of_code_counts(
    root: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    worked_out(root, monkeypatch)
    write(root, name, text)
    assert worked_out(root, monkeypatch)


def test_a_broken_file_in_the_cache_is_made_anew(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out(root, monkeypatch)
    (root / f".cache/reached/{MODULE}.json").write_text('{"state": "', encoding="utf-8")
    assert [worked_out(root, monkeypatch) for _ in range(2)] == [True, False]


def test_an_error_is_kept_nowhere(root: Path) -> None:
    write(root, "snippets/b.py", "B = (\n")
    for _ in range(2):
        with pytest.raises(GuideError, match=r"snippets/b\.py:1: experiment-unreadable"):
            Reached.at(root).by(MODULE)


def test_what_was_read_while_a_file_was_saved_is_kept_nowhere(root: Path) -> None:
    before = Reached.at(root)
    write(root, "snippets/b.py", "B = 2\n")
    after = before.by(MODULE)
    write(root, "snippets/b.py", FILES["snippets/b.py"])
    assert Reached.at(root) == before
    assert before.by(MODULE) == Reached.at(root).by(MODULE) != after


def test_code_that_runs_and_has_been_edited_keeps_nothing_for_its_successor(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out(root, monkeypatch)
    monkeypatch.setattr(code, "LOADED", "다른 코드")
    assert worked_out(root, monkeypatch)
