"""Which experiments a build needs, worked out from what its pages use."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from snippets.evidence.problem import GuideError

from . import bars, claim_fence, compared, formula_fence
from .charts import asked
from .device import lines as device
from .known import Known
from .source import Fence, Source

ROLES = ("figure", "fact", "example")
FOLDED = "folded"
"""The one thing to be said of a drawing's table of times."""


@dataclass(frozen=True)
class Use:
    """A place where a page uses a figure, a series, a claim or a trace."""

    id: str
    path: str
    line: int


Item = Use | GuideError


@dataclass(frozen=True)
class Plan:
    """What to take, and where each experiment is first used.

    Attributes:
        first_use: Experiment id → where the site first needs it.
        problems: What pages ask for that nobody declares.
    """

    first_use: dict[str, Use]
    problems: tuple[GuideError, ...]


def plan(sources: Iterable[Source], known: Known) -> Plan:
    """Read the plan off the pages."""
    first_use: dict[str, Use] = {}
    problems: list[GuideError] = []
    for source in sources:
        for item in _items(source, known):
            if isinstance(item, GuideError):
                problems.append(item)
                continue
            for experiment in known.rests_on(item.id):
                first_use.setdefault(experiment, item)
    return Plan(first_use, tuple(problems))


def _items(source: Source, known: Known) -> Iterator[Item]:
    for role in source.roles:
        if role.name == "figure":
            use = Use(role.argument, source.path, role.line)
            yield _declared(use, "figure", "수치", known.units)
        elif role.name not in ROLES:
            yield GuideError(
                source.path,
                role.line,
                "role-unknown",
                f"'{role.name}': 쓸 수 없는 표시입니다",
                f"쓸 수 있는 표시: {', '.join(ROLES)}",
            )
    for fence in source.fences:
        read = FENCES.get(fence.language)
        if read is not None:
            yield from read(source.path, fence, known)


def _mermaid(path: str, fence: Fence, known: Known) -> Iterator[Item]:
    yield from _header(path, fence, {"trace", "id", "times"})
    if (times := (fence.options or {}).get("times", FOLDED)) != FOLDED:
        yield GuideError(
            path,
            fence.line,
            "fence-option",
            f"times에 쓸 수 없는 값입니다: {times}",
            f'표를 접어 두려면 times="{FOLDED}", 아니면 지우세요',
        )
    if fence.options and "trace" in fence.options:
        use = Use(fence.options["trace"], path, fence.line)
        yield _declared(use, "trace", "추적", known.traces)


def _compare(path: str, fence: Fence, known: Known) -> Iterator[Item]:
    yield from _header(path, fence, {"diagram"})
    yield from compared.check(path, fence)
    for line in compared.read(fence.body):
        if line.complete:
            use = Use(line.trace, path, fence.line + line.offset)
            yield _declared(use, "trace", "추적", known.traces)


def _chart(path: str, fence: Fence, known: Known) -> Iterator[Item]:
    yield from _header(path, fence, {"caption"})
    yield from asked.check(path, fence, known.units, known.series)
    for one in asked.read(fence.body):
        if one.id in known.units or one.id in known.series:
            yield Use(one.id, path, fence.line + one.offset)


def _claim(path: str, fence: Fence, known: Known) -> Iterator[Item]:
    use = Use(claim_fence.read(fence.body) or fence.body.strip(), path, fence.line)
    yield _declared(use, "claim", "주장", known.claims)


def _formula(path: str, fence: Fence, known: Known) -> Iterator[Item]:
    for one in formula_fence.read(fence.body):
        use = Use(one.id, path, fence.line + one.offset)
        yield _declared(use, "formula", "식", known.formulas)


def _calculator(path: str, fence: Fence, known: Known) -> Iterator[Item]:
    name = fence.body.strip()
    asked = _declared(Use(name, path, fence.line), "calculator", "계산기", known.calculators)
    yield asked
    if isinstance(asked, Use):
        for ref in known.calculators[name].references:
            if ref in known.units:
                yield Use(ref, path, fence.line)  # for its experiment; the rest are facts


def _bars(path: str, fence: Fence, known: Known) -> Iterator[Item]:
    for bar in bars.read(fence.body):
        line = fence.line + bar.offset
        if not bar.complete:
            yield GuideError(
                path,
                line,
                "bars-line",
                "막대 하나에는 이름과 수치 셋이 있어야 합니다",
                "이름 = 큐 수치, prefill 수치, decode 수치",
            )
            continue
        for name in bar.ids:
            yield _declared(Use(name, path, line), "figure", "수치", known.units)


def _device(path: str, fence: Fence, known: Known) -> Iterator[Item]:
    yield from device.check(path, fence.line, fence.body)
    for one in device.read(fence.body):
        for name in one.ids:
            yield _declared(Use(name, path, fence.line + one.offset), "figure", "수치", known.units)


FENCES: dict[str, Callable[[str, Fence, Known], Iterator[Item]]] = {
    "mermaid": _mermaid,
    "compare": _compare,
    "figure": _chart,
    "claim": _claim,
    "formula": _formula,
    "calculator": _calculator,
    "bars": _bars,
    "device": _device,
}
"""Fence language → what it uses."""


def _header(path: str, fence: Fence, allowed: set[str]) -> Iterator[GuideError]:
    if fence.options is None:
        yield GuideError(
            path,
            fence.line,
            "fence-header",
            "펜스의 속성을 읽을 수 없습니다",
            '```mermaid {trace="ch01.request"} 처럼 값을 따옴표로 감싸세요',
        )
    elif unknown := sorted(fence.options.keys() - allowed):
        yield GuideError(
            path,
            fence.line,
            "fence-option",
            f"{fence.language} 펜스에 없는 속성입니다: {', '.join(unknown)}",
            f"쓸 수 있는 속성은 {', '.join(sorted(allowed))}입니다",
        )


def _declared(use: Use, kind: str, noun: str, names: Collection[str]) -> Item:
    if use.id in names:
        return use
    close = difflib.get_close_matches(use.id, list(names), n=1)
    return GuideError(
        use.path,
        use.line,
        f"{kind}-unknown",
        f"{noun} '{use.id}': 어디에도 선언되지 않았습니다",
        f"혹시 {close[0]}인가요?" if close else "python -m snippets list 로 목록을 보세요",
    )
