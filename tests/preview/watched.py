"""The preview of a tiny project, driven as an editor and a browser drive it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.conftest import Project

PATIENCE_S = 120
News = dict[str, Any]


@dataclass(frozen=True)
class Preview:
    """A preview that runs."""

    project: Project
    address: str
    process: subprocess.Popen[bytes]
    file: Path

    def news(self, seen: int = -1) -> News:
        told: News = json.loads(self.get(f"__preview/news?seen={seen}"))
        return told

    def get(self, path: str = "") -> str:
        try:
            with urlopen(f"{self.address}/{path}", timeout=60) as answer:
                return str(answer.read().decode("utf-8"))
        except HTTPError as error:
            return str(error.read().decode("utf-8"))

    def until(self, wanted: Callable[[News], bool]) -> News:
        """The first news of that kind; fails with the log when there is none."""
        news = self.news()
        for _ in until_late():
            if wanted(news):
                return news
            news = self.news(news["version"])
        raise AssertionError(f"{news}\n{self.log}")

    def shows(self, words: str, path: str = "") -> None:
        """Wait until a page says it."""
        self.until(lambda _: words in self.get(path))

    @property
    def log(self) -> str:
        return self.file.read_text(encoding="utf-8")

    def runs(self) -> int:
        """How many experiments were started."""
        return self.log.count("다시 잽니다")


def until_late() -> Iterator[None]:
    started = time.monotonic()
    while time.monotonic() - started < PATIENCE_S:
        yield


def is_built(news: News) -> bool:
    return not news["busy"] and ("*" in news["pages"] or news["problems"])


@contextmanager
def watched(project: Project, **environment: str) -> Iterator[Preview]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = project.root.parent / "preview.log"
    ours = {"NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    with log.open("w", encoding="utf-8") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "hooks.preview", "--port", str(port)],
            cwd=project.root,
            env=os.environ | ours | project.environment | environment,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
        made = Preview(project, f"http://127.0.0.1:{port}", process, log)
        try:
            for _ in until_late():
                assert process.poll() is None, made.log
                try:
                    made.until(is_built)
                    break
                except OSError:
                    time.sleep(0.1)
            yield made
        finally:
            process.terminate()
            process.wait(timeout=30)
