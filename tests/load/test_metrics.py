"""Latencies and throughput, worked out by hand from made-up clock events."""

import pytest

from snippets.load.metrics import delay, e2e, itl, tpot, ttft
from snippets.load.summary import Objective, Run, can_show, percentile, tally
from snippets.load.timeline import Counted, Timeline


def timeline(scheduled, sent, *chunks, ended=None, tokens=None, counted=Counted.USAGE):
    ended = chunks[-1] if ended is None else ended
    return Timeline(scheduled, sent, chunks, ended, tokens or len(chunks), counted)


# Due at 1, sent at 1.5; five tokens in three chunks; the answer ends 0.5 s after the last.
ONE = timeline(1.0, 1.5, 2.0, 4.0, 5.0, ended=5.5, tokens=5)


def test_each_latency_is_the_difference_of_two_events():
    assert ttft(ONE) == 2.0 - 1.5
    assert e2e(ONE) == 5.5 - 1.5
    assert tpot(ONE) == (5.5 - 2.0) / 4
    assert itl(ONE) == (2.0, 1.0)
    assert delay(ONE) == 0.5


def test_a_single_token_has_neither_tpot_nor_itl():
    one = timeline(0, 0, 1.0)
    assert (ttft(one), e2e(one), tpot(one), itl(one)) == (1.0, 1.0, None, ())


@pytest.mark.parametrize(
    "events",
    [
        (1.0, 0.5, (2.0,), 2.0, 1),  # sent before it was due
        (0.0, 1.0, (0.5,), 2.0, 1),  # answered before it was sent
        (0.0, 0.0, (2.0, 1.0), 2.0, 2),
        (0.0, 0.0, (2.0,), 1.0, 1),  # ended before its last token
        (0.0, 0.0, (), 1.0, 1),
        (0.0, 0.0, (1.0,), 1.0, 0),
    ],
)
def test_events_that_no_clock_can_have_read_are_refused(events):
    with pytest.raises(ValueError, match=r"events out of order|at least one token"):
        Timeline(*events, Counted.CHUNKS)


RUN = Run(
    answered=(
        timeline(0, 0, 0.1, 0.2, 0.3),  # TTFT 0.1, TPOT 0.1
        timeline(0, 0, 0.5, 0.6),  # TTFT 0.5, TPOT 0.1
        timeline(0, 0, 0.1, 1.1),  # TTFT 0.1, TPOT 1.0
        timeline(0, 0, 0.1),  # TTFT 0.1, no TPOT
    ),
    failed={429: 2},
    duration_s=4.0,
)


def test_throughput_is_what_was_answered_over_the_whole_run():
    assert RUN.output_tokens == 8
    assert RUN.output_throughput == 2.0
    assert RUN.request_throughput == 1.0


@pytest.mark.parametrize(
    ("objective", "met"),
    [
        (Objective(), 4),
        (Objective(ttft_s=0.2), 3),
        (Objective(tpot_s=0.2), 3),
        (Objective(ttft_s=0.2, tpot_s=0.2), 2),
        (Objective(e2e_s=0.35), 2),
        (Objective(ttft_s=0.1), 3),  # a limit that is just met is met
    ],
)
def test_goodput_counts_requests_within_every_limit(objective, met):
    assert RUN.goodput(objective) == met / 4.0


def test_itl_is_pooled_over_gaps_and_tpot_over_requests():
    assert RUN.values("tpot") == pytest.approx([0.1, 0.1, 1.0])
    assert RUN.values("itl") == pytest.approx([0.1, 0.1, 0.1, 1.0])
    assert RUN.values("ttft") == [0.1, 0.5, 0.1, 0.1]


def test_tokens_are_counted_by_the_server_only_if_it_counted_all():
    guessed = timeline(0, 0, 1.0, counted=Counted.CHUNKS)
    assert RUN.counted == "usage"
    assert Run((*RUN.answered, guessed), {}, 1.0).counted == "chunks"


@pytest.mark.parametrize(("percent", "value"), [(0, 1), (50, 2.5), (100, 4), (90, 3.7), (25, 1.75)])
def test_percentiles_are_interpolated_as_numpy_does(percent, value):
    numpy = pytest.importorskip("numpy")
    assert percentile([4, 1, 3, 2], percent) == pytest.approx(value)
    assert numpy.percentile([4, 1, 3, 2], percent) == pytest.approx(value)


def test_nothing_has_no_percentile():
    with pytest.raises(ValueError, match="no values"):
        percentile([], 50)


def test_a_percentile_needs_ten_values_beyond_it():
    assert [can_show(99, 999), can_show(99, 1000), can_show(90, 100), can_show(50, 19)] == [
        False,
        True,
        True,
        False,
    ]


def test_failures_are_counted_by_status():
    assert tally([503, 429, 503, 0]) == {0: 1, 429: 1, 503: 2}
