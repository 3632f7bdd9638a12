"""What is asked of an engine, and how its work is timed: by one loop for all of them."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Protocol

from .case import Prompts

MIN_SAMPLE_S = 0.3
"""A prompt is read again until this much time has passed: one short call scatters too far."""


class Rows(Protocol):
    """Logits (rows, vocab): a tensor, or an array."""

    def argmax(self, axis: int) -> Rows:
        """Index of the largest in each row."""

    def tolist(self) -> list:
        """As numbers of Python."""


class Engine(ABC):
    """A model that keeps the keys and values of several requests.

    Attributes:
        about: How it computes, in words, for the conditions.
    """

    about: str

    @abstractmethod
    def fill(self, prompts: Prompts) -> Rows:
        """Forget everything and read prompts of one length; logits after each."""

    @abstractmethod
    def rewind(self) -> None:
        """Forget everything but the prompts."""

    @abstractmethod
    def step(self, tokens: list[int]) -> Rows:
        """One more token for each of the first requests; logits after it."""

    def decode(self, tokens: list[int], steps: int) -> None:
        """Go on greedily, ``steps`` tokens for each of the first requests, from ``tokens``."""
        for _ in range(steps):
            tokens = self.step(tokens).argmax(-1).tolist()


def decode_s(engine: Engine, rows: int, steps: int) -> float:
    """Seconds a step of ``rows`` requests takes behind the prompts, over ``steps`` steps."""
    engine.rewind()
    start = time.perf_counter()
    engine.decode([1] * rows, steps)
    return (time.perf_counter() - start) / steps


def prefill_s(engine: Engine, prompts: Prompts) -> float:
    """Seconds that reading the prompts takes, up to the first token."""
    start, calls = time.perf_counter(), 0
    while time.perf_counter() - start < MIN_SAMPLE_S:
        engine.fill(prompts).argmax(-1).tolist()
        calls += 1
    return (time.perf_counter() - start) / calls
