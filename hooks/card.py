"""What a reader may ask of a figure: the rows of its card and of the table at the page's end."""

from __future__ import annotations

from snippets.evidence.conditions import Conditions
from snippets.evidence.figure import Figure
from snippets.evidence.record import Record

from .evidence import How, Standing
from .words import CLAIM_TYPE

Row = tuple[str, str]


def place(standing: Standing) -> list[Row]:
    """Where a record was taken, as seen from this build, and what changed since."""
    if not standing.here:
        where = "다른 기계에서 잼"
    elif standing.how is How.RECORDED:
        where = "이 페이지를 만든 기계와 같은 종류의 기계에서 미리 잼"
    else:
        where = "이 페이지를 만든 기계에서 잼"
    quick = [("표본", "조금만 잰 미리 보기라 싣지 않음")] if standing.record.quick else []
    changed = [("그 뒤", ", ".join(standing.since))] if standing.since else []
    return [("어디서", where), *quick, *changed]


def rerun(figure: Figure) -> Row:
    """The line that takes the figure again, on the reader's own machine."""
    return ("다시 재기", f"python -m snippets run {figure.id}")


def rows(figure: Figure, record: Record) -> list[Row]:
    """Everything that belongs to a figure, as (key, text) in reading order."""
    return [*claim_type(figure), *_spread(figure), *taken(record)]


def claim_type(figure: Figure) -> list[Row]:
    """What kind of statement the figure is."""
    badge, meaning = CLAIM_TYPE[figure.claim_type]
    return [("유형", f"{badge}({figure.claim_type}) — {meaning}")]


def taken(record: Record) -> list[Row]:
    """How and when a record was taken."""
    return [
        *record.conditions.workload.items(),
        *record.conditions.procedure.items(),
        ("기계", record.conditions.hardware.summary),
        ("소프트웨어", software(record.conditions)),
        ("측정 중 부하", quiet(record.conditions)),
        ("잰 때", started(record.conditions)),
    ]


def software(conditions: Conditions) -> str:
    """``Python 3.11.7 · torch 2.13.0 · …``."""
    return " · ".join(f"{name} {version}" for name, version in conditions.software.items())


def started(conditions: Conditions) -> str:
    """``2026-11-30 07:10 UTC, 41초 동안``."""
    day, _, clock = conditions.started.removesuffix("Z").partition("T")
    return f"{day} {clock} UTC, {conditions.duration_s:.0f}초 동안"


def quiet(conditions: Conditions) -> str:
    """What the neighbours did while it was measured."""
    seen = conditions.quiet
    return (
        f"다른 프로세스가 CPU {seen.foreign_cpus:.2f}개분 사용 · steal {seen.steal_share:.1%} · "
        f"load {seen.load_before:.2f} → {seen.load_after:.2f}"
    )


def calibration(conditions: Conditions) -> str:
    """The two small kernels that were timed beside the experiment."""
    seen = conditions.calibration
    clean = f", 조용한 회차 {seen['clean_rounds']:.0%}" if "clean_rounds" in seen else ""
    return (
        f"fp32 512×512 행렬 곱 {seen['matmul_gflops']:g} GFLOP/s · "
        f"256 MiB 읽기 {seen['read_gbps']:g} GB/s (스레드 1개{clean})"
    )


def _spread(figure: Figure) -> list[Row]:
    if figure.formula:
        return [("식", figure.formula), ("입력", ", ".join(figure.inputs))]
    if figure.exact:
        return [("흩어짐", "이번 실행에서 나온 값 하나라 구간이 없습니다")]
    return [("흩어짐", f"중앙값과 그 95% 구간, 표본 {len(figure.samples)}개")]
