"""The picture beside a link: what is on it, and that packing it loses nothing."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from hooks import cards, outlines
from hooks.head import Head

PAGE = Head("05-bottlenecks/index.html", "05. 병목", "지금 기다리는 것이 계산인지 데이터인지 가릅니다.")


def pixels(image: bytes) -> bytes:
    return zlib.decompress(b"".join(body for name, body in cards._chunks(image) if name == b"IDAT"))


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("05-bottlenecks/index.html", 5),
        ("en/01-request-journey/index.html", 1),
        ("appendix/facts/index.html", None),
        ("index.html", None),
    ],
)
def test_a_chapter_lights_its_station(path: str, wanted: int | None) -> None:
    assert cards.chapter(Head(path, "", "")) == wanted


def test_a_card_is_drawn_once_small_and_of_the_right_size(tmp_path: Path) -> None:
    image = cards.png(PAGE, tmp_path)
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", image[16:24]) == (1200, 630)
    assert len(image) < 60_000
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(b"kept")
    assert cards.png(PAGE, tmp_path) == b"kept"
    again = cards.packed(image)
    assert pixels(again) == pixels(image)


def test_lines_break_between_words_and_too_much_ends_in_an_ellipsis() -> None:
    plain = outlines.Type(400)
    assert plain.lines("하나 둘 셋", 10, 1000, 2) == ["하나 둘 셋"]
    assert plain.lines("하나 둘 셋", 10, plain.width("하나 둘", 10), 2) == ["하나 둘", "셋"]
    assert plain.lines("하나 둘 셋 넷", 10, plain.width("하나 둘", 10), 1) == ["하나…"]
