"""Quantities in a text: a number and a unit, however they are written.

What is refused and what passes, sentence by sentence, is the table in ``tests/lint``.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cache

from .fold import fold
from .numerals import FRESH, NUMBER, RANGE, WORDS
from .units import CURRENCY, MULTIPLIER, UNIT

# Asterisks: in `12**%**입니다` CommonMark leaves them, Python-Markdown takes them.
GAP = r"\*{0,3}\s*\*{0,3}|-(?=(?:[nμmu]s|[KMGT]i?B)(?![A-Za-z]))"

QUANTITY = (
    rf"{FRESH}{NUMBER}\s?분의\s?{NUMBER}"
    rf"|{RANGE}(?P<gap>{GAP})(?P<unit>{UNIT})"
    rf"|{RANGE}\s*\(\s*{UNIT}\s*\)"
    rf"|{RANGE}(?:{MULTIPLIER})"
    rf"|{CURRENCY}\s?{RANGE}"
    rf"|(?<![\w)\]}}\ufffc] )(?<![\w)\]}}\ufffc])×\s?{NUMBER}(?![\w.])"  # ×3, but not 2 ×3
    rf"|(?:초|분|시간)\s?당\s?(?:약\s?|최대\s?|평균\s?)?{RANGE}"
    rf"|{WORDS}"
)

INTERVAL = re.compile(r"9[059](?:\.\d+)?\s?%\s?(?:(?:신뢰\s?)?구간|(?:confidence )?interval)")
"""The name of a statistic: no share of anything was measured."""

CLOCK = re.compile(r"\d시\s?$")
FORMAT = re.compile(
    r"\s?(?:로|의|짜리)?\s?(?:정수|부동|실수|고정|형식|자료형|타입|양자|운영|주소|누산|연산|정밀도"
    r"|가중치|활성값|모델|float|int)"
)
"""After ``16비트``: the name of a format, as ``bf16`` is one."""

FAMILY = re.compile(
    r"(?:Llama|LLaMA|Qwen|OPT|GPT|Mixtral|Mistral|Gemma|Phi|DeepSeek|Falcon|BLOOM|PaLM|EXAONE)"
    r"[-\sA-Za-z\d.·,/]{0,16}?(?<![A-Za-z\d.,])((?:\d+(?:\.\d+)?B(?:[·,/]\s?|[와과]\s)?)+)(?![A-Za-z\d])"
)
SIZE = re.compile(r"\d[\d.]*B")
SIZED = re.compile(r"\s?(?:bf16|fp\d|int\d|BF16|FP\d|INT\d|모델|모형|파라미터|급(?![가-힣]))")
"""``Llama 3 8B``, or what follows ``8B``: a model's size is its name, and no number of bytes."""


@dataclass(frozen=True)
class Quantity:
    """A number with its unit, as written, and where it begins in the text."""

    text: str
    start: int


def models(text: str) -> Iterator[str]:
    """The sizes by which a text calls models: ``8B`` of ``Llama 3 8B``."""
    for sizes in FAMILY.findall(fold(text)):
        yield from SIZE.findall(sizes)


def find(text: str, names: Container[str] = ()) -> Iterator[Quantity]:
    """The quantities of a text in NFC, but for those that are part of a name.

    Args:
        text: What a reader reads in one go.
        names: Sizes that name a model on this page.
    """
    folded = fold(text)
    for match in _quantity().finditer(folded):
        written = text[match.start() : match.end()].replace("*", "")
        if written not in names and not _names(folded, match):
            yield Quantity(" ".join(written.split()), match.start())


@cache
def _quantity() -> re.Pattern[str]:
    return re.compile(QUANTITY)  # not at the import: it takes 0.05 s, and pages known as clean none


def _names(text: str, match: re.Match[str]) -> bool:
    """Whether a match names an interval, a time of day, a number format or a model."""
    start, end = match.span()
    unit = match["unit"] or ""
    if unit.startswith("%"):
        return INTERVAL.match(text, start) is not None
    if unit == "분":
        return CLOCK.search(text[max(0, start - 8) : start]) is not None
    if unit == "비트":
        return FORMAT.match(text, end) is not None
    return unit == "B" and not match["gap"] and SIZED.match(text, end) is not None
