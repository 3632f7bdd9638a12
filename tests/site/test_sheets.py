"""The site's own style sheets are one."""

from __future__ import annotations

from pathlib import Path

import pytest

from hooks import sheets
from snippets.evidence.problem import GuideError


def test_they_are_joined_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets/b.css").write_text("p {}\n")
    (tmp_path / "assets/a.css").write_text("a {}\n")
    assert sheets.joined(tmp_path, ["assets/b.css", "assets/a.css"]) == "p {}\n\na {}\n"
    assert sheets.joined(tmp_path, []) == ""


def test_one_in_another_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(GuideError, match="sheet-folder"):
        sheets.joined(tmp_path, ["css/a.css"])
