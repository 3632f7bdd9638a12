"""``python -m hooks.preview``: what ``make serve`` starts."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from snippets.evidence.problem import GuideError

from ..port import check_free
from .board import Board
from .files import FOLDERS
from .host import Host
from .loop import Loop
from .server import Server

ROOT = Path(__file__).resolve().parent.parent.parent


class _Signs(FileSystemEventHandler):
    def __init__(self, loop: Loop) -> None:
        self._loop = loop

    def on_any_event(self, event: FileSystemEvent) -> None:
        if not event.is_directory and event.event_type not in ("opened", "closed_no_write"):
            self._loop.look()


def main(arguments: list[str] | None = None) -> int:
    """Serve until it is ended; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m hooks.preview", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="기다릴 주소")
    parser.add_argument("--port", type=int, default=8000, help="기다릴 번호")
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)-7s -  %(message)s")
    for name in ("mkdocs.hooks.preview", "mkdocs.commands.build"):
        logging.getLogger(name).setLevel(logging.INFO)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        measure = _measure()
        check_free(options.host, options.port)
        _serve(options.host, options.port, measure)
    except GuideError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("미리 보기를 마칩니다")
    return 0


def _measure() -> bool:
    """Whether to take again what is of older code; says so to the hooks, which read ``MEASURE``."""
    asked = os.environ.get("MEASURE", "auto")
    if asked not in ("auto", "recorded"):
        raise GuideError(
            "MEASURE",
            1,
            "measure-unknown",
            f"미리 보기에 쓸 수 없는 값입니다: {asked}",
            "auto(바뀐 실험만 뒤에서 잽니다)나 recorded(재지 않습니다)",
        )
    if asked == "auto":
        os.environ["MEASURE"] = "preview"
    return asked == "auto"


def _serve(host: str, port: int, measure: bool) -> None:
    address = f"http://{host}:{port}/"
    server = Server(host, port, Board())
    built = Host(ROOT, address)
    loop = Loop(ROOT, server, built, measure)
    observer = Observer()
    for folder in FOLDERS:
        observer.schedule(_Signs(loop), str(ROOT / folder), recursive=True)
    observer.schedule(_Signs(loop), str(ROOT), recursive=False)
    try:
        server.start()
        observer.start()
        loop.begin()
        print(f"미리 보기: {address} (멈추기: Ctrl-C)", flush=True)
        loop.run()
    finally:
        loop.end()
        built.close()


if __name__ == "__main__":
    sys.exit(main())
