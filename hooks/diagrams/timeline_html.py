"""The bands under a drawing: when each request was in which phase, all on one scale."""

from __future__ import annotations

from html import escape

from snippets.evidence.timeline import Phase, Timeline

from . import wording
from .replay import Played, Replay

PHASE = {
    Phase.ARRIVE: "접수",
    Phase.QUEUE: "큐 대기",
    Phase.PREFILL: "prefill",
    Phase.DECODE: "decode",
    Phase.CONTROL: "control path",
    Phase.DATA: "data path",
}
"""Phase → its name on the page."""


def timelines(replay: Replay) -> str:
    """One band a request; in place of a band that must not be shown stands the reason."""
    shown = "".join(_section(one, replay.scale_us) for one in replay.played)
    return f'<div class="timelines">{shown}</div>'


def _section(one: Played, scale_us: float) -> str:
    trace, label = one.request.trace, escape(one.request.label)
    if trace.withheld is not None:
        return (
            f'<p class="timeline-withheld">{label}: 시간은 판정불가 — {escape(trace.withheld)}</p>'
        )
    return (
        f'<section class="timeline" data-request="{escape(trace.id)}">'
        f'<p class="timeline-title">{label}</p>{_track(one.timeline, scale_us)}</section>'
    )


def _track(times: Timeline, scale_us: float) -> str:
    phases = "".join(
        f'<span class="timeline-phase" data-phase="{one.phase}" '
        f'style="--from:{_share(one.start_us, scale_us)};'
        f'--size:{_share(one.end_us - one.start_us, scale_us)}"><b>{PHASE[one.phase]}</b></span>'
        for one in times.stretches
    )
    tokens = "".join(
        f'<i class="timeline-token" style="--at:{_share(at, scale_us)}"></i>'
        for at in times.tokens_us
    )
    return (
        f'<div class="timeline-track" role="img" aria-label="{escape(in_words(times))}">'
        f"{phases}{tokens}{_first(times, scale_us)}</div>"
        f'<p class="timeline-scale"><span>{wording.time(0)}</span>'
        f"<span>{wording.time(scale_us)}</span></p>"
    )


def _first(times: Timeline, scale_us: float) -> str:
    if times.ttft_us is None:
        return ""
    at = _share(times.ttft_us, scale_us)
    return f'<b class="timeline-ttft" style="--at:{at}">TTFT {wording.time(times.ttft_us)}</b>'


def in_words(times: Timeline) -> str:
    """A whole timeline for somebody who does not see it."""
    said = [
        f"{PHASE[one.phase]} {wording.time(one.start_us)}부터 {wording.time(one.end_us)}까지"
        for one in times.stretches
    ]
    if times.ttft_us is not None:
        said.append(f"첫 토큰(TTFT) {wording.time(times.ttft_us)}")
        said.append(f"토큰 모두 {len(times.tokens_us)}개")
    return ", ".join([*said, f"전체 {wording.time(times.length_us)}"])


def _share(us: float, scale_us: float) -> str:
    return f"{100 * us / scale_us:.4g}%" if scale_us else "0%"
