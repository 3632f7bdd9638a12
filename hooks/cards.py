"""The picture that a chat or another site shows beside a link to a page.

One a page, made from its title and its description: the site's font as outlines, turned into
pixels by the library that draws the charts. No browser, no network; what was drawn once is kept.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import vl_convert

from . import head, outlines, whole_file
from .head import Head

WIDTH, HEIGHT = 1200, 630
EDGE = 84
CHAPTERS = 9
INK, SOFT, PAPER, RULE = "#1d242c", "#545d68", "#fcfbf8", "#dedace"
CONTROL, DATA = "#c0831f", "#1f8d86"
VERSION = "1"
"""Of the drawing: kept pictures of another are not used."""


def png(page: Head, kept: Path) -> bytes:
    """The card of a page, from ``kept`` where the same was drawn before."""
    words = "\0".join((VERSION, page.title, page.description, page.url))
    path = kept / f"{hashlib.sha256(words.encode()).hexdigest()[:24]}.png"
    if path.is_file():
        return path.read_bytes()
    drawn = packed(vl_convert.svg_to_png(svg(page)))
    whole_file.write(path, drawn)
    return drawn


def packed(image: bytes) -> bytes:
    """The same pixels in a quarter of the bytes: the library that draws packs in a hurry."""
    chunks = list(_chunks(image))
    pixels = zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT"))
    first, *rest = (one for one in chunks if one[0] != b"IDAT")
    kept = [first, (b"IDAT", zlib.compress(pixels, 9)), *rest]
    return image[:8] + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in kept
    )


def _chunks(image: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(image):
        (length,) = struct.unpack_from(">I", image, at)
        yield image[at + 4 : at + 8], image[at + 8 : at + 8 + length]
        at += 12 + length


def svg(page: Head) -> str:
    """The card as a drawing."""
    parts = [*_words(page), *_paths(chapter(page))]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><rect width="100%" height="100%" fill="{PAPER}"/>'
        f"{''.join(parts)}</svg>"
    )


def chapter(page: Head) -> int | None:
    """The number of a chapter; ``None`` for every other page."""
    found = re.match(r"0?(\d+)-", page.url.rpartition("en/")[2])
    return int(found[1]) if found else None


def _words(page: Head) -> Iterator[str]:
    strong, plain = _type(700), _type(400)
    room = WIDTH - 2 * EDGE
    yield _path(
        strong.path(head.SITE if page.url else "LLM 요청 하나를 따라가며", EDGE, 112, 30), SOFT
    )
    y = 226.0
    for line in strong.lines(page.title, 70, room, 2):
        yield _path(strong.path(line, EDGE - 3, y, 70), INK)
        y += 92
    y -= 14
    for line in plain.lines(page.description, 32, room, 3 if y < 260 else 2):
        yield _path(plain.path(line, EDGE, y, 32), SOFT)
        y += 50


def _paths(lit: int | None) -> Iterator[str]:
    """The thin path with a station for each chapter, the thick one below it."""
    right = WIDTH - EDGE
    yield _line(508, 3, CONTROL, EDGE, right)
    yield _line(556, 18, DATA, EDGE + 9, right - 9)
    for number in range(1, CHAPTERS + 1):
        x = EDGE + (right - EDGE) * (number - 0.5) / CHAPTERS
        here = number == lit
        fill = CONTROL if here or lit is None else PAPER
        yield (
            f'<circle cx="{x:.1f}" cy="508" r="{17 if here else 9}" fill="{fill}" '
            f'stroke="{CONTROL}" stroke-width="3"/>'
        )
        if here:
            name = f"{number:02d}"
            left = x - _type(700).width(name, 20) / 2
            yield _path(_type(700).path(name, left, 515, 20), PAPER)


def _line(y: int, width: int, colour: str, left: float, right: float) -> str:
    return (
        f'<path d="M{left} {y}H{right}" stroke="{colour}" stroke-width="{width}" '
        'stroke-linecap="round"/>'
    )


def _path(outline: str, colour: str) -> str:
    return f'<path d="{outline}" fill="{colour}"/>'


@cache
def _type(weight: int) -> outlines.Type:
    return outlines.Type(weight)
