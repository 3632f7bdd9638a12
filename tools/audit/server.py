"""A small server that sends the site as a good host would: compressed, kept alive, cached."""

from __future__ import annotations

import gzip
import mimetypes
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

import brotli

TYPES = {".mjs": "text/javascript", ".woff2": "font/woff2", ".wasm": "application/wasm"}
TEXT = re.compile(r"text/|application/(json|javascript|xml|wasm)|image/svg")
HASHED = re.compile(r"\.[0-9a-f]{8}\.")
"""Material's own files carry a hash in their name: what they hold never changes."""


class Site:
    """Files of a folder as they are sent; each is compressed once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._sent: dict[tuple[Path, str], bytes] = {}

    def find(self, address: str) -> Path | None:
        """The file an address means; ``None`` when there is none."""
        path = (self._folder / unquote(urlsplit(address).path).lstrip("/")).resolve()
        path = path / "index.html" if path.is_dir() else path
        return path if path.is_file() and path.is_relative_to(self._folder) else None

    @property
    def lost(self) -> Path:
        """The page for a wrong address."""
        return self._folder / "404.html"

    def body(self, path: Path, accepted: str) -> tuple[bytes, str]:
        """What is sent of a file, and how it is encoded."""
        encoding = next((one for one in ("br", "gzip") if one in accepted), "")
        if not TEXT.match(kind(path)):
            encoding = ""
        key = path, encoding
        if key not in self._sent:
            self._sent[key] = _encoded(path.read_bytes(), encoding)
        return self._sent[key], encoding


def kind(path: Path) -> str:
    """The content type of a file."""
    found = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return found or "application/octet-stream"


def _encoded(content: bytes, encoding: str) -> bytes:
    if encoding == "br":
        return brotli.compress(content, quality=9)  # type: ignore[no-any-return]
    return gzip.compress(content, 9, mtime=0) if encoding else content


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, site: Site, *more: object) -> None:
        self._site = site
        super().__init__(*more)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self._send(with_body=True)

    def do_HEAD(self) -> None:
        self._send(with_body=False)

    def _send(self, *, with_body: bool) -> None:
        found = self._site.find(self.path)
        path = found or self._site.lost
        body, encoding = self._site.body(path, self.headers.get("Accept-Encoding", ""))
        text = "; charset=utf-8" if TEXT.match(kind(path)) else ""
        self.send_response(HTTPStatus.OK if found else HTTPStatus.NOT_FOUND)
        self.send_header("Content-Type", kind(path) + text)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Vary", "Accept-Encoding")
        forever = HASHED.search(path.name)
        self.send_header(
            "Cache-Control", "max-age=31536000, immutable" if forever else "max-age=600"
        )
        if encoding:
            self.send_header("Content-Encoding", encoding)
        self.end_headers()
        if with_body:
            with suppress(BrokenPipeError, ConnectionResetError):  # a browser that was closed
                self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing: the table says it all."""


@contextmanager
def serving(folder: Path, port: int = 0) -> Iterator[str]:
    """The address of the folder's site, for as long as it is served."""
    with ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, Site(folder))) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
