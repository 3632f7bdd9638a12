"""Which experiments a build needs, worked out from what its pages use."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from snippets.evidence.catalogue import Listing
from snippets.evidence.problem import GuideError

from . import bars
from .source import Fence, Role, Source

ROLES = ("figure",)


@dataclass(frozen=True)
class Use:
    """A place where a page uses a figure or a trace."""

    id: str
    path: str
    line: int


@dataclass(frozen=True)
class Plan:
    """What to take, and where each experiment is first used.

    Attributes:
        first_use: Experiment id → where the site first needs it.
        problems: What pages ask for that no experiment declares.
    """

    first_use: dict[str, Use]
    problems: tuple[GuideError, ...]


def plan(sources: Iterable[Source], known: dict[str, Listing]) -> Plan:
    """Read the plan off the pages."""
    first_use: dict[str, Use] = {}
    problems: list[GuideError] = []
    for source in sources:
        for item in _uses(source, known):
            if isinstance(item, GuideError):
                problems.append(item)
            else:
                first_use.setdefault(_experiment(item.id), item)
    return Plan(first_use, tuple(problems))


def _uses(source: Source, known: dict[str, Listing]) -> Iterator[Use | GuideError]:
    for role in source.roles:
        yield _role(source, role, known)
    for fence in source.fences_of("bars"):
        yield from _bars(source, fence, known)
    for fence in source.fences_of("mermaid"):
        if fence.options is None:
            yield GuideError(
                source.path,
                fence.line,
                "fence-header",
                "펜스의 속성을 읽을 수 없습니다",
                '```mermaid {trace="ch01.request"} 처럼 값을 따옴표로 감싸세요',
            )
        elif unknown := sorted(fence.options.keys() - {"trace"}):
            yield GuideError(
                source.path,
                fence.line,
                "fence-option",
                f"mermaid 펜스에 없는 속성입니다: {', '.join(unknown)}",
                "쓸 수 있는 속성은 trace입니다",
            )
        elif "trace" in fence.options:
            yield _trace(source, fence, fence.options["trace"], known)


def _role(source: Source, role: Role, known: dict[str, Listing]) -> Use | GuideError:
    if role.name not in ROLES:
        return GuideError(
            source.path,
            role.line,
            "role-unknown",
            f"'{role.name}': 쓸 수 없는 표시입니다",
            f"쓸 수 있는 표시: {', '.join(ROLES)}",
        )
    return _figure(Use(role.argument, source.path, role.line), known)


def _bars(source: Source, fence: Fence, known: dict[str, Listing]) -> Iterator[Use | GuideError]:
    for bar in bars.read(fence.body):
        line = fence.line + bar.offset
        if not bar.complete:
            yield GuideError(
                source.path,
                line,
                "bars-line",
                "막대 하나에는 이름과 수치 셋이 있어야 합니다",
                "이름 = 큐 수치, prefill 수치, decode 수치",
            )
            continue
        for name in bar.ids:
            yield _figure(Use(name, source.path, line), known)


def _figure(use: Use, known: dict[str, Listing]) -> Use | GuideError:
    names = [name for listing in known.values() for name in listing.figures]
    return _declared(use, "figure", "수치", names)


def _trace(source: Source, fence: Fence, name: str, known: dict[str, Listing]) -> Use | GuideError:
    names = [name for listing in known.values() for name in listing.traces]
    return _declared(Use(name, source.path, fence.line), "trace", "추적", names)


def _declared(use: Use, kind: str, noun: str, names: list[str]) -> Use | GuideError:
    if use.id in names:
        return use
    close = difflib.get_close_matches(use.id, names, n=1)
    return GuideError(
        use.path,
        use.line,
        f"{kind}-unknown",
        f"{noun} '{use.id}': 어느 실험도 선언하지 않았습니다",
        f"혹시 {close[0]}인가요?" if close else "python -m snippets list 로 목록을 보세요",
    )


def _experiment(name: str) -> str:
    return name.partition(".")[0]
