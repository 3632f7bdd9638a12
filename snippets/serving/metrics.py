"""What the server counts of itself, in the text format of Prometheus, at ``GET /metrics``.

Where the meaning is the same, the names are vLLM's, so a dashboard made for vLLM shows this
server too. What vLLM does not have is called ``guide:…``.
"""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from .clock import now_ns
from .meter import Instruments, Meter
from .scheduler import Scheduler


class Metrics:
    """The numbers of one server, in a registry of its own."""

    def __init__(self, model: str, scheduler: Scheduler) -> None:
        self._registry = CollectorRegistry()
        self._instruments = Instruments(model, self._registry)
        self._registry.register(SchedulerState(model, scheduler))
        self._model = model
        self._refused = Counter(
            "guide:requests_refused",
            "Completion requests that were not accepted, by HTTP status.",
            ["model_name", "status"],
            registry=self._registry,
        )

    def meter(self, prompt_tokens: int) -> Meter:
        """Follow a request that is accepted now."""
        return Meter(self._instruments, prompt_tokens, now_ns())

    def refuse(self, status: int) -> None:
        """Count a request that is not accepted."""
        self._refused.labels(self._model, str(status)).inc()

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)


class SchedulerState(Collector):
    """What the scheduler knows anyway, read when somebody looks."""

    def __init__(self, model: str, scheduler: Scheduler) -> None:
        self._model = model
        self._scheduler = scheduler

    def collect(self) -> Iterator[Metric]:
        """The state of this moment."""
        planner = self._scheduler.planner
        held = 1 - planner.blocks.pool.free / planner.limits.blocks
        for name, text, value in (
            ("vllm:num_requests_running", "Requests in execution.", len(planner.running)),
            ("vllm:num_requests_waiting", "Requests that wait.", len(planner.waiting)),
            ("vllm:kv_cache_usage_perc", "Share of the KV cache's blocks in use; 1 is all.", held),
        ):
            gauge = GaugeMetricFamily(name, text, labels=["model_name"])
            gauge.add_metric([self._model], value)
            yield gauge
        for name, text, total in (
            ("vllm:num_preemptions", "Preemptions by recompute.", planner.preemptions),
            ("guide:worker_restarts", "Dead workers replaced.", self._scheduler.restarts),
        ):
            counter = CounterMetricFamily(name, text, labels=["model_name"])
            counter.add_metric([self._model], total)
            yield counter
