"""``python -m tools.loop_time``: from a saved sentence to the page that shows it, on a copy.

Does what a browser does: waits for the news, then fetches the page. Every chapter in turn, with a
breath between two edits, as nobody types faster.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from .site import ROOT

FOLDERS = ("docs", "hooks", "snippets")
BREATH_S = 1.0
PATIENCE_S = 180.0
RUNNING = "다시 잽니다"
"""What the log says of each experiment that is run."""


def main(arguments: list[str] | None = None) -> int:
    """Measure, and say so in a few lines; 1 when the median is a second or more."""
    parser = argparse.ArgumentParser(prog="python -m tools.loop_time", description=__doc__)
    parser.add_argument("--edits", type=int, default=20, help="고칠 횟수")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="guide-loop-") as folder:
        root = copied(ROOT, Path(folder) / "guide")
        with served(root) as (address, log):
            pages = sorted(path.stem for path in (root / "docs").glob("[0-9][0-9]-*.md"))
            chosen = islice(cycle(pages), options.edits)
            times = [edit(root, address, page, str(n)) for n, page in enumerate(chosen)]
            executed = log.read_text(encoding="utf-8").count(RUNNING)
    median = statistics.median(times)
    low, high = statistics.quantiles(times, n=4)[0], statistics.quantiles(times, n=4)[2]
    print(f"장 {len(pages)}개, 고친 횟수 {len(times)}, 돌린 실험 {executed}개")
    print(f"저장에서 페이지까지: 중앙값 {median:.2f}초, 사분위 {low:.2f}–{high:.2f}초")
    print(f"가장 짧게 {min(times):.2f}초, 가장 길게 {max(times):.2f}초")
    return int(median >= 1.0 or executed > 0)


def copied(root: Path, target: Path) -> Path:
    """A copy to edit, with what earlier builds have kept (diagrams that were read, pictures)."""
    skip = shutil.ignore_patterns("__pycache__", "labs-venv")
    for name in FOLDERS:
        shutil.copytree(root / name, target / name, ignore=skip)
    shutil.copy(root / "mkdocs.yml", target)
    if (root / "node_modules").exists():
        (target / "node_modules").symlink_to((root / "node_modules").resolve())
    if (root / ".cache").is_dir():
        kept = shutil.ignore_patterns("pycache", "*.lock", "records", "scratch*")
        shutil.copytree(root / ".cache", target / ".cache", ignore=kept)
    return target


@contextmanager
def served(root: Path) -> Iterator[tuple[str, Path]]:
    """The preview of a project: its address, and its log."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address, log = f"http://127.0.0.1:{port}", root.parent / "preview.log"
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    with log.open("w", encoding="utf-8") as said:
        process = subprocess.Popen(  # noqa: S603  our own module
            [sys.executable, "-m", "hooks.preview", "--port", str(port)],
            cwd=root,
            env=environment,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
        try:
            _ready(address, process, log)
            yield address, log
        finally:
            process.terminate()
            process.wait(timeout=30)


def edit(root: Path, address: str, page: str, token: str) -> float:
    """Add a sentence to a page; seconds until a reader is served it."""
    file = root / "docs" / f"{page}.md"
    lines = file.read_text(encoding="utf-8").split("\n")
    place = next(n for n, line in enumerate(lines) if line.startswith("# ")) + 1
    words = f"고친 문장 {chr(0xAC00 + int(token))}입니다."
    lines[place:place] = ["", words]
    seen = news(address, -1)["version"]
    started = time.perf_counter()
    file.write_text("\n".join(lines), encoding="utf-8")
    while time.perf_counter() - started < PATIENCE_S:
        told = news(address, seen)
        seen = told["version"]
        if told["problems"]:
            raise SystemExit("\n".join(told["problems"]))
        if f"/{page}/" in told["pages"] and words in fetched(f"{address}/{page}/"):
            took = time.perf_counter() - started
            time.sleep(BREATH_S)
            return took
    raise SystemExit(f"{page}: 고친 문장이 나오지 않았습니다")


def news(address: str, seen: int) -> dict[str, Any]:
    """What the browser is told, as soon as it is newer than ``seen``."""
    told: dict[str, Any] = json.loads(fetched(f"{address}/__preview/news?seen={seen}"))
    return told


def fetched(address: str) -> str:
    """What is served there."""
    with urlopen(address, timeout=60) as answer:  # noqa: S310  our own server
        return str(answer.read().decode("utf-8"))


def _ready(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until every page was built once."""
    started = time.monotonic()
    while time.monotonic() - started < PATIENCE_S and process.poll() is None:
        try:
            if "*" in news(address, -1)["pages"]:
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise SystemExit(f"미리 보기가 켜지지 않았습니다\n{log.read_text(encoding='utf-8')}")


if __name__ == "__main__":
    sys.exit(main())
