"""The real site, built from its committed records and served on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class NotBuilt(Exception):  # noqa: N818 - it says what happened
    """The site could not be built; what has to be mended, a line each."""


def addresses(docs: Path) -> list[str]:
    """Every page, from the site's root: Markdown, labs, and the one for a wrong address."""
    sources = sorted([*docs.rglob("*.md"), *docs.glob("labs/*.py")])
    pages = (path.relative_to(docs).with_suffix("").as_posix() for path in sources)
    return [*(f"{page}/".removesuffix("index/") for page in pages), "404.html"]


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Build the site into ``folder``; its address, for as long as it is served.

    The address is known before the build, because instant navigation follows only links that the
    sitemap has.

    Raises:
        NotBuilt: When the build fails.
    """
    with published(folder) as address:
        build(folder, address)
        yield address


@contextmanager
def published(folder: Path) -> Iterator[str]:
    """Serve what is or will be in ``folder``; its address."""
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield address
        finally:
            server.shutdown()
            thread.join()


def build(folder: Path, address: str) -> None:
    """Build without measuring: what a browser shows must not hang on how busy this machine is.

    Raises:
        NotBuilt: When the build fails.
    """
    done = subprocess.run(  # noqa: S603  our own interpreter
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"MEASURE": "recorded", "SITE_URL": address, "NO_MKDOCS_2_WARNING": "1"},
    )
    if done.returncode:
        wrong = [line for line in done.stderr.splitlines() if line.startswith(("ERROR", "WARN"))]
        raise NotBuilt("\n".join(wrong) or done.stderr)


class _Quiet(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def log_message(self, *_: object) -> None:
        """Say nothing: a test shows its own failure."""
