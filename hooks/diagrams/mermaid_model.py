"""From what Mermaid's database of a diagram holds to a ``Diagram``."""

from __future__ import annotations

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
    Opt,
    Par,
    Step,
    Subgraph,
)

READER = """
globalThis.__tell = async (source) => {
  // Diagram kinds are registered by the first parse, whatever it parses.
  await (globalThis.__ready ??= mermaid.parse('flowchart\\n a'));
  const {type, db} = await mermaid.mermaidAPI.getDiagramFromText(source);
  const told = {type, title: db.getAccTitle?.() ?? '', description: db.getAccDescription?.() ?? ''};
  if (type.startsWith('flowchart')) {
    told.nodes = [...db.getVertices().values()].map((v) => ({id: v.id, label: v.text ?? v.id}));
    told.edges = db.getEdges().filter((e) => e.stroke !== 'invisible').map((e) => ({
      id: e.id, source: e.start, target: e.end, label: e.text ?? '', arrow: e.type ?? ''}));
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
BLOCKS: dict[str, Callable[[tuple[Branch, ...]], tuple[Step, ...]]] = {
    "LOOP_START": lambda branches: (Loop(branches[0].text, branches[0].steps),),
    "OPT_START": lambda branches: (Opt(branches[0].text, branches[0].steps),),
    "BREAK_START": lambda branches: (Opt(branches[0].text, branches[0].steps),),
    "ALT_START": lambda branches: (Alt(branches),),
    "CRITICAL_START": lambda branches: (Alt(branches),),
    "PAR_START": lambda branches: (Par(branches),),
    "PAR_OVER_START": lambda branches: (Par(branches),),
    "RECT_START": lambda branches: branches[0].steps,  # a background, no block
}
BLOCK_ENDS = {"LOOP_END", "OPT_END", "BREAK_END", "ALT_END", "CRITICAL_END", "PAR_END", "RECT_END"}


def decode(model: dict[str, Any], source: str) -> Diagram:
    """Build a diagram from what ``READER`` told of a source."""
    title, description = model["title"], model["description"]
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
    edges = model["edges"]
    edge_lines = part_lines.of_edges(source, [(edge["source"], edge["target"]) for edge in edges])
    return {
        "nodes": tuple(
            Node(node["id"], _written(node["label"]), parent.get(node["id"]), line)
            for node, line in zip(nodes, node_lines, strict=True)
        ),
        "edges": tuple(_edge(edge, line) for edge, line in zip(edges, edge_lines, strict=True)),
        "subgraphs": tuple(
            Subgraph(group["id"], _written(group["title"]), parent.get(group["id"]))
            for group in model["subgraphs"]
        ),
    }


def _edge(edge: dict[str, Any], line: int) -> Edge:
    two_way = edge["arrow"].startswith("double_")
    label = _written(edge["label"])
    return Edge(edge["id"], edge["source"], edge["target"], label, line, two_way)


def _sequence(model: dict[str, Any], source: str) -> dict[str, Any]:
    signals = [{**signal, "text": _written(signal["text"])} for signal in model["signals"]]
    drawn = [signal for signal in signals if _is_message(signal)]
    lines = part_lines.of_messages(
        source, [(signal["source"], signal["target"], signal["text"]) for signal in drawn]
    )
    line_of = {signal["id"]: line for signal, line in zip(drawn, lines, strict=True)}
    return {
        "actors": tuple(Actor(actor["id"], _written(actor["label"])) for actor in model["actors"]),
        "steps": _branches(iter(signals), "", line_of)[0].steps,
    }


def _branches(
    signals: Iterator[dict[str, Any]], text: str, line_of: dict[str, int]
) -> tuple[Branch, ...]:
    """Read up to the end of the block that has just begun."""
    done: list[Branch] = []
    steps: list[Step] = []
    for signal in signals:
        kind = signal["kind"]
        if kind in BLOCK_ENDS:
            break
        if kind in NEXT_BRANCH:
            done.append(Branch(text, tuple(steps)))
            text, steps = signal["text"], []
        elif kind in BLOCKS:
            steps += BLOCKS[kind](_branches(signals, signal["text"], line_of))
        elif _is_message(signal):
            steps.append(_message(signal, line_of[signal["id"]]))
    return (*done, Branch(text, tuple(steps)))


def _message(signal: dict[str, Any], line: int) -> Message:
    return Message(
        id=signal["id"],
        source=signal["source"],
        target=signal["target"],
        text=signal["text"],
        line=line,
        dotted="DOTTED" in signal["kind"],
    )


def _is_message(signal: dict[str, Any]) -> bool:
    return bool(signal["source"] and signal["target"] and signal["kind"] != "NOTE")


def _written(text: str) -> str:
    """Mermaid's placeholders for ``#35;`` and its like, as the author wrote them."""
    return text.replace("ﬂ°°", "#").replace("ﬂ°", "#").replace("¶ß", ";")
