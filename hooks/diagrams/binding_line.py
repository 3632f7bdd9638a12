"""One line of a binding: ``trace``, ``elide``, ``untraced`` or ``outside``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from snippets.evidence.problem import GuideError

from . import part_names, span_pattern
from .diagram import Diagram, Kind, Note
from .place import Place
from .span_pattern import PATTERN, SpanPattern

LINE = re.compile(r"\s*%%\s*(trace|elide|untraced|outside)(?!\w)(.*)")
ELIDE = re.compile(rf"({PATTERN}(?:\s*,\s*{PATTERN})*)\s*(?::(.*))?")
TRACE_HINT = "%% trace 노드 또는 메시지 = 구간, 구간[0], 구간[1:]"


@dataclass(frozen=True)
class Bound:
    """A part, by its id, and the spans it stands for.

    Attributes:
        target: How the line writes the part.
        spans: How the line writes the patterns.
    """

    part: str
    patterns: tuple[SpanPattern, ...]
    line: int
    target: str = field(default="", compare=False)
    spans: str = field(default="", compare=False)


@dataclass(frozen=True)
class Noted:
    """A note, by its id, and the spans that happen below it; the messages there hold them too."""

    part: str
    patterns: tuple[SpanPattern, ...]
    line: int
    target: str = field(default="", compare=False)
    spans: str = field(default="", compare=False)


@dataclass(frozen=True)
class Elided:
    """Spans that the drawing leaves out on purpose."""

    text: str
    patterns: tuple[SpanPattern, ...]
    reason: str
    line: int


@dataclass(frozen=True)
class Untraced:
    """A drawn part, by its id, that no span stands for."""

    part: str
    reason: str
    line: int
    target: str = field(default="", compare=False)


@dataclass(frozen=True)
class Outside:
    """A node, by its id, that is drawn in neither path on purpose."""

    part: str
    reason: str
    line: int


Entry = Bound | Noted | Elided | Untraced | Outside


def read(
    row: str, diagram: Diagram, place: Place, aliases: Mapping[str, str] = part_names.NO_ALIASES
) -> list[Entry]:
    """Read one line of a fence; most lines are none of a binding.

    Raises:
        GuideError: It begins like one, and cannot be read.
    """
    match = LINE.fullmatch(row)
    if match is None:
        return []
    text = match[2].strip()
    if match[1] == "trace":
        return [_trace(text, diagram, place, aliases)]
    if match[1] == "elide":
        return [_elide(text, place)]
    if match[1] == "outside":
        return [_outside(text, diagram, place)]
    return [*_untraced(text, diagram, place, aliases)]


def traced(row: str) -> str | None:
    """What a ``trace`` line writes before its ``=``; ``None`` for every other line."""
    match = LINE.fullmatch(row)
    if match is None or match[1] != "trace":
        return None
    return match[2].rpartition("=")[0].strip()


def _trace(text: str, diagram: Diagram, place: Place, aliases: Mapping[str, str]) -> Bound | Noted:
    target, equals, spans = (one.strip() for one in text.rpartition("="))
    if not (equals and target and spans):
        raise place.problem(
            "binding-syntax", f"trace 줄을 읽을 수 없습니다: {text or '빈 줄'}", TRACE_HINT
        )
    patterns = _patterns(spans, place)
    found = part_names.find(diagram, target, edges=False, aliases=aliases)
    if len(found) > 1:
        raise _ambiguous(target, place)
    if not found:
        raise _unknown(target, diagram, place)
    kind = Noted if isinstance(found[0], Note) else Bound
    return kind(found[0].id, patterns, place.line, target, spans)


def _elide(text: str, place: Place) -> Elided:
    match = ELIDE.fullmatch(text)
    if match is None:
        raise place.problem(
            "binding-syntax",
            f"elide 줄을 읽을 수 없습니다: {text or '빈 줄'}",
            "%% elide 구간: 그림에서 뺀 까닭",
        )
    reason = (match[2] or "").strip()
    if not reason:
        raise place.problem(
            "binding-reason",
            f"그림에서 뺀 까닭이 없습니다: {match[1]}",
            f"%% elide {match[1]}: 까닭 처럼 까닭을 적으세요. 독자가 읽습니다",
        )
    return Elided(match[1], _patterns(match[1], place), reason, place.line)


def _outside(text: str, diagram: Diagram, place: Place) -> Outside:
    for target, reason in _splits(text) if diagram.nodes else ():
        found = part_names.find(diagram, target, edges=False)
        if found and not reason:
            raise place.problem(
                "binding-reason",
                f"어느 경로에도 넣지 않은 까닭이 없습니다: {target}",
                f"%% outside {target}: 까닭 처럼 까닭을 적으세요. 독자가 읽습니다",
            )
        if found:
            return Outside(found[0].id, reason, place.line)
    raise _unknown(text.partition(":")[0].strip() or text, diagram, place)


def _untraced(
    text: str, diagram: Diagram, place: Place, aliases: Mapping[str, str]
) -> list[Untraced]:
    for target, reason in _splits(text):
        found = part_names.find(diagram, target, edges=True, aliases=aliases)
        if found and not reason:
            raise place.problem(
                "binding-reason",
                f"추적에 없는 까닭이 없습니다: {target}",
                f"%% untraced {target}: 까닭 처럼 까닭을 적으세요. 독자가 읽습니다",
            )
        if found:
            return [Untraced(part.id, reason, place.line, target) for part in found]
    # What was meant as the target: only a message holds a colon of its own.
    target = text.rpartition(":")[0] if diagram.kind is Kind.SEQUENCE else text.partition(":")[0]
    raise _unknown(target or text, diagram, place)


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """Every way to take a text for ``target: reason``, the longest target first.

    Both sides may hold colons; only the diagram tells where the target ends.
    """
    yield text.removesuffix(":").strip(), ""
    for colon in reversed([match.start() for match in re.finditer(":", text)]):
        yield text[:colon].strip(), text[colon + 1 :].strip()


def _patterns(text: str, place: Place) -> tuple[SpanPattern, ...]:
    patterns: list[SpanPattern] = []
    for one in text.split(","):
        pattern = span_pattern.read(one)
        if pattern is None:
            raise place.problem(
                "binding-syntax", f"구간 이름으로 읽을 수 없습니다: '{one.strip()}'", TRACE_HINT
            )
        patterns.append(pattern)
    return tuple(patterns)


def _unknown(target: str, diagram: Diagram, place: Place) -> GuideError:
    near = part_names.close(diagram, target)
    return place.problem(
        "binding-target-unknown",
        f"그림에 없습니다: {target.strip()}",
        f"혹시 이것인가요? {near}" if near else "노드 id나 메시지를 그림과 똑같이 쓰세요",
    )


def _ambiguous(target: str, place: Place) -> GuideError:
    return place.problem(
        "binding-target-ambiguous",
        f"그림에 둘 이상 있습니다: {target.strip()}",
        "그림에서 글을 서로 다르게 쓰세요",
    )
