"""A small web server: the built pages with our script in them, and the news."""

from __future__ import annotations

import mimetypes
import socket
import sys
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from .board import Board

SCRIPT = Path(__file__).with_name("overlay.js")
OURS = "/__preview/"
PATIENCE_S = 25.0
TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".woff2": "font/woff2"}
NOTHING_YET = """<!doctype html><html lang="ko"><meta charset="utf-8"><title>미리 보기</title>
<p>아직 만든 페이지가 없습니다. 고칠 곳을 고치면 여기에 나옵니다.</p></body></html>"""


class Server(ThreadingHTTPServer):
    """Serves ``site``, which changes from one whole build to the next."""

    daemon_threads = True

    def __init__(self, host: str, port: int, board: Board) -> None:
        if ":" in host:
            self.address_family = socket.AF_INET6
        super().__init__((host, port), _Handler)
        self.board = board
        self.site: Path | None = None
        self.writing = threading.Lock()
        """Held while a page is written: nobody is to be served half of one."""

    def start(self) -> None:
        """Serve beside what else this process does."""
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that left in the middle: that is no error of anybody."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def answer(self, path: str) -> tuple[HTTPStatus, str, bytes]:
        """Status, type and content of a path below the site."""
        site = self.site
        if site is None:
            return HTTPStatus.OK, "text/html; charset=utf-8", NOTHING_YET.encode()
        with self.writing:
            file = (site / path.lstrip("/")).resolve()
            if file.is_dir():
                file /= "index.html"
            inside = file.is_relative_to(site.resolve())
            found = inside and file.is_file()
            if not found:
                file = site / "404.html"
            content = file.read_bytes() if file.is_file() else b""
        status = HTTPStatus.OK if found else HTTPStatus.NOT_FOUND
        return status, _type(file), content


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        path = unquote(parts.path)
        try:
            if path == f"{OURS}news":
                seen = parse_qs(parts.query).get("seen", ["-1"])[0]
                news = self.server.board.after(_number(seen), PATIENCE_S)
                self._send(HTTPStatus.OK, "application/json", news.encode())
            elif path == f"{OURS}overlay.js":
                self._send(HTTPStatus.OK, "text/javascript", SCRIPT.read_bytes())
            else:
                self._page(path)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the reader went on to another page

    def _page(self, path: str) -> None:
        if not path.endswith("/") and (self.server.site or SCRIPT).joinpath(path[1:]).is_dir():
            self.send_response(HTTPStatus.FOUND)
            self.send_header("Location", f"{urlsplit(self.path).path}/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        version = self.server.board.news.version  # before the page: it may be newer, never older
        status, kind, content = self.server.answer(path)
        if kind.startswith("text/html"):
            content = with_script(content, version)
        self._send(status, kind, content)

    def _send(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's name
        """A preview's log is for what its contributor did."""


def with_script(page: bytes, version: int) -> bytes:
    """The page with our script, which is told of which version the page is."""
    tag = f'<script src="{OURS}overlay.js" data-version="{version}" defer></script>'.encode()
    head, end, rest = page.rpartition(b"</body>")
    return head + tag + end + rest if end else page + tag


def _number(text: str) -> int:
    return int(text) if text.isdigit() else -1


def _type(file: Path) -> str:
    known = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
    kind = known or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
