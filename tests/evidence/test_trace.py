from __future__ import annotations

from snippets.evidence.trace import Path, Span, Trace


def span(n: int, path: Path, start: float, end: float) -> Span:
    return Span(
        id=f"s{n}",
        after=f"s{n - 1}" if n else None,
        name=f"{path}.work",
        path=path,
        start_us=start,
        duration_us=end - start,
        step=n,
        bytes=10 * n,
    )


TRACE = Trace(
    id="ch01.x",
    spans=(
        span(0, Path.CONTROL, 0, 4),
        span(1, Path.DATA, 3, 10),
        span(2, Path.CONTROL, 5, 6),  # inside the span before it
        span(3, Path.DATA, 12, 14),  # after a gap
    ),
)


def test_time_that_two_spans_share_counts_once() -> None:
    assert TRACE.covered_us({Path.CONTROL}) == 5
    assert TRACE.covered_us({Path.DATA}) == 9
    assert TRACE.covered_us(set(Path)) == 12


def test_stops_and_their_bytes_are_counted_by_step() -> None:
    assert TRACE.count("data.work") == 2
    assert TRACE.moved("data.work", 3) == 30
    assert TRACE.moved("data.work", 2) == 0
