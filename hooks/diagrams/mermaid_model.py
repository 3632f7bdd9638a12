"""From what Mermaid's database of a diagram holds to a ``Diagram``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from . import part_lines
from .diagram import (
    Actor,
    Alt,
    Branch,
    Diagram,
    Edge,
    Kind,
    Loop,
    Message,
    Node,
    Note,
    Opt,
    Par,
    Step,
    Subgraph,
    plain,
)
from .part_names import message_pattern, note_pattern

READER = """
globalThis.__tell = async (source) => {
  // Diagram kinds are registered by the first parse, whatever it parses.
  await (globalThis.__ready ??= mermaid.parse('flowchart\\n a'));
  const {type, db} = await mermaid.mermaidAPI.getDiagramFromText(source);
  const told = {type, title: db.getAccTitle?.() ?? '', description: db.getAccDescription?.() ?? ''};
  if (type.startsWith('flowchart')) {
    told.nodes = [...db.getVertices().values()].map((v) => ({id: v.id, label: v.text ?? v.id}));
    told.edges = db.getEdges().filter((e) => e.stroke !== 'invisible').map((e) => ({
      id: e.id, source: e.start, target: e.end, label: e.text ?? '', arrow: e.type ?? '',
      stroke: e.stroke ?? ''}));
    told.subgraphs = db.getSubGraphs().map((s) => ({id: s.id, title: s.title, members: s.nodes}));
  }
  if (type === 'sequence') {
    const kinds = Object.fromEntries(Object.entries(db.LINETYPE).map(([name, n]) => [n, name]));
    told.actors = [...db.getActors().values()].map((a) => ({id: a.name, label: a.description}));
    told.signals = db.getMessages().map((m) => ({id: 'i' + m.id, kind: kinds[m.type],
      source: m.from ?? null, target: m.to ?? null,
      text: typeof m.message === 'string' ? m.message : ''}));
  }
  return told;
};
globalThis.__read = (source) => {
  // slice(0): the Python binding cannot take the rope that a long concatenation leaves.
  const answer = (value) => { globalThis.__answer = JSON.stringify(value).slice(0); };
  __tell(source).then(answer, (error) => answer({error: String(error?.message ?? error)}));
};
"""
"""Run once in the engine; its text is part of the cache's key."""

NEXT_BRANCH = {"ALT_ELSE", "CRITICAL_OPTION", "PAR_AND"}
KEYWORDS = {
    "LOOP_START": "loop",
    "OPT_START": "opt",
    "BREAK_START": "break",
    "ALT_START": "alt",
    "ALT_ELSE": "else",
    "CRITICAL_START": "critical",
    "CRITICAL_OPTION": "option",
    "PAR_START": "par",
    "PAR_OVER_START": "par_over",
    "PAR_AND": "and",
}
BLOCKS: dict[str, Callable[[tuple[Branch, ...]], tuple[Step, ...]]] = {
    "LOOP_START": lambda branches: (Loop(*_only(branches)),),
    "OPT_START": lambda branches: (Opt(*_only(branches)),),
    "BREAK_START": lambda branches: (Opt(*_only(branches)),),
    "ALT_START": lambda branches: (Alt(branches),),
    "CRITICAL_START": lambda branches: (Alt(branches),),
    "PAR_START": lambda branches: (Par(branches),),
    "PAR_OVER_START": lambda branches: (Par(branches),),
    "RECT_START": lambda branches: branches[0].steps,  # a background, no block
}
BLOCK_ENDS = {"LOOP_END", "OPT_END", "BREAK_END", "ALT_END", "CRITICAL_END", "PAR_END", "RECT_END"}


def decode(model: dict[str, Any], source: str) -> Diagram:
    """Build a diagram from what ``READER`` told of a source."""
    # Mermaid hands these out as HTML, and what it hands out of a part as the author wrote it.
    title, description = (_in_lines(model[name]) for name in ("title", "description"))
    if model["type"].startswith("flowchart"):
        return Diagram(Kind.FLOWCHART, title, description, **_flowchart(model, source))
    if model["type"] == "sequence":
        return Diagram(Kind.SEQUENCE, title, description, **_sequence(model, source))
    return Diagram(Kind.OTHER, title, description)


