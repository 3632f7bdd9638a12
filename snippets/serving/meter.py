"""The times of one request, as the server itself sees them."""

from __future__ import annotations

from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Histogram

from .clock import now_ns

FIRST_TOKEN_S = (0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5)
FIRST_TOKEN_S += (10, 20, 40, 80, 160, 640, 2560)
TOKEN_S = (0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20)
TOKEN_S += (40, 80)
REQUEST_S = (0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960)
REQUEST_S += (1920, 7680)


class Instruments:
    """Counters and histograms over all requests: vLLM's names, labels, units and buckets."""

    def __init__(self, model: str, registry: CollectorRegistry) -> None:
        def counter(name: str, text: str) -> Counter:
            return Counter(name, text, ["model_name"], registry=registry).labels(model)

        def histogram(name: str, text: str, buckets: tuple[float, ...]) -> Histogram:
            return Histogram(name, text, ["model_name"], registry=registry, buckets=buckets).labels(
                model
            )

        self.prompt_tokens = counter("vllm:prompt_tokens", "Prefill tokens processed.")
        self.generation_tokens = counter("vllm:generation_tokens", "Tokens generated.")
        self.ttft = histogram(
            "vllm:time_to_first_token_seconds", "Acceptance to first token.", FIRST_TOKEN_S
        )
        self.itl = histogram(
            "vllm:inter_token_latency_seconds", "One token to the next; a value a gap.", TOKEN_S
        )
        self.tpot = histogram(
            "vllm:request_time_per_output_token_seconds",
            "Mean time per token after the first; a value a request.",
            TOKEN_S,
        )
        self.e2e = histogram(
            "vllm:e2e_request_latency_seconds", "Acceptance to last token.", REQUEST_S
        )
        finished = Counter(
            "vllm:request_success",
            "Accepted requests by how they ended: stop or length; abort when the client left.",
            ["model_name", "finished_reason"],
            registry=registry,
        )
        reasons = ("stop", "length", "abort", "error")
        self.finished = {reason: finished.labels(model, reason) for reason in reasons}


@dataclass
class Meter:
    """Follows one request from its acceptance on."""

    instruments: Instruments
    prompt_tokens: int
    accepted_ns: int
    first_ns: int = 0
    last_ns: int = 0
    tokens: int = 0
    ending: str = "abort"  # unless something else is noted, the client has left

    def token(self, finish: str | None) -> None:
        """Note a token that was made; ``finish`` says why it is the last, if it is."""
        now, to = now_ns(), self.instruments
        to.generation_tokens.inc()
        if self.tokens:
            to.itl.observe((now - self.last_ns) / 1e9)
        else:
            to.prompt_tokens.inc(self.prompt_tokens)
            to.ttft.observe((now - self.accepted_ns) / 1e9)
            self.first_ns = now
        self.last_ns = now
        self.tokens += 1
        self.ending = finish or self.ending

    def fail(self) -> None:
        """Note that the server could not finish the request."""
        self.ending = "error"

    def close(self) -> None:
        """Note that the request is over. Only one that was answered has a latency."""
        to = self.instruments
        to.finished[self.ending].inc()
        if self.ending in {"abort", "error"}:
            return
        to.e2e.observe((self.last_ns - self.accepted_ns) / 1e9)
        if self.tokens > 1:
            to.tpot.observe((self.last_ns - self.first_ns) / 1e9 / (self.tokens - 1))


class NoMeter(Meter):
    """Stands in for the meter of a request that nobody counts."""

    def __init__(self) -> None:
        """Follow nothing."""

    def token(self, finish: str | None) -> None:
        """Do nothing."""

    def fail(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
