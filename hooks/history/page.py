"""A ``history`` fence: the past of every figure, or what new measurements changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from itertools import groupby
from typing import Any

from snippets.evidence.withheld import VERDICT

from ..facts import anchors
from . import wording
from .change import same_conditions
from .chart import svg
from .log import Change, Round, rounds
from .past import Line, Past, shown

FEED = "/feed.xml"
SOURCE = "appendix/history.md"
"""The page that holds the fences."""


class HistoryFence:
    """Formatter of the histories; they are asked for when a page is rendered."""

    def __init__(self, pasts: Callable[[], tuple[Past, ...]]) -> None:
        self._pasts = pasts
        self._parts = {"figures": figures, "changes": changes, "key": key}

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return {"name": "history", "class": "history", "format": self.format}

    def format(self, source: str, *arguments: Any, **_: Any) -> str:
        """Render the part that the fence names."""
        part, pasts = self._parts.get(source.strip()), self._pasts()
        if part is None:
            return f"<p>{escape(', '.join(self._parts))} 가운데 하나</p>"
        if part is figures:
            anchors.announce(arguments[3], shown(pasts))
            return figures(past.drawn for past in pasts)
        return part(pasts)


def data(experiment: str) -> str:
    """Where the whole history of an experiment lies in the site."""
    return f"data/history/{experiment}.jsonl"


def figures(pasts: Iterable[Past]) -> str:
    """Every experiment that was taken more than once, folded by chapter."""
    often = [past for past in pasts if len(past.entries) > 1 and past.lines]
    if not often:
        return "<p>아직 두 번 잰 실험이 없습니다.</p>"
    parts = groupby(often, key=lambda past: wording.chapter(past.listing.id))
    return "".join(_chapter(name, list(group)) for name, group in parts)


def _chapter(name: str, pasts: list[Past]) -> str:
    lines = sum(len(past.lines) for past in pasts)
    summary = f"{wording.title(name)} — 실험 {len(pasts)}개, 수치 {lines}개"
    return (
        f'<details class="past-chapter" id="past-{name.lower()}" data-search-exclude>'
        f"<summary>{summary}</summary>{''.join(map(_experiment, pasts))}</details>"
    )


def _experiment(past: Past) -> str:
    alike = [same_conditions(found) for found in past.reasons]
    moving = [line for line in past.lines if not line.still]
    first = min((line.points[0].take for line in moving), default=0)
    drawn = "".join(_figure(line, svg(line, alike, first)) for line in moving)
    still = [line for line in past.lines if line.still]
    return (
        f'<section class="past"><h3>{escape(past.listing.title)} '
        f"<code>{past.listing.id}</code></h3>{_takes(past)}"
        f'<div class="past-figures">{drawn}</div>{_still(still)}{_table(past, moving)}</section>'
    )


def _takes(past: Past) -> str:
    rows = "".join(_take(past, take) for take in range(len(past.entries)))
    shown, name = len(past.entries), past.listing.id
    how = f"{past.taken}번 가운데 최근 {shown}번" if past.taken > shown else f"{shown}번"
    return (
        f"<details><summary>{how}: 언제 쟀고, 그 사이 무엇이 바뀌었나</summary>"
        f'<ol class="past-takes">{rows}</ol><p><a href="/{data(name)}" download>'
        "모든 지난 값 내려받기 (JSON Lines)</a></p></details>"
    )


def _take(past: Past, take: int) -> str:
    entry = past.entries[take]
    commit = f" <code>{entry.commit}</code>" if entry.commit else ""
    why = f" {escape(wording.reasons(past, take))}" if take else ""
    return f"<li>{wording.moment(entry.started)}{commit}{why}</li>"


def _figure(line: Line, picture: str) -> str:
    return (
        f'<figure id="{line.id}"><figcaption>{escape(line.label)} '
        f"<code>{line.id}</code> {_now(line)}</figcaption>{picture}</figure>"
    )


def _now(line: Line) -> str:
    """The newest value, and never an older one as if it were that."""
    last = escape(wording.value(line.id, line.values[-1]))
    withheld = line.points[-1].value is None
    return f"<b>{VERDICT}</b>, 그 앞에는 {last}" if withheld else f"<b>{last}</b>"


def _still(lines: list[Line]) -> str:
    if not lines:
        return ""
    listed = ", ".join(
        f"{escape(line.label)} {escape(wording.value(line.id, line.values[-1]))}" for line in lines
    )
    return f'<p class="past-still">잴 때마다 같았던 값: {listed}</p>'


def _table(past: Past, lines: list[Line]) -> str:
    if not lines:
        return ""
    head = "".join(
        f'<th scope="col">{number}. {wording.moment(entry.started)[5:].replace(" ", "<br>")}</th>'
        for number, entry in enumerate(past.entries, 1)
    )
    rows = "".join(_row(line, len(past.entries)) for line in lines)
    return (
        f"<details><summary>값을 모두 표로</summary><table><thead><tr>"
        f'<th scope="col">수치</th>{head}</tr></thead><tbody>{rows}</tbody></table></details>'
    )


def _row(line: Line, takes: int) -> str:
    cells = ["—"] * takes
    for point in line.points:
        said = VERDICT if point.value is None else _cell(wording.value(line.id, point.value))
        cells[point.take] = f"<b>{said}</b>" if point.moved else said
    return (
        f'<tr><th scope="row"><a href="#{line.id}">{escape(line.label)}</a></th>'
        f"{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    )


def _cell(value: str) -> str:
    """The interval below the value: a table of many takings has to be narrow."""
    return escape(value).replace(" [", "<br>[")


def changes(pasts: Iterable[Past]) -> str:
    """The change log of the measurements, newest first."""
    found = rounds(pasts)
    if not found:
        return "<p>아직 달라진 수치가 없습니다.</p>"
    feed = f'<p><a href="{FEED}">Atom 피드로 받아 보기</a></p>'
    return feed + "".join(_round(one, one is found[0]) for one in found)


def _round(found: Round, newest: bool) -> str:
    changes = "".join(_change(change) for change in found.changes)
    subject = (
        f"<p>커밋 <code>{found.key}</code> {escape(found.subject)}</p>" if found.subject else ""
    )
    return (
        f'<details class="past-round" id="{found.anchor}" data-search-exclude'
        f"{' open' if newest else ''}><summary>{wording.moment(found.taken)} — {found.title}"
        f"</summary>{subject}{changes}</details>"
    )


def _change(change: Change) -> str:
    past = change.past
    claims, labels = past.listing.claims, past.listing.figures
    why = escape(wording.reasons(past, change.take))
    flips = "".join(
        f"<li><strong>{wording.flip(one)}</strong> {escape(claims.get(one.id, one.id))}</li>"
        for one in change.flips
    )
    moves = "".join(
        f"<li>{escape(labels[one.id][1])} <code>{one.id}</code> {escape(wording.move(one))}</li>"
        for one in change.moves
        if one.id in labels
    )
    folded = (
        f"<details><summary>달라진 수치 {len(change.moves)}개</summary><ul>{moves}</ul></details>"
    )
    return (
        f"<h3>{escape(past.listing.title)} <code>{past.listing.id}</code></h3>"
        f'<p class="past-why">{wording.moment(change.started)} · {why}</p>'
        f"{f'<ul>{flips}</ul>' if flips else ''}{folded if moves else ''}"
    )


def key(_: Iterable[Past]) -> str:
    """What the marks of the pictures mean."""
    rows = "".join(
        f'<dt><svg viewBox="0 0 48 20" aria-hidden="true">{paths}</svg></dt><dd>{words}</dd>'
        for paths, words in KEY
    )
    return f'<dl class="past-key">{rows}</dl>'


KEY = (
    ('<path class="i" d="M24 2V18"/><path class="p" d="M24 10h0"/>', "값과 그 95% 구간"),
    (
        '<path class="i" d="M24 2V18"/><path class="m" d="M24 10h0"/>',
        "앞의 값과 구간이 겹치지 않게 달라진 값",
    ),
    ('<path class="s" d="M4 10H44"/>', "그 사이 코드, 패키지, 기계가 그대로"),
    ('<path class="d" d="M4 10H44"/>', "그 사이 무엇인가 바뀜"),
    ('<path class="w" d="M21 7l6 6m0-6l-6 6"/>', "판정불가여서 값이 없음"),
)
"""A mark, and what it means."""