def _flowchart(model: dict[str, Any], source: str) -> dict[str, Any]:
    parent = {member: group["id"] for group in model["subgraphs"] for member in group["members"]}
    groups = {group["id"] for group in model["subgraphs"]}
    # A subgraph at the end of an edge also shows up as a vertex.
    nodes = [node for node in model["nodes"] if node["id"] not in groups]
    node_lines = part_lines.of_nodes(source, [node["id"] for node in nodes])
    frame_lines = part_lines.of_frames(
        source, [(group["id"], _written(group["title"])) for group in model["subgraphs"]]
    )
    edges = model["edges"]
    edge_lines = part_lines.of_edges(source, [(edge["source"], edge["target"]) for edge in edges])
    return {
        "nodes": tuple(
            Node(node["id"], _written(node["label"]), parent.get(node["id"]), line)
            for node, line in zip(nodes, node_lines, strict=True)
        ),
        "edges": tuple(_edge(edge, line) for edge, line in zip(edges, edge_lines, strict=True)),
        "subgraphs": tuple(
            Subgraph(group["id"], _written(group["title"]), parent.get(group["id"]), line)
            for group, line in zip(model["subgraphs"], frame_lines, strict=True)
        ),
    }


def _edge(edge: dict[str, Any], line: int) -> Edge:
    return Edge(
        id=edge["id"],
        source=edge["source"],
        target=edge["target"],
        label=_written(edge["label"]),
        line=line,
        two_way=edge["arrow"].startswith("double_"),
        headless=edge["arrow"] == "arrow_open",
        thick=edge["stroke"] == "thick",
    )


def _sequence(model: dict[str, Any], source: str) -> dict[str, Any]:
    signals = [{**signal, "text": _written(signal["text"])} for signal in model["signals"]]
    lines = part_lines.of_patterns(source, [_pattern(signal) for signal in signals])
    for signal, line in zip(signals, lines, strict=True):
        signal["line"] = line
    actors = model["actors"]
    actor_lines = part_lines.of_actors(source, [actor["id"] for actor in actors])
    return {
        "actors": tuple(
            Actor(actor["id"], _written(actor["label"]), line)
            for actor, line in zip(actors, actor_lines, strict=True)
        ),
        "steps": _branches(iter(signals), "", 0)[0].steps,
    }


def _pattern(signal: dict[str, Any]) -> re.Pattern[str] | None:
    """What the line of a signal looks like; ``None`` for one whose line is never told."""
    if _is_message(signal):
        return message_pattern([signal["source"]], [signal["target"]], signal["text"])
    if signal["kind"] == "NOTE":
        return note_pattern([[signal["source"]], [signal["target"]]], signal["text"])
    word = KEYWORDS.get(signal["kind"])
    return re.compile(rf"{word}\b.*", re.IGNORECASE) if word else None


def _branches(signals: Iterator[dict[str, Any]], text: str, line: int) -> tuple[Branch, ...]:
    """Read up to the end of the block that has just begun."""
    done: list[Branch] = []
    steps: list[Step] = []
    for signal in signals:
        kind = signal["kind"]
        if kind in BLOCK_ENDS:
            break
        if kind in NEXT_BRANCH:
            done.append(Branch(text, tuple(steps), line))
            text, steps, line = signal["text"], [], signal["line"]
        elif kind in BLOCKS:
            steps += BLOCKS[kind](_branches(signals, signal["text"], signal["line"]))
        elif kind == "NOTE":
            steps.append(_note(signal))
        elif _is_message(signal):
            steps.append(_message(signal))
    return (*done, Branch(text, tuple(steps), line))


def _only(branches: tuple[Branch, ...]) -> tuple[str, tuple[Step, ...], int]:
    return branches[0].text, branches[0].steps, branches[0].line


def _note(signal: dict[str, Any]) -> Note:
    over = dict.fromkeys((signal["source"], signal["target"]))
    return Note(signal["id"], signal["text"], tuple(over), signal["line"])


def _message(signal: dict[str, Any]) -> Message:
    return Message(
        id=signal["id"],
        source=signal["source"],
        target=signal["target"],
        text=signal["text"],
        line=signal["line"],
        dotted="DOTTED" in signal["kind"],
    )


def _is_message(signal: dict[str, Any]) -> bool:
    return bool(signal["source"] and signal["target"] and signal["kind"] != "NOTE")


def _written(text: str) -> str:
    """Mermaid's placeholders for ``#35;`` and its like, as the author wrote them."""
    return text.replace("ﬂ°°", "#").replace("ﬂ°", "#").replace("¶ß", ";")


def _in_lines(text: str) -> str:
    """Plain text that keeps its lines: an error names the one that it stands on."""
    return "\n".join(plain(row) for row in _written(text).split("\n"))
