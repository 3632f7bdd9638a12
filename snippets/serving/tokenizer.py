"""Text ↔ token ids: what every tokenizer does, and the simplest one that does it.

That is the byte-level one: one token is one UTF-8 byte, so a Korean syllable is three tokens.
The tokenizer of a real model is in ``hub_tokenizer.py``.

Ids 0–255 are bytes, 256 begins and 257 ends a text. A model with random weights also makes
ids that stand for nothing (258 and up), and bytes that form no character. They are shown as
``<258>`` and as U+FFFD, and control characters as pictures, so that text made of noise is
visible and cannot steer a terminal.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from typing import Protocol

BOS, EOS = 256, 257

_HIDDEN = {
    **{code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\n\t"},
    **dict.fromkeys(range(0x7F, 0xA0), "\ufffd"),
}


class Decoder(Protocol):
    """Turns the tokens of one answer into text, one at a time, never inside a character."""

    def feed(self, token: int) -> str:
        """Text that is certain once ``token`` has come."""

    def finish(self) -> str:
        """What is left when no more tokens come."""


class Tokenizer(Protocol):
    """What the gateway needs of a tokenizer."""

    @property
    def end_tokens(self) -> frozenset[int]:
        """Tokens that end an answer."""

    @property
    def longest_token(self) -> int:
        """Most characters that one token stands for."""

    def encode(self, text: str) -> tuple[int, ...]:
        """Token ids of ``text``."""

    def decoder(self) -> Decoder:
        """A decoder for one answer."""


def decode(tokenizer: Tokenizer, tokens: Iterable[int]) -> str:
    """Text of a whole answer: the same that its tokens give one by one."""
    decoder = tokenizer.decoder()
    return "".join(map(decoder.feed, tokens)) + decoder.finish()


class ByteTokenizer:
    """One token is one UTF-8 byte."""

    end_tokens = frozenset({EOS})
    longest_token = 1

    def encode(self, text: str) -> tuple[int, ...]:
        """Token ids of ``text``: its UTF-8 bytes."""
        return tuple(text.encode("utf-8"))

    def decoder(self) -> ByteDecoder:
        """A decoder for one answer."""
        return ByteDecoder()


class ByteDecoder:
    """Turns bytes into text.

    The first two bytes of a Korean syllable give ``""``; the third gives the syllable.
    """

    def __init__(self) -> None:
        self._utf8 = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def feed(self, token: int) -> str:
        """Text that is certain once ``token`` has come."""
        if token < BOS:
            return self._utf8.decode(bytes([token])).translate(_HIDDEN)
        # A character that was begun can no longer be finished.
        return self.finish() + {BOS: "<bos>", EOS: ""}.get(token, f"<{token}>")

    def finish(self) -> str:
        """What is left when no more tokens come: U+FFFD for a character cut short."""
        return self._utf8.decode(b"", final=True)


BYTES = ByteTokenizer()
"""The tokenizer of all models with random weights."""
