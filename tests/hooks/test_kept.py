"""Texts kept from one build to the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from hooks import code, kept


class Making:
    """Makes a text, and counts how often it was asked."""

    def __init__(self, text: str) -> None:
        self.text, self.times = text, 0

    def __call__(self) -> str:
        self.times += 1
        return self.text


def test_a_text_is_made_once_of_the_same_parts(tmp_path: Path) -> None:
    making = Making("가\r\n나\n")
    found = [kept.text(tmp_path / "a" / "b", ("x", "y"), making) for _ in range(3)]
    assert (found, making.times) == (["가\r\n나\n"] * 3, 1)


@pytest.mark.parametrize("parts", [("x", "z"), ("x",), ("xy",), ("y", "x"), ()])
def test_of_other_parts_it_is_made_anew(parts: tuple[str, ...], tmp_path: Path) -> None:
    kept.text(tmp_path / "a", ("x", "y"), Making("one"))
    assert kept.text(tmp_path / "a", parts, Making("two")) == "two"


def test_by_other_code_it_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.text(tmp_path / "a", (), Making("one"))
    monkeypatch.setattr(code, "LOADED", "other")
    assert kept.text(tmp_path / "a", (), Making("two")) == "two"


@pytest.mark.parametrize("damage", [b"", b"\xff", b"0\none"])
def test_a_damaged_one_is_made_anew(damage: bytes, tmp_path: Path) -> None:
    kept.text(tmp_path / "a", (), Making("one"))
    (tmp_path / "a").write_bytes(damage)
    assert kept.text(tmp_path / "a", (), Making("one")) == "one"
    assert (tmp_path / "a").read_bytes().endswith(b"\none")
