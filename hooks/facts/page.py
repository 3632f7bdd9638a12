"""A ``facts`` fence: every fact of the site, or places where sources do not agree: all, or some.

The ids of some, one a line, put these in a chapter; the page of facts has all.

The whole is there without JavaScript; ``assets/facts.mjs`` only hides what a reader leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from markdown import Markdown

from snippets.evidence.facts.fact import Discrepancy, Fact, Facts, Grade
from snippets.evidence.problem import GuideError

from ..source import Source
from ..words import CLAIM_TYPE
from . import anchors, entry, wording

PARTS = ("facts", "discrepancies", "index")


class FactsFence:
    """Formatter of one build's facts."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return {"name": "facts", "class": "facts", "format": self.format}

    def format(
        self,
        source: str,
        language: str,  # noqa: ARG002
        css_class: str,  # noqa: ARG002
        options: dict[str, str],  # noqa: ARG002
        md: Markdown,
        **_: Any,
    ) -> str:
        """Render the part that the fence names, or the disagreements whose ids it lists."""
        if source.strip() == "index":
            return entry.index(self._facts.discrepancies)
        if source.strip() == "discrepancies":
            return _cards(md, self._facts.discrepancies)
        if chosen := _chosen(source, self._facts):
            return _cards(md, chosen, level=4, table=entry.TABLE)
        anchors.announce(md, (f"fact-{name}" for name in self._facts.facts))
        return _table(list(self._facts.facts.values()))


def check(source: Source, facts: Facts) -> Iterator[GuideError]:
    """A fence that names no part, and no disagreements."""
    for fence in source.fences_of("facts"):
        part = " ".join(fence.body.split())
        if part not in PARTS and not _chosen(fence.body, facts):
            yield GuideError(
                source.path,
                fence.line,
                "facts-part",
                f"facts 펜스가 가리키는 것이 없습니다: {part or '빈 펜스'}",
                f"쓸 수 있는 것: {', '.join(PARTS)}, 또는 한 줄에 하나씩 D01 같은 번호",
            )


def _chosen(body: str, facts: Facts) -> list[Discrepancy]:
    """The disagreements that a fence lists; none of them when one is not there."""
    known = {one.id: one for one in facts.discrepancies}
    named = body.split()
    return [known[name] for name in named] if {*named} <= known.keys() else []


def _cards(md: Markdown, some: Sequence[Discrepancy], level: int = 3, table: str = "") -> str:
    anchors.announce(md, (one.id for one in some))
    cards = "".join(entry.discrepancy(one, level, table) for one in some)
    return f'<div class="discrepancies">{cards}</div>'


def _table(facts: list[Fact]) -> str:
    groups = {
        letter: [fact for fact in facts if fact.id.startswith(letter)]
        for letter in dict.fromkeys((*wording.GROUPS, *(fact.id[0] for fact in facts)))
    }
    shown = "".join(_group(letter, rows) for letter, rows in groups.items() if rows)
    return f'<div class="facts">{_filter(facts)}{shown}</div>'


def _group(letter: str, facts: list[Fact]) -> str:
    name = wording.GROUPS.get(letter, "그 밖")
    rows = "".join(entry.fact(fact) for fact in facts)
    return (
        f'<section class="fact-group" aria-labelledby="facts-{letter}">'
        f'<h3 id="facts-{letter}"><span class="fact-letter">{letter}</span> {name}</h3>'
        f"{rows}</section>"
    )


def _filter(facts: list[Fact]) -> str:
    chapters = sorted({one for fact in facts for one in fact.chapters})
    fields = (
        _select("chapter", "장", [(one, wording.chapter(one)) for one in chapters]),
        _select("grade", "등급", [(str(one), str(one)) for one in Grade]),
        _select("type", "유형", [(str(one), word) for one, (word, _) in CLAIM_TYPE.items()]),
        _select("verified", "원문", [("yes", "확인"), ("no", "미확인")]),
    )
    return (
        f'<form class="facts-filter" hidden>{"".join(fields)}'
        '<button type="reset">모두 보기</button>'
        f'<output aria-live="polite" data-total="{len(facts)}">사실 {len(facts)}개</output></form>'
    )


def _select(name: str, title: str, options: Iterable[tuple[str, str]]) -> str:
    choices = "".join(f'<option value="{value}">{escape(word)}</option>' for value, word in options)
    return (
        f'<label>{title}<select name="{name}" autocomplete="off">'
        f'<option value="">전체</option>{choices}</select></label>'
    )
