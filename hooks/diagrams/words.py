"""A drawing in words, for somebody who does not see it: its arrows in drawing order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from . import part_names
from .badges import Badge
from .binding import Binding
from .diagram import Alt, Diagram, Kind, Loop, Message, Node, Note, Opt, Step, plain
from .replay import Played, Replay


def words(diagram: Diagram, binding: Binding, replay: Replay | None) -> str:
    """The folded text; empty for a kind of drawing that cannot be told as a list."""
    if diagram.kind is Kind.OTHER:
        return ""
    told = _Teller(diagram, binding, replay.played if replay else ())
    body = told.flowchart() if diagram.kind is Kind.FLOWCHART else told.sequence()
    return (
        '<details class="diagram-words"><summary>그림을 글로 읽기</summary>'
        f"<p>{escape(diagram.description)}</p>{body}</details>"
    )


class _Teller:
    """Tells one drawing, with the numbers of the requests that were measured."""

    def __init__(self, diagram: Diagram, binding: Binding, played: Sequence[Played]) -> None:
        self._diagram = diagram
        self._played = played
        self._ways = {edge.id for edge in diagram.edges}
        self._reasons = {one.part: f"재지 않음: {one.reason}" for one in binding.untraced}
        self._reasons |= {one.part: f"경로의 틀 밖: {one.reason}" for one in binding.outside}
        self._labels = {node.id: part_names.label(node) for node in diagram.nodes}
        self._labels |= {group.id: plain(group.title) for group in diagram.subgraphs}
        self._labels |= {actor.id: plain(actor.label) for actor in diagram.actors}

    def flowchart(self) -> str:
        """Its boxes, frame by frame, and then its arrows."""
        edges = (
            self._item(f"{self._arrow(one.source, one.target)}{_said(one.label)}", one.id)
            for one in self._diagram.edges
        )
        return f"<p>칸</p>{self._frame(None)}<p>화살표</p><ol>{''.join(edges)}</ol>"

    def sequence(self) -> str:
        """Its participants, and then its messages in their blocks."""
        actors = "".join(f"<li>{self._name(one.id)}</li>" for one in self._diagram.actors)
        steps = self._steps(self._diagram.steps)
        return f"<p>참가자</p><ul>{actors}</ul><p>주고받는 메시지</p>{steps}"

    def _frame(self, name: str | None) -> str:
        """What stands in a frame; ``None`` is the paper itself."""
        nodes = (one for one in self._diagram.nodes if one.subgraph == name)
        groups = (one for one in self._diagram.subgraphs if one.parent == name)
        items = [
            *(f"<li>{self._name(one.id)}{self._frame(one.id)}</li>" for one in groups),
            *(self._node(node) for node in nodes),
        ]
        return f"<ul>{''.join(items)}</ul>" if items else ""

    def _node(self, node: Node) -> str:
        return self._item(self._name(node.id), node.id)

    def _steps(self, steps: Iterable[Step]) -> str:
        return f"<ol>{''.join(self._step(step) for step in steps)}</ol>"

    def _step(self, step: Step) -> str:
        if isinstance(step, Message):
            way = self._arrow(step.source, step.target)
            return self._item(f"{way}{_said(step.text)}", step.id)
        if isinstance(step, Note):
            about = ", ".join(self._name(actor) for actor in step.actors)
            return self._block(f"쪽지({about})", step.text, self._reason(step.id))
        if isinstance(step, Loop):
            return self._block("반복", step.text, self._steps(step.steps))
        if isinstance(step, Opt):
            return self._block("경우에 따라", step.text, self._steps(step.steps))
        what = "이 가운데 하나" if isinstance(step, Alt) else "함께"
        ways = (self._block("", one.text, self._steps(one.steps)) for one in step.branches)
        return self._block(what, "", f"<ul>{''.join(ways)}</ul>")

    def _block(self, what: str, text: str, inside: str) -> str:
        head = ": ".join(one for one in (what, escape(plain(text))) if one)
        return f"<li>{head}{inside}</li>"

    def _item(self, text: str, part: str) -> str:
        return f"<li>{text}{self._numbers(part)}{self._reason(part)}</li>"

    def _reason(self, part: str) -> str:
        return f" — {escape(self._reasons[part])}" if part in self._reasons else ""

    def _numbers(self, part: str) -> str:
        way = "건너가는 데 " if part in self._ways else ""
        seen = [(one.request.label, one.badges.get(part)) for one in self._played]
        told = [
            _numbers(badge, way) if len(seen) == 1 else f"{escape(label)} {_numbers(badge, way)}"
            for label, badge in seen
            if badge is not None
        ]
        return f" ({' / '.join(told)})" if told else ""

    def _arrow(self, source: str, target: str) -> str:
        return f"{self._name(source)} → {self._name(target)}"

    def _name(self, part: str) -> str:
        return escape(self._labels.get(part, part))


def _said(text: str) -> str:
    return f": {escape(plain(text))}" if text else ""


def _numbers(badge: Badge, way: str) -> str:
    long = [f"{way}{badge.text}"] if badge.text else []
    return ", ".join([f"{badge.count:,}번", *long])
