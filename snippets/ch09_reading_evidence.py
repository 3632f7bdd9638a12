"""Chapter 09: one product timed again and again: what is chosen, what is chance, what is thrown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import mean, median

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.figure import calculated, counted
from .evidence.guard import Guard, Guarded
from .evidence.paired import AGAIN, in_turn
from .evidence.passes import Pass, account, each, fresh_passes
from .evidence.predicate import above, within
from .evidence.sampling import observed, over_processes
from .evidence.scale import repeats
from .evidence.series import counted_series
from .evidence.withheld import Withheld, machine_busy
from .reading.choices import lie, nine_of_ten
from .reading.path import walk
from .reading.product import first_calls, product, thirty

ROUNDS, PROCESSES = repeats(12, quick=6), repeats(5, quick=3)
GUARD = Guard(patience_s=5)  # a neighbour that stays must not hold up the build
PAIRS = (1, 3, 9, 27)  # so many ratios give one answer
FOOLED = 0.02  # a difference of this size is easily believed


@experiment(
    "ch09",
    title="같은 곱을 되풀이해 재기: 고르기, 우연, 버리기",
    timeout_s=180,
    figures={
        "ch09.least": ("ms", "서른 번 가운데 가장 빠른 값"),
        "ch09.middle": ("ms", "서른 번의 중앙값"),
        "ch09.most": ("ms", "서른 번 가운데 가장 느린 값"),
        "ch09.middle_over": ("배", "서른 번의 중앙값 ÷ 가장 빠른 값"),
        "ch09.most_over": ("배", "서른 번의 가장 느린 값 ÷ 가장 빠른 값"),
        "ch09.asked": ("번", "재려던 회차"),
        "ch09.kept": ("번", "채택한 회차"),
        "ch09.thrown": ("번", "버린 회차(다시 잰 것까지)"),
        "ch09.aa": ("배", "같은 곱을 두 이름으로 잰 시간의 비"),
        "ch09.aa_pairs": ("개", "한 번씩 번갈아 잰 쌍"),
        "ch09.aa_step": ("%", "차이로 믿기 쉬운 크기로 정한 문턱"),
        "ch09.aa_fooled": ("%", "문턱 넘게 다르게 나온 쌍의 몫"),
        "ch09.first": ("ms", "새 프로세스의 첫 곱"),
        "ch09.warm": ("ms", "예열한 뒤의 곱(처음 서른 번에 이어서 한 곱의 중앙값)"),
        "ch09.first_over": ("배", "첫 곱 ÷ 예열한 뒤의 곱"),
        "ch09.cold_mean": ("배", "예열 없이 잰 서른 번의 평균 ÷ 예열한 뒤의 곱"),
    },
    series={
        "ch09.spread": ("번", "곱 한 번의 시간이 중앙값의 몇 배였나"),
        "ch09.aa_error": ("%", "같은 것끼리 견준 답이 1에서 벗어난 폭(열에 아홉은 이 안)"),
    },
    claims={
        "ch09.choice": "서른 번 가운데 가장 느린 값은 가장 빠른 값보다 3% 넘게 크다.",
        "ch09.aa_same": (
            "회차마다 쌍의 비에서 중앙값을 취하면, 같은 것을 잰 비는 1에서 2% 안에 있다."
        ),
        "ch09.warm_up": "새 프로세스의 첫 곱은 예열한 뒤의 2배 넘게 걸린다.",
    },
    traces={"ch09.path": "숫자 하나가 표본에서 페이지까지 온 길"},
    workload={"곱": "512×512 fp32 행렬 하나를 저 자신과 곱함, torch.mm, 결과는 잡아 둔 자리에"},
    procedure={
        "고르기": "회차 12번, 회차마다 서른 번씩 몇 묶음. 값은 묶음에서 하나씩 골라 가운데 것",
        "A/A": "회차 12번, 회차마다 같은 곱을 두 이름으로 순서를 섞어 번갈아",
        "예열": "새 프로세스 5번, 켜고 나서 맨 처음 곱한 서른 번과, 그 회차에서 이어서 한 곱",
        "스레드": "1개",
    },
)
def reading_evidence() -> Iterator[Yielded]:
    """Time it thirty times, against itself, and in processes that never did it before."""
    take = product()
    yield walk("ch09.path", lambda: sum(thirty(take)))
    taken = GUARD.rounds(lambda: thirty(take), ROUNDS)
    yield Step("서른 번씩", 1, 3)
    yield from chosen(taken)
    pairs = in_turn({"one": take}, ROUNDS, seed=0, guard=GUARD)
    yield Step("같은 것끼리", 2, 3)
    yield from against_itself(pairs)
    cold = list(fresh_passes(first_calls, PROCESSES))
    yield Step("새 프로세스에서", 3, 3)
    yield from warmed(cold)
    said = {"고르기": taken.account, "A/A": pairs.account, "예열": account(cold)}
    yield Condition("잡음 감시", ", ".join(f"{name} {text}" for name, text in said.items()))
    yield Claim(id="ch09.choice", test=above("ch09.most_over", 1.03))
    yield Claim(id="ch09.aa_same", test=within("ch09.aa", 0.98, 1.02))
    yield Claim(id="ch09.warm_up", test=above("ch09.first_over", 2))


def chosen(taken: Guarded[list[float]]) -> Iterator[Yielded]:
    """What each choice from thirty calls says; and how all calls lie, thrown rounds included."""
    picks: dict[str, Callable[[Sequence[float]], float]] = {
        "least": min,
        "middle": median,
        "most": max,
    }
    for name, pick in picks.items():
        yield observed(f"ch09.{name}", "ms", taken.of(pick), scale=1e3)
    for name in ("middle", "most"):
        over = taken.of(lambda calls, pick=picks[name]: pick(calls) / min(calls))
        yield observed(f"ch09.{name}_over", "배", over)
    yield counted("ch09.asked", "번", taken.rounds)
    yield counted("ch09.kept", "번", len(taken.kept))
    yield counted("ch09.thrown", "번", taken.rejected)
    rounds = {"채택한 회차": taken.kept, "버린 회차(진단)": taken.thrown}
    groups = {
        name: [seconds for one in some for calls in one for seconds in calls]
        for name, some in rounds.items()
    }
    counts = lie(groups)
    yield counted_series("ch09.spread", "번", counts, kind="bar", x_label="중앙값의")


def against_itself(pairs: Guarded[Pass]) -> Iterator[Yielded]:
    """A ratio that is 1: what a round says of it, and what a single pair would have said."""
    ratios = pairs.of(lambda turn: turn[AGAIN] / turn["one"])
    yield observed("ch09.aa", "배", ratios)
    yield calculated("ch09.aa_step", "%", 100 * FOOLED, "정한 값", ("실험의 조건",))
    if not pairs.clean:
        reason = machine_busy(len(pairs.kept), pairs.rounds)
        for id_, unit in (("aa_pairs", "개"), ("aa_fooled", "%"), ("aa_error", "%")):
            yield Withheld(id=f"ch09.{id_}", unit=unit, reason=reason)
        return
    yield counted("ch09.aa_pairs", "개", len(ratios.samples))
    fooled = [abs(one - 1) > FOOLED for one in ratios.samples]
    yield counted("ch09.aa_fooled", "%", 100 * mean(fooled))
    errors = {float(n): 100 * nine_of_ten(ratios.samples, n) for n in PAIRS}
    yield counted_series(
        "ch09.aa_error", "%", errors, x_label="견준 쌍", x_unit="개", x_scale="log"
    )


def warmed(cold: Sequence[Guarded[Pass]]) -> Iterator[Yielded]:
    """What the first call costs, and what it does to a mean that includes it."""
    for name in ("first", "warm"):
        times = each(cold, lambda t, n=name: t[n])
        yield over_processes(f"ch09.{name}", "ms", times, scale=1e3)
    over = {"first_over": "first", "cold_mean": "mean"}
    for id_, name in over.items():
        times = each(cold, lambda t, n=name: t[n] / t["warm"])
        yield over_processes(f"ch09.{id_}", "배", times)
