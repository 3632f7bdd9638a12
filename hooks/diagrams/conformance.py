"""Hold a diagram against the trace of a real request, both ways.

What the trace has, the diagram draws; what the diagram draws, the trace has. All problems are
found in one go, and one that only follows from another is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from snippets.evidence.problem import GuideError
from snippets.evidence.trace import Span, Trace

from . import (
    blocks,
    carried,
    frames,
    note_spans,
    occurrences,
    part_names,
    part_words,
    path_marks,
    span_pattern,
    transitions,
)
from .assignment import Assignment, assign
from .binding import Binding
from .diagram import Diagram, Kind
from .place import Place


def check(
    diagram: Diagram, binding: Binding, trace: Trace, path: str, line: int
) -> list[GuideError]:
    """Compare a diagram with a trace.

    Args:
        diagram: The drawing, from ``mermaid.read``.
        binding: Which spans its parts stand for, from ``binding.parse``.
        trace: The spans of one request.
        path: The page, for errors.
        line: Line of the opening fence.

    Returns:
        Everything that has to be mended, in no order; nothing when the two agree.
    """
    fence = Place(path, line)
    if diagram.kind is Kind.OTHER:
        return [_kind(fence)]
    if binding == Binding():
        return [_missing(fence)]
    if binding.problems:
        return [
            *binding.problems,
            *_unbound_parts(diagram, binding, fence),
            *part_words.check(diagram, binding, fence),
        ]
    assignment = assign(binding, trace)
    if broken := assignment.causes.broken():
        return [_broken(trace, broken, fence)]
    found = [
        *_unbound_parts(diagram, binding, fence),
        *_unbound_spans(assignment, fence),
        *_torn_spans(assignment, fence),
        *_unseen(diagram, assignment, path),
        *part_words.check(diagram, binding, fence),
        *path_marks.check(diagram, assignment, fence),
        *carried.check(diagram, assignment, fence),
    ]
    of_its_kind = {
        Kind.FLOWCHART: (frames, transitions),
        Kind.SEQUENCE: (occurrences, blocks, note_spans),
    }
    for one in of_its_kind[diagram.kind]:
        found += one.check(diagram, assignment, fence)
    return found


def _unbound_parts(diagram: Diagram, binding: Binding, fence: Place) -> Iterator[GuideError]:
    for part in (*diagram.parts, *diagram.notes):
        if part.id not in binding.parts:
            name = part_names.written(diagram, part)
            yield fence.at(part.line).problem(
                "diagram-part-unbound",
                f"그림에는 있는데 어느 구간인지 적지 않았습니다: {part_names.name(part)}",
                f"%% trace {name} = 구간 으로 묶거나, %% untraced {name}: 까닭 을 적으세요",
            )


def _unbound_spans(assignment: Assignment, fence: Place) -> Iterator[GuideError]:
    by_name: dict[str, list[Span]] = defaultdict(list)
    for span in assignment.unbound:
        by_name[span.name].append(span)
    for spans in by_name.values():
        name = span_pattern.of_spans(spans)
        yield fence.problem(
            "diagram-span-unbound",
            f"추적에는 있고 그림에는 없습니다: {name}",
            f"그려서 %% trace 로 묶거나, %% elide {name}: 까닭 을 적으세요",
        )


def _torn_spans(assignment: Assignment, fence: Place) -> Iterator[GuideError]:
    by_name: dict[tuple[str, tuple[int, ...]], list[Span]] = defaultdict(list)
    for span, lines in assignment.torn:
        by_name[span.name, lines].append(span)
    for (_, lines), spans in by_name.items():
        where = ", ".join(f"{line}번째" for line in lines)
        yield Place(fence.path, lines[-1]).problem(
            "diagram-span-torn",
            f"두 곳에 묶였습니다({where} 줄): {span_pattern.of_spans(spans)}",
            "구간 하나는 한 곳에만 묶으세요. 단계로 나누려면 구간[0], 구간[1:]",
        )


def _unseen(diagram: Diagram, assignment: Assignment, path: str) -> Iterator[GuideError]:
    """Lines of the binding that no span answers; a message that may be left out needs none."""
    names = {part.id: part_names.name(part) for part in diagram.parts}
    needless = assignment.seen | occurrences.optional(diagram.steps)
    torn = {line for _, lines in assignment.torn for line in lines}
    for bound in assignment.binding.targets:
        if bound.part not in needless and bound.line not in torn:
            yield Place(path, bound.line).problem(
                "diagram-target-unseen",
                f"그림에는 있고 추적에는 없습니다: {names[bound.part]}",
                "구간 이름을 확인하세요. 거치지 않는 곳이면 지우거나 untraced로 적으세요",
            )
    spans = assignment.trace.spans
    for elided in assignment.binding.elided:
        if not any(one.matches(span) for one in elided.patterns for span in spans):
            yield Place(path, elided.line).problem(
                "diagram-elide-unseen",
                f"그림에서 뺐다는 구간이 추적에도 없습니다: {elided.text}",
                "구간 이름을 확인하거나 이 줄을 지우세요",
            )


def _kind(fence: Place) -> GuideError:
    return fence.problem(
        "diagram-kind",
        "추적과 견줄 수 없는 종류의 그림입니다",
        "flowchart나 sequenceDiagram으로 그리거나, 펜스에서 trace를 지우세요",
    )


def _missing(fence: Place) -> GuideError:
    return fence.problem(
        "binding-missing",
        "추적과 그림을 잇는 줄이 없습니다",
        "펜스 끝에 %% trace 노드 = 구간 처럼 적으세요",
    )


def _broken(trace: Trace, span: Span, fence: Place) -> GuideError:
    return fence.problem(
        "trace-broken",
        f"추적 {trace.id}의 인과가 끊겼습니다: {span.id} ({span.name})",
        "모든 구간의 after는 같은 추적의 앞선 구간이어야 합니다",
    )
