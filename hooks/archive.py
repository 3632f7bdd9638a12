"""The whole site in one file, to take along: unpacked, it is read without a network.

Opened as files, the pages are complete but still: a browser runs no module and starts no worker
from a file, so drawings stay in words and nothing is searched. Behind any small server of the
reader's own, everything works. ``HOW_TO_READ`` says both.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

SITE_PATH = "data/ai-computing-guide.zip"
FOLDER = "ai-computing-guide"
LEFT_OUT = ("404.html", "robots.txt", "sitemap.xml.gz", "assets/cards/", SITE_PATH)
MAPS = ".map"
"""Of the theme's scripts: for those who mend them, and a quarter of their size."""
PACKED = (".woff2", ".png", ".zip")
"""Already small; packing them again only takes time."""

HOW_TO_READ = """\
AI 컴퓨팅·시스템 기초 — 내려받아 읽기

1. 그냥 열기
   index.html을 브라우저로 엽니다. 글, 표, 도표, 수치의 조건은 모두 보입니다.
   브라우저는 파일에서 연 페이지의 스크립트를 돌리지 않습니다.
   그래서 그림은 글로 보이고, 재생·계산기·검색은 되지 않습니다.

2. 모두 쓰기
   이 폴더에서 아래를 실행하고 http://127.0.0.1:8000/ 을 엽니다.
   그림, 재생, 계산기, 검색까지 모두 됩니다. 인터넷은 없어도 됩니다.

       python3 -m http.server 8000 --bind 127.0.0.1
"""

_PRELOAD = re.compile(r'\s*<link rel="preload"[^>]*>')
"""From a file a browser takes no font early: it would only complain."""
_LINK = re.compile(r'(<a\b[^>]*?\bhref=")(?![a-z]+:|/|#)([^"#]*)(#[^"]*)?(")')


def local(html: str) -> str:
    """The page with links that also lead on when it was opened as a file.

    A server shows ``index.html`` for a folder; a browser that opens files lists the folder.
    """
    head, end, body = html.partition("</head>")
    html = _PRELOAD.sub("", head) + end + body
    return _LINK.sub(lambda found: f"{found[1]}{_file(found[2])}{found[3] or ''}{found[4]}", html)


@contextmanager
def packing(site: Path, preview: bool = False) -> Iterator[None]:
    """Write the archive beside what is done meanwhile: packing leaves Python to others."""
    (site / SITE_PATH).parent.mkdir(exist_ok=True)
    (site / SITE_PATH).touch()  # pages link to it, and may be looked at before it is written
    with ThreadPoolExecutor(1) as beside:
        packed = beside.submit(pack, site, preview)
        yield
        packed.result()


def pack(site: Path, preview: bool = False) -> None:
    """Write the archive into the site; a preview's holds only the note."""
    (site / SITE_PATH).parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(site / SITE_PATH, "w") as archive:
        _add(archive, "읽는 법.txt", HOW_TO_READ.encode())
        for path in sorted(site.rglob("*")) if not preview else ():
            name = path.relative_to(site).as_posix()
            if not path.is_file() or name.startswith(LEFT_OUT) or name.endswith(MAPS):
                continue
            content = path.read_bytes()
            if path.suffix == ".html":
                content = local(content.decode()).encode()
            _add(archive, name, content)


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(f"{FOLDER}/{name}")  # no date of its own: two builds, the same bytes
    packed = name.endswith(PACKED)
    entry.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, content)


def _file(link: str) -> str:
    folder = link.endswith(("/", "..")) or link == "."
    return f"{link.rstrip('/')}/index.html" if folder else link
