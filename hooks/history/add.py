"""Taking records into a history: those that are committed now, or those of all past commits."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from snippets.evidence.problem import GuideError
from snippets.evidence.record import load

from .entry import Commit, Entry, next_after, short
from .file import HINT, Shelf

Take = tuple[dict[str, Any], Commit]


def present(shelf: Shelf, experiment: str) -> dict[str, Any]:
    """The committed record as JSON.

    Raises:
        RecordError: When it cannot be used.
    """
    path = shelf.records / f"{experiment}.json"
    load(path)  # whole, and not edited by hand
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def grow(past: tuple[Entry, ...], takes: Iterable[Take]) -> tuple[Entry, ...]:
    """The entries that ``takes``, oldest first, add to what is known already.

    A record is known when it is the last entry; whatever came before that is not looked at
    again, so the same command may be run after every new record.
    """
    found = list(takes)
    known = {entry.record for entry in past}
    last = past[-1].record if past else ""
    places = [at for at, (body, _) in enumerate(found) if short(body["digest"]) == last]
    if places:
        found = found[places[-1] + 1 :]
    elif past:
        found = [one for one in found if short(one[0]["digest"]) not in known]
    grown = past
    for body, commit in found:
        if not grown or grown[-1].record != short(body["digest"]):
            grown = (*grown, next_after(grown, body, commit))
    return grown[len(past) :]


def unlike(shelf: Shelf) -> Iterator[GuideError]:
    """Histories that do not end in the committed record."""
    for experiment in shelf.committed():
        past, now = shelf.read(experiment), present(shelf, experiment)
        if not past or not _same(past, now):
            name = shelf.path(experiment).relative_to(shelf.root).as_posix()
            said = f"{experiment} 역사의 마지막이 실린 기록과 다릅니다"
            yield GuideError(name, max(len(past), 1), "history-behind", said, HINT)


def _same(past: tuple[Entry, ...], body: dict[str, Any]) -> bool:
    last = past[-1]
    again = next_after(past[:-1], body, Commit(last.commit, last.subject))
    return again == last
