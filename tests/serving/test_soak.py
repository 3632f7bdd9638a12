"""A short soak: many clients at once, every answer the known one, memory flat."""

import asyncio

import pytest

from benchmarks.soak import soak
from benchmarks.soak_report import GROWTH, Report
from snippets.load.client import Failure
from snippets.serving.launch import serve


@pytest.mark.parametrize("kv_blocks", [None, 24])
def test_forty_clients_get_their_own_tokens_and_all_of_them(kv_blocks):
    # With 24 blocks of 16 tokens, requests have to give back theirs in the middle.
    with serve("nano", max_batch=16, queue_size=16, kv_blocks=kv_blocks) as server:
        report = asyncio.run(soak(server, clients=40, seconds=2.5))
    assert report.good, report
    assert {one.status for one in report.failures} <= {429}
    assert report.answers > 40


@pytest.mark.parametrize(
    ("rss", "good"), [([100] * 40, True), ([*([100] * 20), *([106] * 20)], False)]
)
def test_a_report_is_good_only_when_memory_is_flat(rss, good):
    report = Report(answers=1, rss=rss)
    assert report.good == good, GROWTH


def test_a_report_is_not_good_when_anything_is_lost_or_wrong():
    flat = [100] * 8
    assert Report(answers=1, rss=flat, failures=[Failure(429, "full")]).good
    assert not Report(answers=1, rss=flat, failures=[Failure(0, "broken off")]).good
    assert not Report(answers=1, rss=flat, failures=[Failure(500, "oops")]).good
    assert not Report(answers=1, rss=flat, wrong=["x"]).good
    assert not Report(rss=flat).good
