"""Chapter 08: what its experiments rest on, and the reader's own server in place of ours."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path as File

import pytest

from snippets import ch08_clocks, ch08_samples, order_statistics, sweep, target
from snippets.__main__ import main
from snippets.ch08_metrics import metrics
from snippets.evidence.problem import GuideError
from snippets.evidence.profile import Profile
from snippets.evidence.record import load
from snippets.evidence.trace import Path, Span, Trace
from snippets.load.endpoint import Endpoint
from snippets.load.summary import Run
from snippets.load.timeline import Counted, Timeline
from snippets.serving.completion import Completion
from snippets.serving.launch import Server, serve
from tests.conftest import ROOT

# ---- How many requests a percentile needs ----


def test_below_adds_up_binomial_chances() -> None:
    # Of two values none, one or both lie below the true median, with chances 1/4, 1/2 and 1/4.
    chances = [order_statistics.below(r, 2, 0.5) for r in (0, 1, 2, 3)]
    assert chances == pytest.approx([0, 0.25, 0.75, 1])


@pytest.mark.parametrize(("p", "n"), [(0.5, 6), (0.9, 29), (0.99, 299)])
def test_with_one_value_fewer_there_is_no_interval(p: float, n: int) -> None:
    assert order_statistics.fewest(p) == n
    assert p**n + (1 - p) ** n <= 0.05 < p ** (n - 1) + (1 - p) ** (n - 1)


def test_the_ranks_miss_by_at_most_a_fortieth_at_each_end_and_no_narrower_pair_does() -> None:
    first, last = order_statistics.ranks(30, 0.5)
    assert (first, last) == (10, 21)
    assert order_statistics.below(first, 30, 0.5) <= 0.025 < order_statistics.below(11, 30, 0.5)
    with pytest.raises(ValueError, match="5 values give no such interval"):
        order_statistics.ranks(5, 0.5)


def test_where_the_largest_of_some_values_lies_can_be_worked_out_by_hand() -> None:
    # All 40 lie below a percentile u with the chance u ** 40.
    low, high = order_statistics.reach(40, 0.99)
    assert (low**40, high**40) == pytest.approx((0.025, 0.975))


# ---- What a closed load does not see ----


def test_a_server_that_stands_still_holds_up_one_closed_request_and_many_open_ones() -> None:
    closed, opened = (ch08_samples.stalled(closed=one) for one in (True, False))
    assert sorted(closed)[-2:] == [10, 1010]
    assert len(opened) == 1500
    # The queue of the stall is served in half the time between two arrivals.
    assert max(opened) == 1010
    assert sorted(opened)[-3:] == [990, 1000, 1010]


@pytest.mark.parametrize(
    ("start", "end"),
    [(0, 10), (14_991, 15_001), (14_995, 16_005), (15_500, 16_011), (16_001, 16_011)],
)
def test_work_goes_on_where_it_was_when_the_server_stood_still(start: float, end: float) -> None:
    assert ch08_samples.finished(start) == end


# ---- One request on two clocks ----


def span(name: str, after: str | None, start: float, end: float, step: int | None = None) -> Span:
    return Span(
        id=f"{name}{'' if step is None else step}",
        after=after,
        name=name,
        path=Path.CONTROL,
        start_us=start,
        duration_us=end - start,
        step=step,
    )


def test_both_clocks_are_read_off_one_trace() -> None:
    last = ch08_clocks.TOKENS - 1
    spans = (
        span("client.send", None, 0, 1000),
        span("gateway.validate", "client.send", 1500, 2000),
        span("queue.wait", "gateway.validate", 2100, 3000),
        span("worker.reply", "queue.wait", 9000, 10_000, 0),
        span("stream.send", "worker.reply0", 10_500, 11_000, 0),
        span("worker.reply", "worker.reply0", 29_000, 30_000, last),
        span("stream.send", f"worker.reply{last}", 30_500, 33_000, last),
    )
    done = Completion("", 0, (0.0115, 0.032), "length", "0")
    trace = ch08_clocks.received(Trace(id="ch08_clocks.request", spans=spans), done)
    received = [one for one in trace.spans if one.name == "client.receive"]
    # The second token was there before the server noted that it had left.
    assert [(one.after, one.start_us, one.end_us, one.step) for one in received] == [
        ("stream.send0", 11_000, 11_500, 0),
        (f"stream.send{last}", 32_000, 32_000, last),
    ]
    assert ch08_clocks.cut(trace) == pytest.approx(
        {
            "client_ttft": 11.5,
            "server_ttft": 8.0,
            "before": 2.0,
            "after": 1.5,
            "queue": 0.9,
            "prefill": 7.0,
            "decode": 20.0,
            "client_e2e": 32.0,
            "share": 100 * 8 / 11.5,
        }
    )


# ---- The loads ----


def test_loads_have_the_same_lengths_and_no_prompt_in_common() -> None:
    one, other = (sweep.asks(8, seed=1, load=load, ignore_eos=True) for load in (0, 1))
    lengths = [ask.max_tokens for ask in one]
    assert lengths[:4] == list(sweep.OUTPUTS)
    assert lengths == [ask.max_tokens for ask in other]
    assert {ask.ignore_eos for ask in one} == {True}
    prompts = [
        ask.prompt
        for seed in (1, 2)
        for load in range(4)
        for ask in sweep.asks(8, seed, load, True)
    ]
    assert len(set(prompts)) == len(prompts)
    assert one == sweep.asks(8, seed=1, load=0, ignore_eos=True)


def test_requests_take_as_long_as_their_rate_says() -> None:
    due = sweep.evenly(10, rate=5, seed=3)
    assert due[-1] == pytest.approx(10 / 5)
    assert list(due) == sorted(due)


def run(*ttfts: float, tpot: float) -> Run:
    """Requests of three tokens each, all done after ten seconds."""
    answered = tuple(
        Timeline(0, 0, (at, at + tpot, at + 2 * tpot), at + 2 * tpot, 3, Counted.USAGE)
        for at in ttfts
    )
    return Run(answered, {}, 10.0)


def test_a_request_is_good_within_five_times_what_it_takes_alone() -> None:
    alone = run(1.0, 3.0, tpot=1.0)
    seen = sweep.Sweep(alone, run(9.0, 10.0, 11.0, tpot=5.0), {sweep.MOST: run(1.0, tpot=6.0)})
    assert (seen.objective.ttft_s, seen.objective.tpot_s) == (10.0, 5.0)
    assert seen.good(seen.burst) == 2 / 10
    assert seen.good(seen.paced[sweep.MOST]) == 0


def test_every_declared_figure_of_a_sweep_is_worked_out() -> None:
    assert {f"ch08.{name}": unit for name, (unit, _) in sweep.SEEN.items()} == {
        name: unit for name, (unit, _) in metrics.figures.items()
    }


# ---- The reader's own server ----


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serve("nano", max_batch=8, queue_size=32) as running:
        yield running


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> File:
    """A copy to measure in, so that nothing is left in this one."""
    root = tmp_path_factory.mktemp("elsewhere")
    skip = shutil.ignore_patterns("__pycache__", "records")
    shutil.copytree(ROOT / "snippets", root / "snippets", ignore=skip)
    return root


def run_in(
    folder: File, command: list[str], environ: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, check=False, cwd=folder, env=environ, capture_output=True, text=True, timeout=300
    )


def test_the_experiment_of_the_client_measures_any_server(server: Server, project: File) -> None:
    command = [sys.executable, "-m", "snippets", "run", "ch08", "--quick", "--model", "nano"]
    command += ["--endpoint", f"{server.url}/v1", "--key-variable", "SOME_KEY", "--ignore-eos"]
    environ = os.environ | {"SOME_KEY": server.api_key}
    done = run_in(project, command, environ)
    assert done.returncode == 0, done.stderr
    said = dict(line.split(": ", 1) for line in done.stdout.splitlines() if ": " in line)
    assert said["서버"] == "모델 nano · Server 헤더 uvicorn · owned_by guide"
    assert said["누구의 서버"] == "독자가 이름을 댄 서버"
    assert said["측정"].startswith("이미 켜진 서버 하나")
    assert {"혼자일 때", "빠듯하게", "넘치게", "한꺼번에"} <= said.keys()

    (kept,) = (project / ".cache").rglob("ch08.json")
    assert kept.is_relative_to(project / ".cache/elsewhere")
    text = kept.read_text(encoding="utf-8")
    assert server.api_key not in text
    assert "127.0.0.1" not in text
    assert (load(kept).figures | load(kept).withheld).keys() == {
        f"ch08.{name}" for name in sweep.SEEN
    }
    # Neither as a quick look nor as a full one can it take the place of this site's own record.
    full = load(kept).model_copy(update={"quick": False})
    with pytest.raises(GuideError, match="record-elsewhere"):
        Profile("mine", project / "records").approve(full)
    assert not (project / "records").exists()
    approve = [sys.executable, "-m", "snippets", "approve", "ch08"]
    refused = run_in(project, approve)
    assert (refused.returncode, refused.stderr.split(":")[0]) == (1, "ch08")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["ch08", "--endpoint", "http://127.0.0.1:9/v1"], "endpoint-model"),
        (["ch08", "--endpoint", "127.0.0.1:9", "--model", "m"], "endpoint-url"),
        (
            ["ch06_walk", "--endpoint", "http://127.0.0.1:9/v1", "--model", "m"],
            "experiment-no-endpoint",
        ),
    ],
)
def test_what_cannot_be_pointed_at_a_server_is_refused(
    arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", *arguments]) == 1
    assert f" {code} " in capsys.readouterr().err


def test_only_what_names_the_server_reaches_the_experiment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEY", "sk-secret")
    given = target.settings(Endpoint("http://h/v1", "m", "SOME_KEY"), ignore_eos=False)
    assert given == {target.URL: "http://h/v1", target.MODEL: "m", target.KEY: "sk-secret"}
    assert target.named(given) == Endpoint("http://h/v1", "m", target.KEY)
    assert not target.ignores_eos(given)
    assert target.named({}) is None
    assert target.ignores_eos({})
    assert "secret" not in json.dumps(repr(target.named(given)))
