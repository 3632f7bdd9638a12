"""A byte-level tokenizer: one token is one UTF-8 byte, so a Korean syllable is three tokens.

Ids 0–255 are bytes, 256 begins and 257 ends a text. A model with random weights also makes
ids that stand for nothing (258 and up), and bytes that form no character. They are shown as
``<258>`` and as U+FFFD, and control characters as pictures, so that text made of noise is
visible and cannot steer a terminal.
"""

from __future__ import annotations

import codecs

BOS, EOS = 256, 257

_HIDDEN = {
    **{code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\n\t"},
    **dict.fromkeys(range(0x7F, 0xA0), "\ufffd"),
}


def encode(text: str) -> tuple[int, ...]:
    """Token ids of ``text``: its UTF-8 bytes."""
    return tuple(text.encode("utf-8"))


def decode(tokens: list[int] | tuple[int, ...]) -> str:
    """Text of a whole sequence of token ids."""
    decoder = Decoder()
    return "".join(decoder.feed(token) for token in tokens) + decoder.finish()


class Decoder:
    """Turns tokens into text one at a time, never in the middle of a character.

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
