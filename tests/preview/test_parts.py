"""The parts of the preview that need no build."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hooks.preview.board import Board
from hooks.preview.change import Asked, asked
from hooks.preview.files import Files
from hooks.preview.server import Server, with_script

PAGES = frozenset({"index.md", "en/index.md"})


def test_what_a_change_asks_for() -> None:
    cases = {
        ("docs/index.md",): Asked(pages=("index.md",)),
        ("docs/new.md",): Asked(whole=True),
        ("docs/labs/decode.py",): Asked(whole=True),
        ("docs/facts.yaml", "docs/en/index.md"): Asked(pages=("en/index.md",), whole=True),
        ("docs/assets/guide.css",): Asked(assets=True),
        ("docs/assets/logo.svg",): Asked(whole=True),
        ("mkdocs.yml",): Asked(whole=True),
        ("snippets/serving/queue.py",): Asked(measured=True),
        ("snippets/ch01_walk.py",): Asked(whole=True, measured=True),
        ("snippets/formulas_ch02.py",): Asked(whole=True, measured=True),
        ("snippets/records/x/ch01.json",): Asked(whole=True, measured=True),
        ("snippets/evidence/figure.py",): Asked(restart=("snippets/evidence/figure.py",)),
        ("hooks/guide.py",): Asked(restart=("hooks/guide.py",)),
    }
    assert {names: asked(names, PAGES) for names in cases} == cases


def test_only_content_is_a_change(tmp_path: Path) -> None:
    for name in ("docs/a.md", "snippets/b.py", "hooks/c.yaml", "mkdocs.yml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("1")
    files = Files(tmp_path)
    (tmp_path / "docs/a.md").write_text("1")  # saved again as it was
    for name in ("docs/.a.md.swp", "docs/a.md~", "docs/#a.md#", "hooks/c.pyc", "snippets/x.txt"):
        (tmp_path / name).write_text("2")
    (tmp_path / "snippets/__pycache__").mkdir()
    (tmp_path / "snippets/__pycache__/b.py").write_text("2")
    assert files.changed() == set()
    (tmp_path / "docs/a.md").write_text("3")
    (tmp_path / "hooks/c.yaml").unlink()
    (tmp_path / "docs/d.png").write_text("4")
    assert files.changed() == {"docs/a.md", "hooks/c.yaml", "docs/d.png"}
    assert files.changed() == set()


def test_news_are_told_once() -> None:
    board = Board()
    board.tell(restart=("hooks/a.py",))
    board.tell(restart=("hooks/a.py",))
    board.problems("docs/a.md", ["틀림"])
    board.written(["/a/"])
    told = json.loads(board.after(-1, 0))
    assert told.pop("boot")
    assert told == {
        "version": 3,
        "pages": {"/a/": 3},
        "problems": ["틀림"],
        "warnings": [],
        "restart": ["hooks/a.py"],
        "renewing": {},
        "notes": [],
        "busy": "",
    }
    board.problems("docs/a.md", [])
    assert json.loads(board.after(3, 0))["problems"] == []


def test_only_files_of_the_site_are_served(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("비밀")
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("표지")
    (site / "404.html").write_text("없음")
    server = Server("127.0.0.1", 0, Board())
    try:
        assert "아직 만든 페이지가 없습니다" in server.answer("/")[2].decode()
        server.site = site
        found = {path: server.answer(path) for path in ("/", "/../secret.txt", "/none/")}
    finally:
        server.server_close()
    html = "text/html; charset=utf-8"
    assert found == {
        "/": (200, html, "표지".encode()),
        "/../secret.txt": (404, html, "없음".encode()),
        "/none/": (404, html, "없음".encode()),
    }


def test_the_script_is_told_of_which_version_the_page_is() -> None:
    page = with_script("<body>글</body></html>".encode(), 7)
    assert page.decode() == (
        '<body>글<script src="/__preview/overlay.js" data-version="7" defer></script></body></html>'
    )


@pytest.mark.parametrize(("error", "says"), [(ConnectionResetError(), ""), (ValueError("x"), "x")])
def test_a_browser_that_left_is_no_error(
    error: Exception, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server("127.0.0.1", 0, Board())
    try:
        raise error  # noqa: TRY301  as if the socket had
    except Exception:
        server.handle_error(None, ("127.0.0.1", 1))
    finally:
        server.server_close()
    told = capsys.readouterr().err
    assert (told == "") == (says == "")
    assert f"ValueError: {says}" in told or not says
