"""How work is timed, and what an engine has to give before it is."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial

import pytest
import torch

from snippets.peers import engine as timing
from snippets.peers.agree import DisagreementError, answers, check, distance
from snippets.peers.case import ROWS, Case, decode
from snippets.peers.engine import Engine, decode_s, prefill_s
from snippets.peers.host import EngineDiedError, Host
from snippets.peers.hugging_face import Forward, Generate
from snippets.peers.ours import Ours


class Scripted(Engine):
    """Says what it was asked, and always makes token 2."""

    about = "scripted"

    def __init__(self) -> None:
        self.asked: list[object] = []

    def fill(self, prompts):
        self.asked.append(("fill", len(prompts), len(prompts[0])))
        return self._rows(len(prompts))

    def rewind(self):
        self.asked.append("rewind")

    def step(self, tokens):
        self.asked.append(tokens)
        return self._rows(len(tokens))

    def _rows(self, n):
        return torch.tensor([[0.0, 1.0, 2.0]] * n)


def test_decode_goes_on_greedily_from_the_end_of_the_prompts() -> None:
    scripted = Scripted()
    assert decode_s(scripted, rows=2, steps=3) > 0
    assert scripted.asked == ["rewind", [1, 1], [2, 2], [2, 2]]


def test_a_short_prompt_is_read_until_the_sample_is_long_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ticks = iter([0.0, 0.0, 0.1, 0.2, 0.3, 0.3])  # start, then before each call and at the end
    monkeypatch.setattr(timing.time, "perf_counter", lambda: next(ticks))
    scripted = Scripted()
    assert prefill_s(scripted, [[1, 2]]) == pytest.approx(0.1)
    assert scripted.asked == [("fill", 1, 2)] * 3


def test_prompts_are_the_same_for_everybody() -> None:
    case = decode(ROWS, 4)
    prompts = case.prompts(512)
    assert prompts == case.prompts(512)
    assert [len(one) for one in prompts] == [64] * ROWS
    assert len({tuple(one) for one in prompts}) == ROWS
    assert all(0 <= token < 512 for one in prompts for token in one)


def test_distance_is_relative_and_the_worst_step_counts() -> None:
    right = [[[3.0, 4.0]], [[3.0, 4.0]]]
    assert distance(right, right) == 0
    assert distance([[[3.0, 4.0]], [[3.0, 4.5]]], right) == pytest.approx(0.1)


@pytest.mark.parametrize("off", [0.05, float("nan")])
def test_whoever_computes_something_else_gives_no_figure(off: float) -> None:
    check("nano llama", 0.03, 16)
    with pytest.raises(DisagreementError, match=r"nano llama: logits are .* off, 4% allowed"):
        check("nano llama", off, 16)


@pytest.fixture(scope="module")
def right() -> list:
    return answers(Ours("nano", "fp32", 1), PROMPTS)


PROMPTS = Case(rows=3, context=20).prompts(512)


@pytest.mark.parametrize(
    ("make", "bits"),
    [
        (partial(Ours, "nano", "bf16", 1), 16),
        (partial(Ours, "nano", "int8", 1), 8),
        (partial(Forward, "nano", 1), 16),
    ],
)
def test_engines_agree_and_rewinding_forgets(make, bits: int, right: list) -> None:
    made = make()
    check("engine", distance(answers(made, PROMPTS), right), bits)
    first = made.step([9, 9, 9])
    made.rewind()
    made.step([1, 2, 3])
    made.rewind()
    again = answers(made, PROMPTS)
    check("engine", distance(again, right), bits)
    assert first.shape == (3, 512)


def test_generate_makes_the_tokens_of_the_bare_loop() -> None:
    bare, whole = Forward("nano", 1), Generate("nano", 1)
    seen = {}
    for name, made in (("bare", bare), ("whole", whole)):
        made.fill(PROMPTS)
        calls = []
        made._model.register_forward_hook(lambda *call, calls=calls: calls.append(call[2].logits))
        made.decode([1, 1, 1], 4)
        made.rewind()
        calls.clear()
        made.decode([1, 1, 1], 4)
        seen[name] = torch.stack([logits[:, -1] for logits in calls])
    assert seen["bare"].shape == (4, 3, 512)  # a pass a token, and none for the prompt again
    assert torch.allclose(seen["bare"].float(), seen["whole"].float(), atol=0.05)


def _die(_: Engine) -> None:
    os.kill(os.getpid(), signal.SIGILL)


def _pid(_: Engine) -> int:
    return os.getpid()


@pytest.fixture
def host() -> Iterator[Host]:
    started = Host(Scripted)
    yield started
    started.close()


def test_a_host_works_in_a_process_of_its_own(host: Host) -> None:
    assert host.ask(_pid) == host.ask(_pid) != os.getpid()
    assert host.ask(partial(decode_s, rows=1, steps=1)) > 0


def test_a_host_that_dies_says_how(host: Host) -> None:
    with pytest.raises(EngineDiedError, match="SIGILL"):
        host.ask(_die)
