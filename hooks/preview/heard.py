"""What MkDocs says while it builds: its errors and warnings reach the page too."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

COUNT = "고칠 곳 "
"""Start of the line that only counts those before it."""


@dataclass
class Heard:
    """Errors, each ready to be read, and warnings."""

    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def fine(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


class _Ear(logging.Handler):
    def __init__(self, heard: Heard) -> None:
        super().__init__(logging.WARNING)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        kind = self._heard.problems if record.levelno >= logging.ERROR else self._heard.warnings
        if text not in kind and not text.startswith(COUNT):
            kind.append(text)


@contextmanager
def listening() -> Iterator[Heard]:
    """Collect what is said."""
    heard = Heard()
    ear = _Ear(heard)
    logger = logging.getLogger("mkdocs")
    logger.addHandler(ear)
    try:
        yield heard
    finally:
        logger.removeHandler(ear)
