"""A page is read again when it, or the code that reads it, has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from hooks import code, lint
from hooks.lint import clean, numbers

BODY = "글입니다.\n"


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The bodies that the lint was asked about."""
    asked: list[str] = []
    check = lint.check

    def noted(path: str, body: str, offset: int, cache: Path) -> object:
        asked.append(body)
        return check(path, body, offset, cache)

    monkeypatch.setattr(lint, "check", noted)
    return asked


def found(cache: Path, body: str = BODY, offset: int = 0, path: str = "docs/x.md") -> list[str]:
    return [str(one) for one in clean.check(path, body, offset, cache)]


def test_a_clean_page_is_read_once(tmp_path: Path, looked: list[str]) -> None:
    assert [found(tmp_path), found(tmp_path)] == [[], []]
    assert looked == [BODY]


@pytest.mark.parametrize(
    "change", [{"body": "다른 글입니다.\n"}, {"offset": 1}, {"path": "docs/y.md"}]
)
def test_any_change_of_a_page_counts(
    tmp_path: Path, looked: list[str], change: dict[str, object]
) -> None:
    found(tmp_path)
    found(tmp_path, **change)  # type: ignore[arg-type]
    assert len(looked) == 2


def test_a_change_of_the_code_counts(
    tmp_path: Path, looked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found(tmp_path)
    monkeypatch.setattr(code, "LOADED", "다른 코드")
    found(tmp_path)
    assert len(looked) == 2


def test_what_is_wrong_is_said_every_time(tmp_path: Path) -> None:
    wrong = [f"docs/x.md:4: number-bare '12 ms': 근거 없이 적은 숫자입니다 ({numbers.HINT})"]
    assert [found(tmp_path, "12 ms입니다.\n", 3) for _ in range(2)] == [wrong, wrong]


def test_a_damaged_stamp_stands_for_nothing(tmp_path: Path, looked: list[str]) -> None:
    found(tmp_path)
    for stamp in (tmp_path / "lint").iterdir():
        stamp.write_bytes(b"\xff")
    found(tmp_path)
    assert len(looked) == 2
