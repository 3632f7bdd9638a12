"""The site in one file: links that lead on without a server, and the same bytes every time."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from hooks import archive

FILES = {
    "index.html": '<a href="01-journey/">시작</a>',
    "01-journey/index.html": '<a class="md-logo" href="..">표지</a>',
    "404.html": '<a href="/">표지</a>',
    "assets/site.css": "p { color: red }",
    "assets/site.css.map": "{}",
    "sitemap.xml.gz": "gzip",
    "labs/labs.zip": "zip",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ('<a href="../06-memory/">', '<a href="../06-memory/index.html">'),
        (
            '<a class="x" href="../06-memory/#kv">',
            '<a class="x" href="../06-memory/index.html#kv">',
        ),
        ('<a href=".">', '<a href="./index.html">'),
        ('<a href="../..">', '<a href="../../index.html">'),
        ('<a href="#절">', '<a href="#절">'),
        ('<a href="../data/ch01.json">', '<a href="../data/ch01.json">'),
        ('<a href="https://example.org/">', '<a href="https://example.org/">'),
        ('<a href="mailto:a@example.org">', '<a href="mailto:a@example.org">'),
        ('<link href="../06-memory/">', '<link href="../06-memory/">'),
        ('<meta>\n <link rel="preload" href="a.woff2" as="font">\n', "<meta>\n"),
    ],
)
def test_only_links_to_folders_of_the_site_are_completed(written: str, wanted: str) -> None:
    assert archive.local(written) == wanted


def test_it_holds_what_a_reader_needs(site: Path) -> None:
    archive.pack(site)
    with zipfile.ZipFile(site / archive.SITE_PATH) as packed:
        held = {name.partition("/")[2]: packed.read(name).decode() for name in packed.namelist()}
    assert held == {
        "읽는 법.txt": archive.HOW_TO_READ,
        "01-journey/index.html": '<a class="md-logo" href="../index.html">표지</a>',
        "assets/site.css": "p { color: red }",
        "index.html": '<a href="01-journey/index.html">시작</a>',
        "labs/labs.zip": "zip",
    }


def test_the_same_site_gives_the_same_bytes_and_a_preview_only_the_note(site: Path) -> None:
    archive.pack(site)
    first = (site / archive.SITE_PATH).read_bytes()
    archive.pack(site)
    assert (site / archive.SITE_PATH).read_bytes() == first
    archive.pack(site, preview=True)
    with zipfile.ZipFile(site / archive.SITE_PATH) as packed:
        assert packed.namelist() == ["ai-computing-guide/읽는 법.txt"]


def test_it_is_there_from_the_first_and_whole_at_the_end(site: Path) -> None:
    archive.pack(site)
    alone = (site / archive.SITE_PATH).read_bytes()
    (site / archive.SITE_PATH).unlink()
    with archive.packing(site):
        assert (site / archive.SITE_PATH).is_file()
    assert (site / archive.SITE_PATH).read_bytes() == alone


def test_what_fails_while_it_is_packed_fails_the_build(site: Path) -> None:
    (site / "index.html").write_bytes(b"\xff")
    with pytest.raises(UnicodeDecodeError), archive.packing(site):
        pass
