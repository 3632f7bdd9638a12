"""The table of measured times: a row a part, a column a request."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..words import PATH
from . import wording
from .binding import Binding
from .diagram import Diagram
from .part_time import PartTime, measured
from .replay import Request


def times_table(
    diagram: Diagram, binding: Binding, requests: Sequence[Request], folded: bool = False
) -> str:
    """The table under a drawing, with what the drawing leaves out below it."""
    columns = [measured(diagram, binding, request.trace) for request in requests]
    timed = [request.trace.withheld is None for request in requests]
    rows = [row for row in zip(*columns, strict=True) if row[0].part is not None]
    if len(requests) == 1:
        head, body = _single_head(), "".join(_single(row[0], timed[0]) for row in rows)
    else:
        head, body = _pair_head(requests), "".join(_pair(row, timed) for row in rows)
    left_out = "".join(
        _left_out(row, requests) for row in zip(*columns, strict=True) if row[0].part is None
    )
    reasons = "".join(_withheld(request, len(requests)) for request in requests)
    return (
        f'<details class="diagram-times"{"" if folded else " open"}><summary>잰 시간</summary>'
        "<table><thead><tr>"
        f"{head}</tr></thead><tbody>{body}</tbody></table>{reasons}{left_out}</details>"
    )


def _heads(*names: str) -> str:
    return "".join(f'<th scope="col">{escape(name)}</th>' for name in names)


def _single_head() -> str:
    return _heads("어디서", "경로", "횟수", "시간의 합", "옮긴 바이트")


def _pair_head(requests: Sequence[Request]) -> str:
    return _heads("어디서", *(request.label for request in requests), "차이(앞 − 뒤)")


def _single(row: PartTime, timed: bool) -> str:
    if row.reason is not None:
        return _untraced(row, 4)
    return (
        f"{_named(row)}<td>{' · '.join(PATH[one] for one in row.paths)}</td>"
        f"<td>{row.count:,}번</td>"
        f"<td>{wording.time(row.duration_us) if timed else '—'}</td>"
        f"<td>{wording.size(row.bytes)}</td></tr>"
    )


def _pair(row: Sequence[PartTime], timed: Sequence[bool]) -> str:
    if row[0].reason is not None:
        return _untraced(row[0], 3)
    cells = "".join(f"<td>{_cell(one, shown)}</td>" for one, shown in zip(row, timed, strict=True))
    apart = wording.difference(row[0].duration_us - row[1].duration_us) if all(timed) else "—"
    passed = next((one for one in row if one.paths), row[0])
    return f"{_named(passed)}{cells}<td>{apart}</td></tr>"


def _cell(row: PartTime, timed: bool) -> str:
    return f"{row.count:,}번 · {wording.time(row.duration_us) if timed else '—'}"


def _named(row: PartTime) -> str:
    path = row.paths[0] if row.paths else ""
    return f'<tr data-path="{path}"><th scope="row">{escape(row.label)}</th>'


def _untraced(row: PartTime, columns: int) -> str:
    return (
        f'<tr><th scope="row">{escape(row.label)}</th>'
        f'<td colspan="{columns}">재지 않음 — {escape(row.reason or "")}</td></tr>'
    )


def _withheld(request: Request, requests: int) -> str:
    reason = request.trace.withheld
    if reason is None:
        return ""
    whose = "" if requests == 1 else f"{escape(request.label)}: "
    return f"<p>{whose}시간은 판정불가 — {escape(reason)}</p>"


def _left_out(row: Sequence[PartTime], requests: Sequence[Request]) -> str:
    said = []
    for one, request in zip(row, requests, strict=True):
        whose = "" if len(requests) == 1 else f"{escape(request.label)} "
        total = "" if request.trace.withheld else f", 합쳐서 {wording.time(one.duration_us)}"
        said.append(f"{whose}{one.count:,}번{total}")
    return (
        f'<p class="diagram-elided">그리지 않은 것: <code>{escape(row[0].label)}</code> '
        f"{' / '.join(said)}. {escape(row[0].reason or '')}</p>"
    )
