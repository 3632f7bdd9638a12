"""When a request was in which phase: read off its spans, and shown as a band."""

from __future__ import annotations

import pytest

from hooks.diagrams.timeline_html import timelines
from snippets.evidence.timeline import Phase, Stretch, Timeline, timeline
from snippets.evidence.trace import Path, Span, Trace
from tests.diagram.played import FLOWCHART, play, request
from tests.diagram.request import chain


def test_a_request_waits_is_prefilled_until_its_first_token_and_decoded_until_its_last() -> None:
    assert timeline(request()) == Timeline(
        stretches=(
            Stretch(Phase.ARRIVE, 0, 32),
            Stretch(Phase.QUEUE, 32, 132),
            Stretch(Phase.PREFILL, 132, 808),
            Stretch(Phase.DECODE, 808, 2130),
        ),
        tokens_us=(808, 1469, 2130),
        length_us=2130,
        admitted_us=132,
    )


def test_one_token_is_all_prefill() -> None:
    found = timeline(request(tokens=1))
    assert [one.phase for one in found.stretches] == [Phase.ARRIVE, Phase.QUEUE, Phase.PREFILL]
    assert found.ttft_us == found.length_us == 808


@pytest.mark.parametrize(
    ("name", "step", "phase"),
    [
        ("client.send", -1, Phase.ARRIVE),
        ("queue.wait", -1, Phase.QUEUE),
        ("prefill.matmul", 0, Phase.PREFILL),
        ("stream.send", 0, Phase.PREFILL),
        ("decode.matmul", 1, Phase.DECODE),
    ],
)
def test_a_span_is_in_the_phase_of_its_step(name: str, step: int, phase: Phase) -> None:
    trace = request()
    span = next(one for one in trace.spans if one.name == name)
    assert timeline(trace).phase_of(span, step) is phase


def test_what_follows_the_queue_and_has_no_step_is_prefill() -> None:
    trace = chain("queue.wait", "scheduler.assign", "prefill.matmul@0", "stream.send@0")
    assert timeline(trace).phase_of(trace.spans[1], -1) is Phase.PREFILL


def test_the_step_tells_and_not_a_clock_that_is_behind() -> None:
    trace = request()
    early = next(one for one in trace.spans if one.name == "prefill.matmul")
    early = early.model_copy(update={"start_us": 0.0})
    assert timeline(trace).phase_of(early, 0) is Phase.PREFILL


def test_a_trace_without_queue_and_tokens_has_its_two_paths() -> None:
    trace = Trace(
        id="ch02.x",
        spans=(
            span("a", Path.CONTROL, 0, 4),
            span("b", Path.CONTROL, 5, 8),
            span("c", Path.DATA, 7, 12),
            span("d", Path.CONTROL, 9, 10),  # within c
            span("e", Path.DATA, 14, 15),
        ),
    )
    found = timeline(trace)
    assert found == Timeline(
        (Stretch(Phase.CONTROL, 0, 8), Stretch(Phase.DATA, 8, 15)), (), length_us=15
    )
    assert found.ttft_us is None
    assert found.phase_of(trace.spans[2], 5) is Phase.DATA


def test_nothing_at_all() -> None:
    assert timeline(Trace(id="ch02.x", spans=())) == Timeline((), (), 0.0)


def test_the_band_whole() -> None:
    assert band(("한 요청", request(tokens=2))) == (
        '<div class="timelines"><section class="timeline" data-request="ch01.request">'
        '<p class="timeline-title">한 요청</p>'
        '<div class="timeline-track" role="img" aria-label="접수 0 ms부터 32.0 µs까지, '
        "큐 대기 32.0 µs부터 0.132 ms까지, prefill 0.132 ms부터 0.808 ms까지, "
        'decode 0.808 ms부터 1.47 ms까지, 첫 토큰(TTFT) 0.808 ms, 토큰 모두 2개, 전체 1.47 ms">'
        '<span class="timeline-phase" data-phase="arrive" style="--from:0%;--size:2.178%">'
        "<b>접수</b></span>"
        '<span class="timeline-phase" data-phase="queue" style="--from:2.178%;--size:6.807%">'
        "<b>큐 대기</b></span>"
        '<span class="timeline-phase" data-phase="prefill" style="--from:8.986%;--size:46.02%">'
        "<b>prefill</b></span>"
        '<span class="timeline-phase" data-phase="decode" style="--from:55%;--size:45%">'
        "<b>decode</b></span>"
        '<i class="timeline-token" style="--at:55%"></i>'
        '<i class="timeline-token" style="--at:100%"></i>'
        '<b class="timeline-ttft" style="--at:55%">TTFT 0.808 ms</b></div>'
        '<p class="timeline-scale"><span>0 ms</span><span>1.47 ms</span></p></section></div>'
    )


def test_two_bands_have_one_scale() -> None:
    found = band(("앞", request("ch01.a", tokens=2)), ("뒤", request("ch01.b", wait=1000)))
    assert found.count('<p class="timeline-scale"><span>0 ms</span><span>3.03 ms</span></p>') == 2
    assert '<i class="timeline-token" style="--at:48.48%"></i>' in found  # 1469 of 3030 µs
    assert '<i class="timeline-token" style="--at:100%"></i>' in found


def test_in_place_of_a_band_that_must_not_be_shown_stands_the_reason() -> None:
    dark = request("ch01.b").without_times("기계가 <바빴습니다>")
    found = band(("앞", request("ch01.a")), ("뒤", dark))
    assert found.count("<section") == 1
    assert found.endswith(
        '<p class="timeline-withheld">뒤: 시간은 판정불가 — 기계가 &lt;바빴습니다&gt;</p></div>'
    )


def band(*requests: tuple[str, Trace]) -> str:
    return timelines(play(FLOWCHART, *requests)).replace("\N{NO-BREAK SPACE}", " ")


def span(name: str, path: Path, start: float, end: float) -> Span:
    return Span(id=name, after=None, name=name, path=path, start_us=start, duration_us=end - start)
