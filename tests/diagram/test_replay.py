"""What the player plays: the whole JSON of a tiny request, and what every replay keeps to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hooks.diagrams import binding, mermaid
from hooks.diagrams.replay import Request, replay
from hooks.diagrams.replay_json import to_json
from snippets.evidence.trace import Path, Trace
from tests.diagram import request as seed_request
from tests.diagram.played import FLOWCHART, SEQUENCE, play, request
from tests.diagram.seed import FLOWCHART as SEED
from tests.diagram.seed import edited

CONTROL, DATA = "control", "data"


def test_a_flowchart_whole() -> None:
    assert played(FLOWCHART, request()) == {
        "paths": {
            "A": CONTROL,
            "I": CONTROL,
            "F": DATA,
            "H": DATA,
            "L_A_F_0": CONTROL,
            "L_F_H_0": DATA,
            "L_H_I_0": CONTROL,
            "L_H_F_0": DATA,
        },
        "requests": [
            {
                "id": "ch01.request",
                "label": "한 요청",
                "withheld": None,
                "length": 2130,
                "badges": {
                    "A": badge("0.130 ms", 1),
                    "I": badge("60.0 µs", 3),
                    "F": badge("1.80 ms", 3),
                    "H": badge("0.150 ms", 3),
                    "L_A_F_0": badge("2.00 µs", 1),
                    "L_F_H_0": badge("6.00 µs", 3),
                    "L_H_I_0": badge("6.00 µs", 3),
                    # Twice, through 5 µs of planning that is not drawn and does not count.
                    "L_H_F_0": badge("8.00 µs", 2),
                },
                "stops": [
                    stop(
                        ["A"],
                        (0, 130, 132),
                        "arrive",
                        CONTROL,
                        "큐 (client.send, queue.wait)",
                        "0.130 ms",
                    ),
                    stop(
                        ["L_A_F_0", "F"],
                        (134, 600, 734),
                        "prefill",
                        DATA,
                        "셈 & 곱 (prefill.matmul)",
                        "0.600 ms",
                    ),
                    stop(
                        ["L_F_H_0", "H"],
                        (736, 50, 786),
                        "prefill",
                        DATA,
                        "고르기 (sampler.sample)",
                        "50.0 µs",
                    ),
                    stop(
                        ["L_H_I_0", "I"],
                        (788, 20, 808),
                        "prefill",
                        CONTROL,
                        "보내기 (stream.send)",
                        "20.0 µs",
                    ),
                    stop(
                        ["L_H_F_0", "F"],
                        (795, 600, 1395),
                        "decode",
                        DATA,
                        "셈 & 곱 (decode.matmul)",
                        "0.600 ms",
                    ),
                    stop(
                        ["L_F_H_0", "H"],
                        (1397, 50, 1447),
                        "decode",
                        DATA,
                        "고르기 (sampler.sample)",
                        "50.0 µs",
                    ),
                    stop(
                        ["L_H_I_0", "I"],
                        (1449, 20, 1469),
                        "decode",
                        CONTROL,
                        "보내기 (stream.send)",
                        "20.0 µs",
                    ),
                    stop(
                        ["L_H_F_0", "F", "L_F_H_0", "H", "L_H_I_0", "I"],
                        (1456, 670, 2130),
                        "decode",
                        DATA,
                        "3번째 토큰을 만드는 한 바퀴(3걸음을 한 번에)",
                        "0.670 ms",
                    ),
                ],
            }
        ],
    }


def test_a_sequence_diagram_whole() -> None:
    found = played(SEQUENCE, request())
    assert found["paths"] == {"i1": CONTROL, "i3": DATA, "i4": CONTROL}
    (one,) = found["requests"]
    assert one["badges"] == {
        "i1": badge("0.130 ms", 1),
        "i3": badge("1.95 ms", 3),
        "i4": badge("60.0 µs", 3),
    }
    sent, worked = "답하기 (stream.send)", "셈하기 ({}.matmul, sampler.sample)"
    assert one["stops"] == [
        stop(
            ["i1", "U", "W"],
            (0, 130, 132),
            "arrive",
            CONTROL,
            "묻기 (client.send, queue.wait)",
            "0.130 ms",
        ),
        stop(["i3", "W"], (134, 650, 786), "prefill", DATA, worked.format("prefill"), "0.650 ms"),
        stop(["i4", "W", "U"], (788, 20, 808), "prefill", CONTROL, sent, "20.0 µs"),
        stop(["i3", "W"], (795, 650, 1447), "decode", DATA, worked.format("decode"), "0.650 ms"),
        stop(["i4", "W", "U"], (1449, 20, 1469), "decode", CONTROL, sent, "20.0 µs"),
        stop(
            ["i3", "W", "i4", "U"],
            (1456, 670, 2130),
            "decode",
            DATA,
            "3번째 토큰을 만드는 한 바퀴(2걸음을 한 번에)",
            "0.670 ms",
        ),
    ]


@pytest.mark.parametrize("source", [FLOWCHART, SEQUENCE])
@pytest.mark.parametrize("tokens", [2, 3, 9])
def test_stops_and_badges_add_up_to_the_same_time_and_the_same_visits(
    source: str, tokens: int
) -> None:
    (one,) = play(source, ("한 요청", request(tokens=tokens))).played
    of_parts = {name: badge for name, badge in one.badges.items() if not name.startswith("L_")}
    assert sum(stop.for_us for stop in one.stops) == pytest.approx(
        sum(badge.duration_us or 0 for badge in of_parts.values())
    )
    assert sum(stop.visits for stop in one.stops) == sum(b.count for b in of_parts.values())
    assert {name for stop in one.stops for name in stop.lit} >= set(one.badges)


def test_the_seed_drawing_goes_back_and_forth_in_prefill_and_one_decode_then_round_by_round() -> (
    None
):
    trace = seed_request.request(tokens=5, layers=2)
    (one,) = json.loads(of_seed(trace))["requests"]
    lit = [stop["lit"][-1] for stop in one["stops"]]
    step = ["F", "G", "F", "G", "F", "H", "I"]
    assert lit == ["A", "B", "C", "D", "E", *step, *step, "I", "I", "I"]
    assert [stop["phase"] for stop in one["stops"][:6]] == [
        "arrive",
        "arrive",
        "queue",
        "prefill",
        "prefill",
        "prefill",
    ]


def test_a_node_in_which_the_request_stays_is_visited_once_a_step() -> None:
    source = edited(
        FLOWCHART,
        (" --> H[고르기]\n        H --> F\n", "\n"),
        ("H -->|토큰| I", "F -->|토큰| I"),
        ("*.matmul\n    %% trace H[고르기] = ", "*.matmul, "),
    )
    (one,) = played(source, request())["requests"]
    assert [stop["lit"] for stop in one["stops"]] == [
        ["A"],
        ["L_A_F_0", "F"],
        ["L_F_I_0", "I"],
        ["F"],
        ["L_F_I_0", "I"],
        ["F", "L_F_I_0", "I"],
    ]


def test_an_arrow_whose_clocks_disagree_has_a_count_and_no_time() -> None:
    trace = request()
    late = [
        span.model_copy(update={"start_us": span.start_us + 50})
        if span.name == "sampler.sample"
        else span
        for span in trace.spans
    ]
    badges = played(FLOWCHART, Trace(id=trace.id, spans=tuple(late)))["requests"][0]["badges"]
    assert badges["L_F_H_0"] == badge("0.156 ms", 3)
    assert badges["L_H_I_0"] == badge("", 3)  # 2 − 50 µs, three times
    assert badges["L_H_F_0"] == badge("", 2)


def test_a_withheld_request_plays_in_order_and_tells_no_time() -> None:
    timed = played(FLOWCHART, request())["requests"][0]
    dark = played(FLOWCHART, request().without_times("기계가 바빴습니다"))["requests"][0]
    assert dark["withheld"] == "기계가 바빴습니다"
    assert dark["length"] == 0
    assert {(one["text"], one.get("difference")) for one in dark["badges"].values()} == {("", None)}
    assert {(one["at"], one["for"], one.get("until"), one["text"]) for one in dark["stops"]} == {
        (0, 0, None, "")
    }
    kept = ("lit", "phase", "path", "say")
    assert [[one[key] for key in kept] for one in dark["stops"]] == [
        [one[key] for key in kept] for one in timed["stops"]
    ]
    counts = {name: one["count"] for name, one in timed["badges"].items()}
    assert {name: one["count"] for name, one in dark["badges"].items()} == counts


def test_two_requests_are_on_one_scale_and_know_their_difference() -> None:
    first, second = played(FLOWCHART, request("ch01.a"), slow())["requests"]
    assert (first["label"], second["label"]) == ("앞", "뒤")
    assert first["length"] == second["length"] == 2369
    assert first["badges"]["A"] == badge("0.130 ms", 1, "−0.900 ms")
    assert second["badges"]["A"] == badge("1.03 ms", 1, "+0.900 ms")
    assert first["badges"]["L_A_F_0"] == badge("2.00 µs", 1)


def test_beside_a_withheld_request_there_is_no_difference_and_its_length_does_not_show() -> None:
    dark = slow().without_times("기계가 바빴습니다")
    first, second = played(FLOWCHART, request("ch01.a"), dark)["requests"]
    assert (first["length"], second["length"]) == (2130, 0)
    assert first["badges"]["A"] == badge("0.130 ms", 1)
    assert second["badges"]["A"] == badge("", 1)


def test_a_part_that_one_request_uses_for_data_and_the_other_does_not_is_no_data_path() -> None:
    moved = request("ch01.b")
    spans = tuple(
        span.model_copy(update={"path": Path.CONTROL}) if span.name == "sampler.sample" else span
        for span in moved.spans
    )
    diagram = mermaid.read(FLOWCHART)
    bound = binding.parse(FLOWCHART, diagram, "docs/01.md", 1)
    both = [Request("앞", request("ch01.a")), Request("뒤", Trace(id="ch01.b", spans=spans))]
    assert replay(diagram, bound, both).paths["L_F_H_0"] is Path.CONTROL


def played(source: str, *traces: Trace) -> dict[str, Any]:
    labels = ("한 요청",) if len(traces) == 1 else ("앞", "뒤")
    body = to_json(play(source, *zip(labels, traces, strict=True)))
    found: dict[str, Any] = json.loads(body.replace("\N{NO-BREAK SPACE}", " "))
    return found


def of_seed(trace: Trace) -> str:
    diagram = mermaid.read(SEED)
    return to_json(replay(diagram, binding.parse(SEED, diagram, "", 0), [Request("하나", trace)]))


def slow() -> Trace:
    return request("ch01.b", tokens=2, wait=1000)


def badge(text: str, count: int, difference: str | None = None) -> dict[str, object]:
    told: dict[str, object] = {"text": text, "count": count}
    return told | ({"difference": difference} if difference else {})


def stop(  # noqa: PLR0913, PLR0917
    lit: list[str], times: tuple[int, int, int], phase: str, path: str, say: str, text: str
) -> dict[str, object]:
    at, length, until = times
    told = {"lit": lit, "at": at, "for": length}
    told |= {"until": until} if until != at + length else {}
    return told | {"phase": phase, "path": path, "say": say, "text": text}
