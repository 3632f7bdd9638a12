"""Can this request be served at all? Everything that can be refused is refused here."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json

from .config import ModelConfig
from .errors import ApiError, model_not_found, too_long
from .tokenizer import EOS, Tokenizer

MAX_BODY_BYTES = 1 << 20
"""Largest request body; the longest prompt that fits any model is far smaller."""


class StreamOptions(BaseModel):
    """OpenAI's ``stream_options``."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    include_usage: bool = False


class CompletionBody(BaseModel):
    """The body of ``POST /v1/completions``: the part of OpenAI's that this system knows.

    Of the other fields, it takes the values that ask for nothing, because clients send them
    unasked. The rest is refused, not ignored: whoever sends ``stop`` must not believe that it
    did something.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    model: str
    prompt: str | list[int] | list[str]
    max_tokens: int = Field(16, ge=1)
    temperature: float = Field(1.0, ge=0, le=2)
    seed: int | None = Field(None, ge=-(2**63), lt=2**63)
    stream: bool = False
    stream_options: StreamOptions = StreamOptions()
    ignore_eos: bool = False  # vLLM's name; generate max_tokens tokens whatever they are
    priority: int = Field(0, ge=0, lt=2**31)  # vLLM's name; 0 goes first
    user: str = ""
    n: int = Field(1, ge=1, le=1)
    best_of: int = Field(1, ge=1, le=1)
    echo: Literal[False] = False
    top_p: float = Field(1.0, ge=1, le=1)
    presence_penalty: float = Field(0.0, ge=0, le=0)
    frequency_penalty: float = Field(0.0, ge=0, le=0)
    logprobs: None = None
    logit_bias: None = None
    stop: None = None
    suffix: None = None


@dataclass(frozen=True)
class Generation:
    """A request that can be served, in the scheduler's terms."""

    prompt: tuple[int, ...]
    max_tokens: int
    temperature: float
    seed: int
    ignore_eos: bool
    stream: bool
    include_usage: bool
    end_tokens: frozenset[int] = frozenset({EOS})
    priority: int = 0


def validate(body: bytes, model: ModelConfig, tokenizer: Tokenizer) -> Generation:
    """Read the body of a completion request and tokenise its prompt.

    Raises:
        ApiError: 400, or 404 for a model that is not served here.
    """
    fields = _parse(body)
    if fields.model != model.name:
        raise model_not_found(fields.model)
    if "stream_options" in fields.model_fields_set and not fields.stream:
        message = "'stream_options' is only allowed when 'stream' is true."
        raise ApiError(400, message, param="stream_options")
    prompt = _token_ids(fields.prompt, model, tokenizer)
    if len(prompt) + fields.max_tokens > model.context_len:
        requested = f"{len(prompt)} in the prompt and max_tokens={fields.max_tokens} were requested"
        raise too_long(model.context_len, requested)
    return Generation(
        prompt=prompt,
        max_tokens=fields.max_tokens,
        temperature=fields.temperature,
        seed=secrets.randbits(63) if fields.seed is None else fields.seed,
        ignore_eos=fields.ignore_eos,
        stream=fields.stream,
        include_usage=fields.stream_options.include_usage,
        priority=fields.priority,
        end_tokens=tokenizer.end_tokens,
    )


def _parse(body: bytes) -> CompletionBody:
    try:
        document = from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise ApiError(400, f"The body is not valid JSON: {error}") from error
    if not isinstance(document, dict):
        raise ApiError(400, "The body must be a JSON object.")
    # OpenAI takes null for "not given".
    given = {name: value for name, value in document.items() if value is not None}
    try:
        return CompletionBody.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        raise ApiError(400, f"Invalid '{name}': {first['msg']}.", param=name) from error


def _token_ids(
    prompt: str | list[int] | list[str], model: ModelConfig, tokenizer: Tokenizer
) -> tuple[int, ...]:
    if isinstance(prompt, list) and len(prompt) == 1 and isinstance(prompt[0], str):
        prompt = prompt[0]
    if isinstance(prompt, str):
        # Looked at first, because a tokenizer takes a second for a text that can never fit, and
        # nobody else is served meanwhile.
        if len(prompt) > model.context_len * tokenizer.longest_token:
            raise too_long(model.context_len, f"the prompt has {len(prompt)} characters")
        ids = tokenizer.encode(prompt)
    elif all(isinstance(item, int) and 0 <= item < model.vocab for item in prompt):
        ids = tuple(int(item) for item in prompt)
    else:
        message = f"'prompt' must be one string, or token ids from 0 to {model.vocab - 1}."
        raise ApiError(400, message, param="prompt")
    if not ids:
        raise ApiError(400, "'prompt' must not be empty.", param="prompt")
    return ids
