"""What the browser is told: which pages are new, what is wrong, what is being measured."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

WHOLE = "*"
"""In the place of a page: all of them."""


@dataclass(frozen=True)
class News:
    """What stands on the board.

    Attributes:
        version: Counts up with every change.
        pages: Address of a page, or ``WHOLE`` → version in which it was last written.
        problems: Where they come from → what has to be mended.
        warnings: Likewise, for what does not hold a page up.
        restart: Files that count only after a restart.
        renewing: Experiment → how far it is; empty for one that waits.
        notes: What else a contributor should know.
        busy: What is being done now, when it takes longer than a page.
    """

    version: int = 0
    pages: Mapping[str, int] = field(default_factory=dict)
    problems: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    warnings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    restart: tuple[str, ...] = ()
    renewing: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    busy: str = ""


class Board:
    """The news, and those who wait for more."""

    def __init__(self) -> None:
        self.news = News()
        self._boot = time.time_ns()
        self._changed = threading.Condition()

    def tell(self, **changes: Any) -> None:
        """Change what stands there; nobody is woken for what they know."""
        with self._changed:
            new = replace(self.news, **changes)
            if new == self.news:
                return
            self.news = replace(new, version=self.news.version + 1)
            self._changed.notify_all()

    def written(self, addresses: Iterable[str]) -> None:
        """Say that pages are new; ``WHOLE`` stands for all."""
        with self._changed:
            version = self.news.version + 1
            new = {**self.news.pages, **dict.fromkeys(addresses, version)}
            self.news = replace(self.news, version=version, pages=new)
            self._changed.notify_all()

    def problems(self, origin: str, lines: Iterable[str]) -> None:
        """Put down what is wrong at one place; nothing, when that was mended."""
        self.tell(problems=_with(self.news.problems, origin, tuple(lines)))

    def warnings(self, origin: str, lines: Iterable[str]) -> None:
        """Likewise."""
        self.tell(warnings=_with(self.news.warnings, origin, tuple(lines)))

    def after(self, seen: int, patience_s: float) -> str:
        """The news as JSON, as soon as there is any that is newer than version ``seen``."""
        with self._changed:
            self._changed.wait_for(lambda: self.news.version > seen, timeout=patience_s)
            return _json(self.news, self._boot)


def _with(
    old: Mapping[str, tuple[str, ...]], origin: str, lines: tuple[str, ...]
) -> dict[str, tuple[str, ...]]:
    rest = {name: words for name, words in old.items() if name != origin}
    return rest | ({origin: lines} if lines else {})


def _json(news: News, boot: int) -> str:
    said = {
        "boot": str(boot),
        "version": news.version,
        "pages": dict(news.pages),
        "problems": [line for lines in news.problems.values() for line in lines],
        "warnings": [line for lines in news.warnings.values() for line in lines],
        "restart": list(news.restart),
        "renewing": dict(news.renewing),
        "notes": list(news.notes),
        "busy": news.busy,
    }
    return json.dumps(said, ensure_ascii=False)
