"""The trace of a real request: every stop, in the order of causes, with its bytes."""

import json
from itertools import pairwise

import httpx
import pytest
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from snippets.evidence.trace import Path
from snippets.serving.completion import Ask, RequestFailedError
from snippets.serving.config import MODELS
from snippets.serving.spans import TraceError, join, wait_for_trace

PROMPT = "가나다"  # 9 tokens
NANO = MODELS["nano"]
D, KV, VOCAB = NANO.d_model, NANO.kv_dim, NANO.vocab

BEFORE = [
    "client.send",
    "gateway.receive",
    "gateway.auth",
    "gateway.validate",
    "queue.wait",
    "scheduler.assign",
    "worker.admit",
]
FORWARD = ["embed", "matmul", "kv_cache", "matmul", "kv_cache", "matmul"]


def step(phase, k):
    names = [f"{phase}.{name}" for name in FORWARD]
    return [(name, k) for name in (*names, "sampler.sample", "worker.reply")]


EXPECTED = [
    *[(name, None) for name in BEFORE],
    *step("prefill", 0),
    ("scheduler.step", 1),
    *step("decode", 1),
    ("scheduler.step", 2),
    *step("decode", 2),
]
CONTROL = {*BEFORE[:-1], "scheduler.step", "worker.reply", "stream.send"}


@pytest.fixture(scope="module")
def trace(server):
    # Two requests in one batch: what one does must not show up in the trace of the other.
    traced, *_ = server.complete(Ask(PROMPT, 3, traced=True), Ask("x", 9), Ask("y", 5, traced=True))
    return server.trace(traced.trace_id, id="ch01.request")


def chain(trace):
    """The stops along the links, without the stream, as (name, step)."""
    following = {span.after: span for span in trace.spans if span.name != "stream.send"}
    passed, span = [], following[None]
    while span is not None:
        passed.append(span)
        span = following.get(span.id)
    return passed


def test_the_stops_are_all_there_in_the_order_of_causes(trace):
    assert trace.id == "ch01.request"
    assert [(span.name, span.step) for span in chain(trace)] == EXPECTED
    assert len(trace.spans) == len(EXPECTED) + 3


def test_every_token_is_sent_when_the_worker_has_replied(trace):
    by_id = {span.id: span for span in trace.spans}
    sent = [
        (span.step, by_id[span.after].name, by_id[span.after].step)
        for span in trace.spans
        if span.name == "stream.send"
    ]
    assert sent == [(k, "worker.reply", k) for k in range(3)]


def test_nothing_lies_between_the_stops_of_a_step(trace):
    spans = chain(trace)
    for span, following in pairwise(spans):
        inside = span.step == following.step and span.name.split(".")[0] != "scheduler"
        if inside and span.step is not None:
            assert following.start_us == pytest.approx(span.end_us, abs=0.01), following.name


def test_a_plan_is_under_way_until_the_worker_has_it(trace):
    assign, admit = (next(s for s in trace.spans if s.name == name) for name in BEFORE[-2:])
    assert assign.end_us == pytest.approx(admit.start_us, abs=0.01)
    for span, following in pairwise(chain(trace)[1:]):  # a body can be read before it is written
        assert span.end_us <= following.start_us + 0.01, following.name


def test_control_and_data_path_are_told_apart(trace):
    for span in trace.spans:
        assert span.path == (Path.CONTROL if span.name in CONTROL else Path.DATA), span.name


def test_spans_are_numbered_by_start_and_follow_their_cause(trace):
    assert [span.id for span in trace.spans] == [f"s{i}" for i in range(len(trace.spans))]
    assert trace.spans[0].start_us == 0
    starts = {span.id: span.start_us for span in trace.spans}
    for span in trace.spans[1:]:
        assert span.duration_us >= 0
        assert starts[span.after] <= span.start_us, span.name


def test_matmul_reads_the_weights_between_two_visits_to_the_cache(trace):
    entering = D + D * D + 2 * KV * D  # norm, q, k and v
    leaving = D * D + D + 3 * D * NANO.d_ffn  # o, norm, gate, up, down
    head = D + VOCAB * D  # norm and output head
    expected = [4 * n for n in (entering, leaving + entering, leaving + head)]
    assert moved(trace, "prefill.matmul") == expected
    assert moved(trace, "decode.matmul") == expected * 2
    everything = sum(expected)
    assert everything == 4 * NANO.parameters  # tied: the head is the embedding table


