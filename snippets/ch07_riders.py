"""Chapter 07: who rides with whom, step by step: static and continuous batches, a prompt in pieces.

A span is named after those in its step: ``plan.aC`` plans the next token of guest a and (a
capital) a piece of the prompt of guest c.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace

from .evidence.chain import Chain
from .evidence.claim import Claim
from .evidence.experiment import Yielded, experiment
from .evidence.figure import calculated, counted
from .evidence.predicate import difference, equal
from .evidence.trace import Path, Span
from .serving.config import MODELS, Policy
from .serving.direct import Direct, Stepped
from .serving.job import Job
from .serving.limits import Limits
from .serving.messages import WorkerSetup
from .serving.worker import Worker

MODEL, SLOTS = MODELS["nano"], 2
PROMPT, OUTPUTS = 12, {"a": 6, "b": 2, "c": 2}  # tokens; all come at once, one more than slots
LONG, BUDGET = 96, 34  # tokens of a long prompt; of a step, when prompts come in pieces
POLICIES: tuple[Policy, ...] = ("static", "continuous")
WALKED_ONCE = "한 번만 돌린 기록입니다"


@experiment(
    "ch07_riders",
    title="누가 누구와 함께 타나: 정적 배칭, 연속 배칭, 조각낸 프롬프트",
    timeout_s=60,
    figures={
        "ch07_riders.tokens": ("개", "정적 배칭: 세 손님이 받은 토큰"),
        "ch07_riders.same": ("개", "두 배칭에서 똑같이 받은 토큰"),
        "ch07_riders.static_steps": ("번", "정적 배칭: 세 손님이 다 내릴 때까지의 스텝"),
        "ch07_riders.continuous_steps": ("번", "연속 배칭: 세 손님이 다 내릴 때까지의 스텝"),
        "ch07_riders.static_wait": ("번", "정적 배칭: 셋째 손님이 타기 전에 지나간 스텝"),
        "ch07_riders.continuous_wait": ("번", "연속 배칭: 셋째 손님이 타기 전에 지나간 스텝"),
        "ch07_riders.static_read": ("kB", "정적 배칭: 세 손님을 위해 읽은 가중치"),
        "ch07_riders.continuous_read": ("kB", "연속 배칭: 세 손님을 위해 읽은 가중치"),
    },
    claims={
        "ch07_riders.fewer": (
            "세 손님이 받는 토큰은 같은데, 연속 배칭은 정적 배칭보다 스텝을 두 번 덜 쓴다."
        ),
    },
    traces={
        "ch07_riders.static": "정적 배칭: 자리 둘, 손님 셋",
        "ch07_riders.continuous": "연속 배칭: 자리 둘, 손님 셋",
        "ch07_riders.pieces": "긴 프롬프트를 통째로, 그다음에는 조각내어",
    },
    workload={
        "모델": "nano(2층 · fp32), 무작위 가중치, greedy",
        "배칭": "자리 2개. 12토큰짜리 프롬프트 셋이 한꺼번에 와서 6, 2, 2토큰을 시킴",
        "조각": "96토큰짜리 프롬프트 둘. 둘째가 오기 전에 한 스텝을 34토큰으로 줄임",
    },
    procedure={"추적": "서빙 시스템의 플래너와 워커를 한 스텝씩 돌리며 적음. 시간은 보지 않음"},
)
def riders() -> Iterator[Yielded]:
    """Serve three guests twice, then let two long prompts come between the tokens of one."""
    worker = Worker(WorkerSetup(MODEL.name, SLOTS, threads=1))
    answers: dict[str, dict[str, list[int]]] = {}
    for policy in POLICIES:
        served = Rides(worker, policy)
        for name, output in OUTPUTS.items():
            served.add(name, PROMPT, output)
        while served.direct.jobs:
            served.step()
        answers[policy] = {name: job.sequence.tokens[PROMPT:] for job, name in served.names.items()}
        spans = served.chain.trace("").spans
        yield served.chain.trace(f"ch07_riders.{policy}").without_times(WALKED_ONCE)
        yield counted(f"ch07_riders.{policy}_steps", "번", served.steps)
        yield counted(f"ch07_riders.{policy}_wait", "번", first_step(spans, "admit.c"))
        # Nobody watches the memory bus: these are the sizes of the tensors that were used.
        read = sum(span.bytes or 0 for span in spans if span.path is Path.DATA) / 1e3
        how = "스텝마다 쓴 가중치 텐서의 바이트를 더한 값"
        yield calculated(f"ch07_riders.{policy}_read", "kB", read, how, ("추적에 찍힌 텐서",))
    static, continuous = (answers[policy] for policy in ("static", "continuous"))
    received = sum(map(len, static.values()))
    yield counted("ch07_riders.tokens", "개", received)
    pairs = [pair for name in OUTPUTS for pair in zip(static[name], continuous[name], strict=True)]
    yield counted("ch07_riders.same", "개", sum(one == other for one, other in pairs))
    saved = difference("ch07_riders.static_steps", "ch07_riders.continuous_steps")
    same = equal(difference("ch07_riders.tokens", "ch07_riders.same"), 0)
    yield Claim(id="ch07_riders.fewer", test=equal(saved, 2) & same)
    yield pieces(worker).trace("ch07_riders.pieces").without_times(WALKED_ONCE)


class Rides:
    """Planner and worker, and what is noted of each step."""

    def __init__(self, worker: Worker, policy: Policy = "continuous") -> None:
        self.direct = Direct(worker, Limits.contiguous(MODEL, SLOTS, policy=policy))
        self.names: dict[Job, str] = {}
        self.chain = Chain()
        self.steps = 0

    def add(self, name: str, tokens: int, output: int) -> None:
        """Let a guest wait for a place."""
        start = ord(name)
        job = self.direct.add(range(start, start + tokens), output, traced=True)
        self.names[job] = name

    def step(self) -> None:
        """One step: who got on, who rode, what was read for them, who got off."""
        jobs = dict(self.direct.jobs)
        stepped, at = self.direct.step(), self.steps
        if on := "".join(self.names[jobs[one]] for one in stepped.step.admitted):
            self.chain.note(f"admit.{on}", Path.CONTROL, at)
        shares = [(self.names[jobs[share.sequence]], share) for share in stepped.step.shares]
        riding = "".join(
            sorted((name if one.decoding else name.upper() for name, one in shares), key=str.lower)
        )
        made = "".join(sorted(name for name, share in shares if share.makes))
        self.chain.note(f"plan.{riding}", Path.CONTROL, at, stepped.plan_bytes)
        self.chain.note(f"batch.{riding}", Path.DATA, at, weights_read(stepped))
        answer = len(pickle.dumps(stepped.result.tokens))
        self.chain.note(f"reply.{made}", Path.CONTROL, at, answer)
        for job in stepped.finished:
            self.chain.note(f"leave.{self.names[job]}", Path.CONTROL, at)
        self.steps += 1


def weights_read(stepped: Stepped) -> int:
    """Bytes of weights: a step reads them once, so one of its guests tells for all."""
    marks = next(iter(stepped.result.marks.values()))
    return sum(mark.moved for mark in marks if mark.name.endswith(".matmul"))


def first_step(spans: tuple[Span, ...], name: str) -> int:
    """The step in which something first happened, which is how many went before it."""
    return next(span.step for span in spans if span.name == name and span.step is not None)


def pieces(worker: Worker) -> Chain:
    """One guest decodes; a long prompt comes whole, and later another in pieces."""
    served = Rides(worker)
    served.add("a", PROMPT, 10)
    served.step()
    served.chain = Chain()
    served.add("d", LONG, 1)
    served.step()
    planner = served.direct.planner
    planner.limits = replace(planner.limits, token_budget=BUDGET)
    served.add("e", LONG, 1)
    while any(name == "e" for job, name in served.names.items() if job in jobs_of(served.direct)):
        served.step()
    return served.chain


def jobs_of(direct: Direct) -> set[Job]:
    """Requests that are not finished."""
    return set(direct.jobs.values())
