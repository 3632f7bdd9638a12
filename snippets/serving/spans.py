"""Spans as lines of a file: written by client and gateway, read back and joined to a trace."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path as File
from typing import Any

from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.sampling import DEFAULT_ON
from opentelemetry.trace import Tracer

from ..evidence.trace import Path, Span, Trace


class TraceError(Exception):
    """The spans of a request do not form a trace."""


def tracer_to(path: File) -> Tracer:
    """A tracer whose spans end up in ``path``."""
    provider = TracerProvider(sampler=DEFAULT_ON, shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(JsonLines(path)))
    return provider.get_tracer("snippets.serving")


class JsonLines(SpanExporter):
    """Writes each finished span as one line of JSON."""

    def __init__(self, path: File) -> None:
        self._path = path

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Append ``spans`` to the file: client and gateway share it, whole lines each."""
        lines = "".join(json.dumps(_as_dict(span)) + "\n" for span in spans)
        with self._path.open("ab", buffering=0) as file:
            file.write(lines.encode())
        return SpanExportResult.SUCCESS


def _as_dict(span: ReadableSpan) -> dict[str, object]:
    return {
        "trace_id": trace.format_trace_id(span.context.trace_id),
        "span_id": trace.format_span_id(span.context.span_id),
        "name": span.name,
        "start_ns": span.start_time,
        "end_ns": span.end_time,
        "attributes": dict(span.attributes or {}),
        "links": [trace.format_span_id(link.context.span_id) for link in span.links],
    }


def wait_for_trace(path: File, trace_id: str, id: str, timeout_s: float = 10) -> Trace:  # noqa: A002
    """Wait until a request's last span is in the file and join all of them.

    Raises:
        TraceError: When it does not come in time, or the spans do not fit together.
    """
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        lines = [json.loads(line) for line in _whole_lines(path)]
        spans = [line for line in lines if line["trace_id"] == trace_id]
        # The request's own span is written after everything inside it.
        if any("gen_ai.operation.name" in span["attributes"] for span in spans):
            return join(spans, id)
        time.sleep(0.02)
    raise TraceError(f"no finished trace {trace_id} after {timeout_s} s")


def join(spans: list[dict[str, Any]], id: str) -> Trace:  # noqa: A002
    """Make a trace of exported spans: those on a path, times from the start of the first.

    Raises:
        TraceError: When a stop was handed over by nobody, by two, or by one that is missing.
    """
    stops = sorted(
        (span for span in spans if "guide.path" in span["attributes"]),
        key=lambda span: (span["start_ns"], span["end_ns"], span["span_id"]),
    )
    names = {stop["span_id"]: f"s{place}" for place, stop in enumerate(stops)}
    before = {stop["span_id"]: _predecessor(stop, names) for stop in stops}
    firsts = [stop["name"] for stop in stops if before[stop["span_id"]] is None]
    if firsts != ["client.send"]:
        raise TraceError(f"a trace starts at client.send alone, not at {firsts}")
    _require_no_ring(stops)
    return Trace(
        id=id,
        spans=tuple(
            Span(
                id=names[stop["span_id"]],
                after=before[stop["span_id"]],
                name=stop["name"],
                path=Path(stop["attributes"]["guide.path"]),
                start_us=(stop["start_ns"] - stops[0]["start_ns"]) / 1000,
                duration_us=(stop["end_ns"] - stop["start_ns"]) / 1000,
                step=stop["attributes"].get("guide.step"),
                bytes=stop["attributes"].get("guide.bytes"),
            )
            for stop in stops
        ),
    )


def _predecessor(stop: dict[str, Any], names: dict[str, str]) -> str | None:
    links = stop["links"]
    if len(links) > 1:
        raise TraceError(f"{stop['name']} was handed over by {len(links)} stops")
    if links and links[0] not in names:
        raise TraceError(f"{stop['name']} was handed over by a stop that is missing")
    return names[links[0]] if links else None


def _require_no_ring(stops: list[dict[str, Any]]) -> None:
    """With one predecessor each, a stop is either reached from the first or hangs on a ring."""
    reached = {stop["span_id"] for stop in stops if not stop["links"]}
    left = [stop for stop in stops if stop["links"]]
    while left:
        next_ones = [stop for stop in left if stop["links"][0] in reached]
        if not next_ones:
            raise TraceError(f"{left[0]['name']} cannot be reached from client.send")
        reached |= {stop["span_id"] for stop in next_ones}
        left = [stop for stop in left if stop["span_id"] not in reached]


def _whole_lines(path: File) -> list[str]:
    """Lines of the file, without one that is still being written."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return text[: text.rfind("\n") + 1].splitlines()