def test_kv_cache_writes_the_new_tokens_and_reads_all(trace):
    n, token = 9, 2 * KV * 4  # prompt tokens, bytes of one token in one layer
    assert NANO.kv_bytes_per_token == NANO.n_layers * token
    assert moved(trace, "prefill.kv_cache") == [(n + n) * token] * 2
    assert moved(trace, "decode.kv_cache") == [(1 + n + 1) * token] * 2 + [(1 + n + 2) * token] * 2


def test_other_stops_count_what_they_move(trace):
    assert moved(trace, "worker.admit") == [9 * 8]
    assert moved(trace, "prefill.embed") == [9 * D * 4]
    assert moved(trace, "decode.embed") == [D * 4] * 2
    assert moved(trace, "sampler.sample") == [VOCAB * 4] * 3
    assert moved(trace, "client.send") == moved(trace, "gateway.receive")
    for name in ("scheduler.assign", "scheduler.step", "stream.send"):
        assert all(0 < size < 1000 for size in moved(trace, name))


def moved(trace, name):
    return [span.bytes for span in trace.spans if span.name == name]


def test_a_request_that_is_not_sampled_leaves_no_span(server):
    before = server.spans.read_text()
    for flags in ("00", None):
        headers = {"Authorization": f"Bearer {server.api_key}"}
        if flags:
            headers["traceparent"] = f"00-{'a' * 32}-{'b' * 16}-{flags}"
        body = {"model": "nano", "prompt": "hi", "max_tokens": 2}
        assert httpx.post(f"{server.url}/v1/completions", json=body, headers=headers).is_success
    assert server.complete(Ask("hi", 2))[0].trace_id is None
    assert server.spans.read_text() == before


def test_the_request_itself_is_a_genai_span(server):
    (one,) = server.complete(Ask(PROMPT, 3, traced=True))
    server.trace(one.trace_id, id="ch01.request")
    assert root_of(server, one.trace_id) == (
        "text_completion nano",
        {
            "gen_ai.operation.name": "text_completion",
            "gen_ai.request.model": "nano",
            "gen_ai.request.max_tokens": 3,
            "gen_ai.usage.input_tokens": 9,
            "gen_ai.usage.output_tokens": 3,
        },
    )


def test_a_refused_request_has_a_trace_that_ends_where_it_was_refused(server, monkeypatch):
    sent = {}
    monkeypatch.setattr(TraceContextTextMapPropagator, "inject", spy(sent))
    with pytest.raises(RequestFailedError, match="400"):
        server.complete(Ask("", 3, traced=True))
    trace_id = sent["traceparent"].split("-")[1]
    trace = server.trace(trace_id, id="ch01.refused")
    assert [span.name for span in chain(trace)] == BEFORE[:4]
    assert root_of(server, trace_id)[1]["error.type"] == "400"


def spy(sent):
    inject = TraceContextTextMapPropagator.inject

    def both(self, carrier, *more, **named):
        inject(self, carrier, *more, **named)
        sent.update(carrier)

    return both


def root_of(server, trace_id):
    spans = [json.loads(line) for line in server.spans.read_text().splitlines()]
    (root,) = (
        span
        for span in spans
        if span["trace_id"] == trace_id and "guide.path" not in span["attributes"]
    )
    return root["name"], root["attributes"]


def line(name, links, span_id):
    return {
        "span_id": span_id,
        "name": name,
        "start_ns": 0,
        "end_ns": 1,
        "links": links,
        "attributes": {"guide.path": "control"},
    }


@pytest.mark.parametrize(
    ("second", "complaint"),
    [
        (line("queue.wait", ["missing"], "b"), "queue.wait was handed over by a stop that is"),
        (line("queue.wait", [], "b"), r"starts at client.send alone, not at \['client.send', 'q"),
        (line("queue.wait", ["a", "b"], "b"), "queue.wait was handed over by 2 stops"),
        (line("queue.wait", ["b"], "b"), "queue.wait cannot be reached from client.send"),
    ],
)
def test_a_gap_in_the_chain_is_an_error(second, complaint):
    with pytest.raises(TraceError, match=complaint):
        join([line("client.send", [], "a"), second], "ch01.request")


def test_a_trace_that_never_comes_is_an_error(server):
    with pytest.raises(TraceError, match=r"no finished trace 0 after 0\.1 s"):
        wait_for_trace(server.spans, "0", "ch01.request", timeout_s=0.1)
