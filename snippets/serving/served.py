"""The model that is served: one of ours with random weights, or a real one from a folder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from .config import MODELS, ModelConfig
from .hub_tokenizer import HubTokenizer
from .llama_config import read_config
from .tokenizer import BYTES, Tokenizer

USUAL_CONTEXT = 4096
"""Longest context of a real model unless more is asked for: the KV cache reserves all of it."""


@dataclass(frozen=True)
class Served:
    """What the gateway knows of its model; only the worker ever sees the weights."""

    config: ModelConfig
    tokenizer: Tokenizer


def built_in(name: str) -> Served:
    """A model of ``config.MODELS``."""
    return Served(MODELS[name], BYTES)


def from_folder(folder: Path, name: str | None, context_len: int | None) -> Served:
    """The model that Hugging Face's files in ``folder`` describe.

    Args:
        folder: See ``model_folder.py``.
        name: What requests call it; by default the name of the folder.
        context_len: Most tokens of a request; by default the model's own, at most
            ``USUAL_CONTEXT``.

    Raises:
        CheckpointError: When it cannot be served.
    """
    config = read_config(folder, name or folder.resolve().name, context_len)
    if context_len is None:
        config = replace(config, context_len=min(config.context_len, USUAL_CONTEXT))
    return Served(config, HubTokenizer(folder, config.vocab))
