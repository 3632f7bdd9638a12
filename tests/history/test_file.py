"""A history only grows, tells of every record once, and ends in the one that is committed."""

from __future__ import annotations

from pathlib import Path

import pytest

from hooks.history.__main__ import main
from hooks.history.add import grow, unlike
from hooks.history.entry import Commit, Entry, reached
from hooks.history.file import Shelf, shelves
from snippets.evidence.problem import GuideError
from snippets.evidence.record import Record, publish
from tests.conftest import ROOT

from .takings import body, taken

FILE = "snippets/records/here/history/ch01.jsonl"


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path, "here")


def commit(shelf: Shelf, record: Record) -> None:
    publish(record, shelf.records / "ch01.json")


def grown(*records: Record) -> tuple[Entry, ...]:
    return grow((), [(body(one), Commit(f"c{at}", "why")) for at, one in enumerate(records)])


def test_every_committed_history_ends_in_the_committed_record() -> None:
    found = shelves(ROOT)
    assert [list(map(str, unlike(shelf))) for shelf in found] == [[] for _ in found]
    assert all(shelf.read(name) for shelf in found for name in shelf.committed())


def test_add_takes_a_record_once(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    commit(shelf, taken(1, hour=1))
    assert main(["add", "--root", str(shelf.root)]) == 0
    assert main(["add", "--root", str(shelf.root)]) == 0
    commit(shelf, taken(2, hour=2))
    assert main(["add", "--root", str(shelf.root)]) == 0
    assert capsys.readouterr().out == f"{FILE}: 1개 더함\n" * 2
    assert [entry.started[11:13] for entry in shelf.read("ch01")] == ["01", "02"]


def test_a_record_that_nobody_added_is_named(shelf: Shelf) -> None:
    commit(shelf, taken(1))
    assert [str(one) for one in unlike(shelf)] == [
        f"{FILE}:1: history-behind ch01 역사의 마지막이 실린 기록과 다릅니다 "
        "(이 파일은 늘어나기만 합니다. 고친 줄을 되돌린 뒤 python -m hooks.history add 하세요)"
    ]


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        (lambda lines: [lines[0].replace('"ms"', '"s"'), *lines[1:]], 2),
        (lambda lines: lines[1:], 1),
        (lambda lines: [lines[0], lines[2]], 2),
        (lambda lines: [lines[1], lines[0], lines[2]], 1),
        (lambda lines: [*lines, "{}"], 4),
        (lambda lines: [f"{lines[0]} ", *lines[1:]], 1),
    ],
    ids=["edited", "first-dropped", "middle-dropped", "swapped", "empty", "spaced"],
)
def test_a_line_that_was_touched_breaks_the_chain(shelf: Shelf, spoil: object, line: int) -> None:
    shelf.append("ch01", grown(taken(1), taken(2), taken(3)))
    path = shelf.path("ch01")
    lines = spoil(path.read_text("utf-8").splitlines())  # type: ignore[operator]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(GuideError) as error:
        shelf.read("ch01")
    assert str(error.value).startswith(f"{FILE}:{line}: history-broken ")


def test_what_is_appended_is_read_back(shelf: Shelf) -> None:
    entries = grown(taken(1, a="1"), taken(None, a="1"), taken(2, a="2"))
    shelf.append("ch01", entries[:1])
    shelf.append("ch01", entries[1:])
    assert shelf.read("ch01") == entries


def test_the_same_walk_again_adds_nothing_and_a_longer_one_its_end() -> None:
    first, second, third = ((body(taken(at)), Commit()) for at in (1, 2, 3))
    past = grow((), [first, second])
    assert grow(past, [first, second]) == ()
    assert [one.record for one in grow(past, [first, second, third])] == [third[0]["digest"][:12]]
    again = grow(past, [first, second, first])  # an old record was brought back
    assert [one.record for one in again] == [first[0]["digest"][:12]]


def test_sources_are_kept_as_differences() -> None:
    entries = grown(taken(1, a="1", b="1"), taken(2, a="1", b="2"), taken(3, a="1"))
    assert [entry.sources for entry in entries] == [
        {"snippets/a.py": "1", "snippets/b.py": "1"},
        {"snippets/b.py": "2"},
        {"snippets/b.py": None},
    ]
    assert reached(entries) == {"snippets/a.py": "1"}
