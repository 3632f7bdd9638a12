"""A ``claim`` fence: a sentence, its verdict, and the numbers that verdict rests on.

The fence holds one id. A reader sees what was tested, how it came out this time, and what would
have refuted it; the verdict is a word and a sign, so that it needs no colour.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import Any

from snippets.evidence.claim import Judged, Verdict
from snippets.evidence.display import flag_text, spread_text, value_text
from snippets.evidence.figure import Figure
from snippets.evidence.withheld import Withheld

VERDICT = {
    Verdict.SUPPORTED: ("○", "지지"),
    Verdict.REFUTED: ("×", "반박"),
    Verdict.UNDECIDED: ("△", "판정불가"),
}
"""Verdict → (sign, word)."""

CONDITIONS = "#이-페이지의-수치와-조건"

ID = re.compile(r"(?:(?:ch\d\d|app[a-z])(?:_[a-z0-9]+)*|bench)\.[a-z0-9_]+")

Lookup = Callable[[str], Judged | None]


def read(body: str) -> str | None:
    """The id that a fence holds; ``None`` when it is not one id and nothing else."""
    found = body.strip()
    return found if ID.fullmatch(found) else None


class ClaimFence:
    """Formatter of one build's claims.

    Args:
        claim: Id → the claim as judged, or ``None``.
        conditions: Figure id → where its conditions stand.
    """

    def __init__(
        self, claim: Lookup, conditions: Callable[[str], str] = lambda _: CONDITIONS
    ) -> None:
        self._claim = claim
        self._conditions = conditions

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return {"name": "claim", "class": "claim", "format": self.format}

    def format(self, source: str, *_: Any, **__: Any) -> str:
        """Render; a claim that is not there stands out, and the build has said so."""
        name = read(source)
        judged = self._claim(name) if name else None
        if name is None or judged is None:
            said = _text(f"주장 없음: {name or source.strip()}")
            return f'<p><mark class="figure-missing" role="alert">{said}</mark></p>'
        sign, word = VERDICT[judged.verdict]
        anchor = "claim-" + name.replace(".", "-")
        return (
            f'<div class="claim" role="group" id="{anchor}" data-claim="{name}" '
            f'data-verdict="{judged.verdict}" aria-labelledby="{anchor}-sentence">'
            f'<p class="claim-kind">주장{_deterministic(judged)}</p>'
            f'<p class="claim-sentence" id="{anchor}-sentence">{_text(judged.claim.sentence)}</p>'
            f'<p class="claim-verdict"><strong class="verdict"><span aria-hidden="true">{sign}'
            f"</span> {word}</strong> {_text(_tight(judged.reason))}</p>"
            f'<dl class="claim-rows">{self._numbers(judged)}'
            f"{_row('검사', _text(judged.test_text))}"
            f"{_row('반박되려면', _text(judged.refutation))}</dl></div>"
        )

    def _numbers(self, judged: Judged) -> str:
        shown = [_row(_text(seen.label or seen.id), self._number(seen)) for seen in judged.figures]
        missing = [_row(_text(name), "수치 없음") for name in judged.missing]
        return "".join(shown + missing)

    def _number(self, seen: Figure | Withheld) -> str:
        href = escape(self._conditions(seen.id))
        if isinstance(seen, Withheld):
            return f'<a href="{href}">{_text(seen.text)}</a>'
        spread, flag = spread_text(seen), flag_text(seen)
        return (
            f'<a href="{href}"><data value="{seen.value!r}">{_text(value_text(seen))}</data></a>'
            + (f' <span class="figure-spread">{_text(spread)}</span>' if spread else "")
            + (f' <span class="claim-flag">{_text(flag)}</span>' if flag else "")
        )


def _tight(reason: str) -> str:
    """Older records write ``95 %``; the pages write the sign as Korean does, without a gap."""
    return reason.replace("95 %", "95%")


def _row(key: str, value: str) -> str:
    return f"<div><dt>{key}</dt><dd>{value}</dd></div>"


def _deterministic(judged: Judged) -> str:
    return " · 어긋나면 빌드가 멈춥니다" if judged.claim.deterministic else ""


def _text(text: str) -> str:
    """Inert text: Markdown keeps its own marks between control characters, so those go too."""
    return escape(re.sub(r"[\x00-\x1f\x7f]", "", text))
