"""What the player plays: requests through one drawing, stop by stop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from snippets.evidence.timeline import Phase, Timeline, timeline
from snippets.evidence.trace import Path, Trace

from . import wording
from .arrows import taken
from .assignment import Assignment, assign
from .badges import Badge, badges
from .binding import Binding
from .diagram import BREAK, Diagram, Kind, Message, Node, plain
from .visits import Visit, path_of, visits

MERGED_FROM = 2
"""The step from which a round is one stop: the prefill and one decode are seen in full."""


@dataclass(frozen=True)
class Request:
    """A traced request, and what the page calls it."""

    label: str
    trace: Trace


@dataclass(frozen=True)
class Stop:
    """One step of the player.

    Attributes:
        lit: Ids of the parts and arrows that light up.
        at_us: Start on the trace's clock.
        for_us: Sum over its spans; what lies between them belongs to no part.
        until_us: End of its last span, on the same clock.
        say: What happens here, in words.
        visits: How many visits it stands for.
    """

    lit: tuple[str, ...]
    at_us: float
    for_us: float
    until_us: float
    phase: Phase
    path: Path
    say: str
    visits: int = 1

    @property
    def text(self) -> str:
        """Its length, as the page writes times."""
        return wording.time(self.for_us)


@dataclass(frozen=True)
class Played:
    """One request, ready to be played."""

    request: Request
    timeline: Timeline
    badges: dict[str, Badge]
    stops: tuple[Stop, ...]


@dataclass(frozen=True)
class Replay:
    """All requests of one drawing.

    Attributes:
        paths: Node, message or arrow → the path it is on in these requests.
        played: The requests, in the order in which the page names them.
    """

    paths: dict[str, Path]
    played: tuple[Played, ...]

    @property
    def scale_us(self) -> float:
        """The end of the longest request whose times may be shown: timelines are drawn to it."""
        timed = (one for one in self.played if one.request.trace.withheld is None)
        return max((one.timeline.length_us for one in timed), default=0.0)

    @property
    def merged(self) -> bool:
        """Whether some stop stands for a whole round."""
        return any(stop.visits > 1 for one in self.played for stop in one.stops)


def replay(diagram: Diagram, binding: Binding, requests: Sequence[Request]) -> Replay:
    """Lay out the requests of a drawing that ``conformance.check`` found nothing wrong with."""
    assigned = [assign(binding, request.trace) for request in requests]
    marked = badges(diagram, binding, assigned)
    played = tuple(
        _played(diagram, request, one, badge)
        for request, one, badge in zip(requests, assigned, marked, strict=True)
    )
    return Replay(_paths(diagram, assigned), played)


def _played(
    diagram: Diagram, request: Request, assignment: Assignment, marked: dict[str, Badge]
) -> Played:
    times = timeline(request.trace)
    walk = visits(diagram, assignment)
    return Played(request, times, marked, tuple(_stops(diagram, walk, times)))


def _stops(diagram: Diagram, walk: Iterable[Visit], times: Timeline) -> Iterator[Stop]:
    label = {part.id: _head(part) for part in diagram.parts}
    for step, group in groupby(walk, key=lambda visit: visit.step):
        round_ = tuple(group)
        if step >= MERGED_FROM and len(round_) > 1:
            yield _round(diagram, round_, times)
        else:
            yield from (_stop(diagram, visit, times, label) for visit in round_)


def _stop(diagram: Diagram, visit: Visit, times: Timeline, label: dict[str, str]) -> Stop:
    names = ", ".join(dict.fromkeys(span.name for span in visit.spans))
    return Stop(
        lit=_lit(diagram, (visit,)),
        at_us=visit.start_us,
        for_us=visit.duration_us,
        until_us=visit.end_us,
        phase=times.phase_of(visit.spans[0], visit.step),
        path=path_of(visit.spans),
        say=f"{label[visit.part]} ({names})",
    )


def _round(diagram: Diagram, round_: tuple[Visit, ...], times: Timeline) -> Stop:
    """A whole round at once; its parts were named when the first rounds went by one by one."""
    spans = [span for visit in round_ for span in visit.spans]
    way = "번째 토큰을 만드는 한 바퀴" if times.tokens_us else "번째 바퀴"
    return Stop(
        lit=_lit(diagram, round_),
        at_us=min(visit.start_us for visit in round_),
        for_us=sum(visit.duration_us for visit in round_),
        until_us=max(visit.end_us for visit in round_),
        phase=times.phase_of(spans[0], round_[0].step),
        path=path_of(spans),
        say=f"{round_[0].step + 1}{way}({len(round_)}걸음을 한 번에)",
        visits=len(round_),
    )


def _head(part: Node | Message) -> str:
    """The first line of a part's words: what stands below it explains."""
    text = part.label if isinstance(part, Node) else part.text
    return plain(BREAK.split(text, maxsplit=1)[0])


def _lit(diagram: Diagram, visited: Iterable[Visit]) -> tuple[str, ...]:
    """What lights up: the arrow and the node it leads to, or the message and its two ends."""
    ends = {message.id: (message.source, message.target) for message in diagram.messages}
    found: dict[str, None] = {}
    for visit in visited:
        if visit.came_by is not None:
            found.setdefault(visit.came_by)
        for name in (visit.part, *ends.get(visit.part, ())):
            found.setdefault(name)
    return tuple(found)


def _paths(diagram: Diagram, assigned: Sequence[Assignment]) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for part in diagram.parts:
        spans = [span for one in assigned for span in one.spans(part.id)]
        if spans:
            found[part.id] = path_of(spans)
    if diagram.kind is Kind.FLOWCHART:
        for one in assigned:
            for arrow, way in taken(diagram, one).items():
                # What carried data in one request, and a decision in another, is no data path.
                both = {way.path, found.get(arrow, way.path)}
                found[arrow] = Path.DATA if both == {Path.DATA} else Path.CONTROL
    return found
