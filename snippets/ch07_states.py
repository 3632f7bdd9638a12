"""Chapter 07: one request waits, runs, loses its place, comes back and finishes."""

from __future__ import annotations

from collections.abc import Iterator

from .evidence.chain import Chain
from .evidence.claim import Claim
from .evidence.experiment import Yielded, experiment
from .evidence.figure import counted
from .evidence.predicate import difference, equal
from .evidence.trace import Path
from .serving.config import MODELS
from .serving.direct import Direct, Stepped
from .serving.job import Job
from .serving.limits import Limits
from .serving.messages import WorkerSetup
from .serving.worker import Worker

MODEL = MODELS["nano"]
SLOTS, BLOCKS = 2, 8  # blocks of 16 tokens: no more than one request of the longest kind needs
GUESTS = ((73, 14), (40, 3), (34, 10))  # tokens of prompt and answer; the last one is watched
WALKED_ONCE = "한 번만 돌린 기록입니다"


@experiment(
    "ch07_states",
    title="요청 하나가 기다리고, 돌고, 자리를 빼앗기고, 끝나기까지",
    timeout_s=60,
    figures={
        "ch07_states.waiting": ("번", "처음 줄에서 기다린 스텝"),
        "ch07_states.preempted": ("번", "자리를 빼앗기고 기다린 스텝"),
        "ch07_states.prompt": ("개", "처음 prefill한 토큰"),
        "ch07_states.redone": ("개", "돌아와서 prefill한 토큰"),
        "ch07_states.kept": ("개", "빼앗기기 전에 받은 토큰"),
        "ch07_states.tokens": ("개", "받은 토큰"),
        "ch07_states.same": ("개", "혼자 왔을 때와 같은 토큰"),
    },
    claims={
        "ch07_states.same_answer": (
            "자리를 빼앗겼다가 다시 계산한 손님도, 혼자 왔을 때와 똑같은 토큰을 받는다."
        ),
    },
    traces={"ch07_states.victim": "자리를 빼앗겼다가 돌아온 요청"},
    workload={
        "모델": "nano(2층 · fp32), 무작위 가중치, greedy",
        "자리": "한꺼번에 도는 요청 2개, 16토큰짜리 블록 8개",
        "요청": "프롬프트 73, 40, 34토큰인 셋이 한꺼번에 와서 14, 3, 10토큰을 시킴. 셋째를 봄",
    },
    procedure={"추적": "서빙 시스템의 플래너와 워커를 한 스텝씩 돌리며 적음. 시간은 보지 않음"},
)
def states() -> Iterator[Yielded]:
    """Follow the third guest, then serve the same guest alone."""
    direct = kitchen()
    *_, watched = (direct.add(prompt(n), output) for n, output in GUESTS)
    seen, chain = follow(direct, watched)
    yield chain.trace("ch07_states.victim").without_times(WALKED_ONCE)
    for state in ("waiting", "preempted"):
        yield counted(f"ch07_states.{state}", "번", [one for one, _ in seen].count(state))
    first, again = (tokens for state, tokens in seen if state == "prefill")
    yield counted("ch07_states.prompt", "개", first)
    yield counted("ch07_states.redone", "개", again)
    yield counted("ch07_states.kept", "개", again - first)

    alone = kitchen()
    prompt_len, output = GUESTS[-1]
    same = alone.add(prompt(prompt_len), output)
    follow(alone, same)
    pairs = list(zip(answer(watched), answer(same), strict=True))
    yield counted("ch07_states.tokens", "개", len(pairs))
    yield counted("ch07_states.same", "개", sum(one == other for one, other in pairs))
    missed = difference("ch07_states.tokens", "ch07_states.same")
    yield Claim(id="ch07_states.same_answer", test=equal(missed, 0))


def kitchen() -> Direct:
    """A fresh planner and a fresh worker with few blocks."""
    setup = WorkerSetup(MODEL.name, SLOTS, threads=1, kv_blocks=BLOCKS)
    return Direct(Worker(setup), Limits.paged(MODEL, SLOTS, BLOCKS))


def prompt(n: int) -> range:
    """``n`` token ids; no two guests have equally many, so none begin alike."""
    return range(n, 2 * n)


def follow(direct: Direct, watched: Job) -> tuple[list[tuple[str, int]], Chain]:
    """Step until the request is done; its state in each step, with the tokens computed for it."""
    seen: list[tuple[str, int]] = []
    chain = Chain()
    chain.note("state.arrived", Path.CONTROL)
    while watched.sequence in direct.jobs:
        seen.append(state_in(direct.step(), watched))
        chain.note(f"state.{seen[-1][0]}", Path.CONTROL, step=len(seen) - 1)
    chain.note("state.finished", Path.CONTROL)
    return seen, chain


def state_in(stepped: Stepped, watched: Job) -> tuple[str, int]:
    """What the scheduler did with a request in one step, and how many of its tokens ran."""
    for share in stepped.step.shares:
        if share.sequence is watched.sequence:
            return ("decode" if share.decoding else "prefill"), share.tokens
    return ("preempted" if watched.sequence.preempted else "waiting"), 0


def answer(job: Job) -> list[int]:
    """The tokens that were made for a request."""
    return job.sequence.tokens[len(job.want.prompt) :]
