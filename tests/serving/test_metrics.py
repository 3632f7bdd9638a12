"""``/metrics``: vLLM's names, and numbers that follow from what was asked."""

import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import openai
import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from snippets.serving import meter as meter_module
from snippets.serving.completion import Ask
from snippets.serving.launch import serve
from snippets.serving.meter import Instruments, Meter

from .conftest import official


def read(server):
    """All samples: (name, other labels than the model's) → value."""
    answer = httpx.get(f"{server.url}/metrics")
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    return samples(answer.text)


def samples(text):
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = {k: v for k, v in sample.labels.items() if k != "model_name"}
            found[sample.name, *labels.values()] = sample.value
            assert sample.labels["model_name"] == "mini"
    return found


@pytest.fixture(scope="module")
def server():
    with serve("mini", max_batch=1, queue_size=1) as running:
        yield running


def test_nothing_was_asked_and_everything_is_there(server):
    seen = read(server)
    assert (seen["vllm:num_requests_running",], seen["vllm:num_requests_waiting",]) == (0, 0)
    assert seen["vllm:kv_cache_usage_perc",] == 0
    assert seen["vllm:num_preemptions_total",] == 0
    for reason in ("stop", "abort", "error"):
        assert seen["vllm:request_success_total", reason] == 0
    assert seen["guide:worker_restarts_total",] == 0


def test_counters_and_histograms_grow_by_what_was_served(server):
    before = read(server)
    server.complete(Ask("abcde", 6))
    server.complete(Ask("abc", 1))
    after = read(server)

    def grown(*name):
        return after[name] - before[name]

    assert grown("vllm:prompt_tokens_total") == 8
    assert grown("vllm:generation_tokens_total") == 7
    assert grown("vllm:request_success_total", "length") == 2
    assert grown("vllm:time_to_first_token_seconds_count") == 2
    assert grown("vllm:inter_token_latency_seconds_count") == 5
    assert grown("vllm:request_time_per_output_token_seconds_count") == 1
    assert grown("vllm:e2e_request_latency_seconds_count") == 2
    assert grown("vllm:e2e_request_latency_seconds_sum") == pytest.approx(
        grown("vllm:time_to_first_token_seconds_sum")
        + grown("vllm:inter_token_latency_seconds_sum"),
        rel=1e-3,
    )


def test_gauges_show_who_runs_and_who_waits(server):
    long = {"model": "mini", "prompt": "a", "max_tokens": 1000, "extra_body": {"ignore_eos": True}}
    with official(server) as client, ThreadPoolExecutor() as pool:
        before = read(server)
        with client.completions.create(**long, stream=True) as running:
            next(running)
            pool.submit(client.completions.create, **long | {"max_tokens": 1})
            while httpx.get(f"{server.url}/health").json()["waiting"] == 0:
                time.sleep(0.01)
            with pytest.raises(openai.RateLimitError):
                client.completions.create(**long)
            seen = read(server)
        assert (seen["vllm:num_requests_running",], seen["vllm:num_requests_waiting",]) == (1, 1)
        assert seen["vllm:kv_cache_usage_perc",] == 1
        with pytest.raises(openai.BadRequestError):
            client.completions.create(**long | {"prompt": ""})
    deadline = time.monotonic() + 20
    while (after := read(server))["vllm:num_requests_running",]:
        assert time.monotonic() < deadline
    name = "vllm:request_success_total"
    assert after[name, "abort"] - before.get((name, "abort"), 0) == 1
    assert after["guide:requests_refused_total", "429"] == 1
    assert after["guide:requests_refused_total", "400"] == 1


@pytest.fixture
def clock(monkeypatch):
    """A clock that a test sets, in seconds."""
    now = {"s": 0.0}
    monkeypatch.setattr(meter_module, "now_ns", lambda: int(now["s"] * 1e9))
    return now


def metered(clock, at, failed=False):
    """The samples after one request whose tokens came at these times."""
    from prometheus_client import generate_latest

    registry = CollectorRegistry()
    meter = Meter(Instruments("mini", registry), prompt_tokens=3, accepted_ns=0)
    for place, second in enumerate(at):
        clock["s"] = second
        meter.token("stop" if place + 1 == len(at) and not failed else None)
    if failed:
        meter.fail()
    meter.close()
    return samples(generate_latest(registry).decode())


def test_times_are_those_of_vllm(clock):
    seen = metered(clock, [2.0, 2.5, 4.0])
    assert seen["vllm:time_to_first_token_seconds_sum",] == 2.0
    assert seen["vllm:inter_token_latency_seconds_sum",] == 2.0
    assert seen["vllm:inter_token_latency_seconds_bucket", "0.5"] == 1
    assert seen["vllm:request_time_per_output_token_seconds_sum",] == 1.0
    assert seen["vllm:e2e_request_latency_seconds_sum",] == 4.0
    assert seen["vllm:request_success_total", "stop"] == 1


def test_a_request_that_fails_has_no_latency(clock):
    seen = metered(clock, [1.0], failed=True)
    assert seen["vllm:request_success_total", "error"] == 1
    assert seen["vllm:time_to_first_token_seconds_count",] == 1
    assert seen["vllm:e2e_request_latency_seconds_count",] == 0
