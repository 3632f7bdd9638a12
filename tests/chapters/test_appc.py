"""Appendix C: what its counts rest on, with ranks that are threads; and how ranks are started."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from torch import Tensor

from hooks import claim_fence
from snippets import appc_tensor_parallel as appc
from snippets import appc_time
from snippets.evidence.catalogue import listings
from snippets.evidence.figure import Figure
from snippets.evidence.withheld import Withheld
from snippets.parallel import launch
from snippets.parallel.launch import NoRanksError
from snippets.parallel.link import Counted, Link, in_threads
from snippets.parallel.ring import all_reduce
from snippets.parallel.split import share_of
from snippets.parallel.walked import trace, walk
from snippets.serving.config import MODELS

ROOT = Path(__file__).resolve().parents[2]
NANO = MODELS["nano"]


def ring_of(numbers: int) -> tuple[Tensor, int, int]:
    def work(link: Link) -> tuple[Tensor, int, int]:
        sending, x = Counted(link), torch.arange(numbers) * 10.0**link.rank
        all_reduce(x, sending)
        return x, sending.steps, sending.sent

    found = in_threads(work, 3)
    assert all(torch.equal(one[0], found[0][0]) for one in found)
    return found[0]


def test_an_appendix_has_experiments_as_a_chapter_has() -> None:
    known = listings(ROOT)
    assert {"appc", "appc_time"} <= known.keys()
    assert known["appc"].path == "snippets/appc_tensor_parallel.py"
    assert claim_fence.read("appc_time.not_twice\n") == "appc_time.not_twice"
    assert claim_fence.read("app_time.not_twice\n") is None


@pytest.mark.parametrize("numbers", [6, 7])  # 7 cannot be cut into three equal pieces
def test_a_ring_adds_up_in_2_times_n_minus_1_messages(numbers: int) -> None:
    found, steps, sent = ring_of(numbers)
    assert torch.equal(found, torch.arange(numbers) * 111.0)
    assert steps == 4
    if numbers == 6:
        assert sent == 4 * 2 * 4  # four messages of two numbers of 4 B


def test_a_split_model_answers_as_the_whole_one_does() -> None:
    walks = in_threads(lambda link: walk(link, NANO, 5), 2)
    assert max(one.error for one in walks) < 1e-5
    assert [2 * one.nbytes for one in walks] == [one.whole_nbytes for one in walks]
    spans = trace("appc.layers", walks).spans
    assert len(spans) == 2 * 4 * NANO.n_layers
    sums = [span for span in spans if span.name == "rank1.ffn_sum"]
    assert [span.step for span in sums] == [0, 1]
    assert {span.bytes for span in sums} == {4 * NANO.d_model}  # 2(n - 1)/n is 1 for two ranks


def test_heads_stay_as_wide_as_they_were() -> None:
    assert share_of(NANO, 2).head_dim == NANO.head_dim
    assert share_of(NANO, 2).kv_dim == NANO.kv_dim // 2
    with pytest.raises(ValueError, match="n_kv_heads cannot be shared by 4"):
        share_of(NANO, 4)


def test_without_gloo_ranks_are_threads_and_only_the_wire_is_not_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(launch, "dist", SimpleNamespace(is_available=lambda: False))
    monkeypatch.setattr(appc, "MODEL", NANO)
    monkeypatch.setattr(appc, "NUMBERS", 8)
    found = {one.id: one for one in appc.tensor_parallel.body() if hasattr(one, "id")}
    assert isinstance(found["appc.wire_2"], Withheld)
    assert found["appc.wire_2"].reason == "이 torch에는 gloo가 없습니다"
    sent = found["appc.ring_4"]
    assert isinstance(sent, Figure)
    assert sent.value == pytest.approx(2 * 3 / 4 * 8 * 4 / 1e6)
    assert found.keys() == {
        *appc.tensor_parallel.figures,
        *appc.tensor_parallel.claims,
        *appc.tensor_parallel.traces,
    }


def test_without_torchrun_no_time_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise NoRanksError("까닭")

    monkeypatch.setattr(appc_time, "on_ranks", refuse)
    found = [one for one in appc_time.times.body() if isinstance(one, Withheld)]
    assert {one.id for one in found} == set(appc_time.times.figures)
    assert {one.reason for one in found} == {"까닭"}


def rank_and_size(link: Link) -> tuple[int, int]:
    return link.rank, link.size


def test_torchrun_starts_ranks_that_find_each_other() -> None:
    try:
        assert launch.on_ranks(rank_and_size, 2) == [(0, 2), (1, 2)]
    except NoRanksError as error:
        pytest.skip(str(error))


def test_a_failure_on_a_rank_is_no_lack_of_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    joined: list[str] = []

    def torchrun(_work: object, _ranks: int, folder: str, *_: object) -> str:
        for name in joined:
            (Path(folder) / name).touch()
        return "first\nlast words\n"

    monkeypatch.setattr(launch, "_torchrun", torchrun)
    with pytest.raises(NoRanksError, match="last words"):
        launch.on_ranks(rank_and_size, 2)
    joined.append("joined-0")
    with pytest.raises(RuntimeError, match="last words"):
        launch.on_ranks(rank_and_size, 2)
