"""A ``bars`` fence: where the time of several requests went, drawn to one scale.

Each line is ``name = queue figure, prefill figure, decode figure``. The bars carry the same
figures as the text, so they cannot say anything else.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from snippets.evidence.display import value_text
from snippets.evidence.figure import Figure

from .evidence import Evidence

PARTS = (("queue", "큐"), ("prefill", "prefill"), ("decode", "decode"))


@dataclass(frozen=True)
class Bar:
    """One line of the fence; ``offset`` counts from the opening fence."""

    name: str
    ids: tuple[str, ...]
    offset: int

    @property
    def complete(self) -> bool:
        """Whether there is a figure for every part."""
        return bool(self.name) and len(self.ids) == len(PARTS)


def read(body: str) -> tuple[Bar, ...]:
    """Read a fence; a line that lacks something comes back incomplete."""
    bars = []
    for offset, line in enumerate(body.split("\n"), 1):
        if line.strip():
            name, _, ids = line.partition("=")
            found = tuple(one.strip() for one in ids.split(",") if one.strip())
            bars.append(Bar(name.strip(), found, offset))
    return tuple(bars)


class BarsFence:
    """Formatter of one build's bars."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return {"name": "bars", "class": "bars", "format": self.format}

    def format(self, source: str, *_: Any, **__: Any) -> str:
        """Render; a bar without its figures is left out, and the build has said so."""
        bars = [(bar.name, self._figures(bar)) for bar in read(source)]
        longest = max((_total(figures) for _, figures in bars), default=0.0)
        shown = "".join(
            _bar(name, figures, longest) if len(figures) == len(PARTS) else _withheld(name)
            for name, figures in bars
        )
        key = "".join(
            f'<li><span class="bar-part" data-part="{part}"></span>{word}</li>'
            for part, word in PARTS
        )
        return f'<div class="bars">{shown}<ul class="bars-key">{key}</ul></div>'

    def _figures(self, bar: Bar) -> list[Figure]:
        found = [self._evidence.figure(name) for name in bar.ids]
        return [one[0] for one in found if one is not None]


def _withheld(name: str) -> str:
    """A bar that lacks a part would be too short, and so would say something untrue."""
    return (
        f'<div class="bar"><span class="bar-name">{escape(name)}</span>'
        '<span class="bar-values">판정불가 — 잰 값이 모두 있어야 그릴 수 있습니다</span></div>'
    )


def _total(figures: list[Figure]) -> float:
    return sum(figure.value for figure in figures)


def _bar(name: str, figures: list[Figure], longest: float) -> str:
    total = _total(figures)
    parts = "".join(
        f'<span class="bar-part" data-part="{part}" style="--share:{100 * f.value / total:.1f}">'
        f"<span>{word} {escape(value_text(f))}</span></span>"
        for (part, word), f in zip(PARTS, figures, strict=True)
    )
    values = " · ".join(
        f"{word} {value_text(f)}" for (_, word), f in zip(PARTS, figures, strict=True)
    )
    return (
        f'<div class="bar"><span class="bar-name">{escape(name)}</span>'
        f'<span class="bar-track" aria-hidden="true" '
        f'style="--length:{100 * total / longest:.1f}">{parts}</span>'
        f'<span class="bar-values">{escape(values)}</span></div>'
    )
