"""The tokenizer of a Hugging Face model: ``tokenizer.json``, through the ``tokenizers`` library."""

from __future__ import annotations

from pathlib import Path

import tokenizers

from .model_folder import CheckpointError, read_json


class HubTokenizer:
    """Text to token ids and back, as the model was trained with."""

    def __init__(self, folder: Path, vocab: int) -> None:
        """Load the tokenizer in ``folder``.

        Args:
            folder: Has ``tokenizer.json``, and ``config.json`` or ``generation_config.json``.
            vocab: Ids that the model knows, ``0 … vocab - 1``.

        Raises:
            CheckpointError: When there is none, or it makes ids that the model does not know.
        """
        file = folder / "tokenizer.json"
        read_json(file)  # its errors are clearer than those of the library
        try:
            self._tokenizer = tokenizers.Tokenizer.from_file(str(file))
        except Exception as error:  # the library raises nothing narrower
            raise CheckpointError(f"tokenizer.json: {error}") from None
        ids = self._tokenizer.get_vocab(with_added_tokens=True)
        largest = max(ids.values(), default=0)
        if largest >= vocab:
            raise CheckpointError(
                f"tokenizer.json: makes token id {largest}, but the model ends at {vocab - 1}"
            )
        self.end_tokens = _end_tokens(folder)
        self.longest_token = max(map(len, ids), default=1)

    def encode(self, text: str) -> tuple[int, ...]:
        """Token ids of ``text``, with the beginning-of-text token if the model has one."""
        return tuple(self._tokenizer.encode(text).ids)

    def decoder(self) -> HubDecoder:
        """Turns the tokens of one answer into text."""
        return HubDecoder(self._tokenizer)


class HubDecoder:
    """Turns tokens into text one at a time, never in the middle of a character.

    A token's text depends on the tokens before it (a blank, or half a character), so new tokens
    are decoded together with those that gave the last text. What that makes longer is new.
    """

    def __init__(self, tokenizer: tokenizers.Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._before: list[int] = []  # gave the last text
        self._new: list[int] = []  # have given none yet

    def feed(self, token: int) -> str:
        """Text that is certain once ``token`` has come."""
        self._new.append(token)
        text = self._text()
        # U+FFFD at the end may be half a character, which the next token completes.
        return "" if not text or text.endswith("\ufffd") else self._give(text)

    def finish(self) -> str:
        """What is left when no more tokens come: U+FFFD for a character cut short."""
        return self._give(self._text())

    def _give(self, text: str) -> str:
        self._before, self._new = self._new, []
        return text

    def _text(self) -> str:
        """What the new tokens add to the text of those before them."""
        known = self._tokenizer.decode(self._before)
        return self._tokenizer.decode(self._before + self._new)[len(known) :]


def _end_tokens(folder: Path) -> frozenset[int]:
    """Tokens that end an answer; ``generation_config.json`` has the last word, as in vLLM."""
    name = "generation_config.json"
    said = read_json(folder / (name if (folder / name).exists() else "config.json"))
    ids = said.get("eos_token_id")
    return frozenset(ids if isinstance(ids, list) else [] if ids is None else [ids])
