"""Every error code that the code base can give, read from its source.

A code is what reaches the third argument of ``GuideError``: a constant there, or one that a caller
hands to a function that passes it on, bare or inside an f-string. Where a function takes the code
from a tuple with its message and hint, the tuple is read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

CODE = re.compile(r"[a-z]+(?:-[a-z]+)+")
KOREAN = re.compile(r"[가-힣]")
FOLDERS = ("hooks", "snippets", "tools")


@dataclass(frozen=True)
class Flow:
    """A parameter that becomes a code: ``template`` with the argument in place of ``{}``."""

    module: str
    function: str
    parameter: str
    place: int
    default: ast.expr | None
    template: str
    is_method: bool


@dataclass
class Module:
    """One source file, and where its imported names come from."""

    name: str
    tree: ast.Module
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)


ROOT_FLOW = Flow("snippets.evidence.problem", "GuideError", "code", 2, None, "{}", False)


def all_codes(root: Path) -> set[str]:
    """The codes of the project at ``root``."""
    modules = [_module(root, file) for name in FOLDERS for file in (root / name).rglob("*.py")]
    flows = {_key(one): one for one in (ROOT_FLOW, *_kinds(modules))}
    found: set[str] = set()
    size = -1
    while size < len(flows):
        size = len(flows)
        for module in modules:
            for one in _walk(module, list(flows.values())):
                if isinstance(one, Flow):
                    flows.setdefault(_key(one), one)
                else:
                    found.add(one)
    for module in modules:
        found |= set(_tuples(module))
    return {one for one in found if CODE.fullmatch(one)}


def _kinds(modules: list[Module]) -> Iterator[Flow]:
    """The classes that are made as ``GuideError`` is, and those that keep a code for one."""
    for module in modules:
        for node in module.tree.body:
            if not isinstance(node, ast.ClassDef):
                continue
            fields = [
                ast.unparse(one.target) for one in node.body if isinstance(one, ast.AnnAssign)
            ]
            if "GuideError" in map(ast.unparse, node.bases):
                yield replace(ROOT_FLOW, module=module.name, function=node.name)
            elif "code" in fields:
                place = fields.index("code")
                yield replace(ROOT_FLOW, module=module.name, function=node.name, place=place)


def _key(flow: Flow) -> tuple[str, str, str, str]:
    return flow.module, flow.function, flow.parameter, flow.template


def _module(root: Path, file: Path) -> Module:
    parts = file.relative_to(root).with_suffix("").parts
    package = parts[:-1]
    if parts[-1] == "__init__":
        parts = package
    module = Module(".".join(parts), ast.parse(file.read_text(encoding="utf-8")))
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            source = ".".join(part for part in (base, node.module) if part)
            for alias in node.names:
                module.imported[alias.asname or alias.name] = source, alias.name
    return module


def _walk(module: Module, flows: list[Flow]) -> Iterator[Flow | str]:
    """What the calls of one module say: codes, and parameters that become codes."""
    yield from _within(module, module.tree, (), flows)


def _within(
    module: Module, node: ast.AST, inside: tuple[ast.AST, ...], flows: list[Flow]
) -> Iterator[Flow | str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            for flow in flows:
                if _is_call_of(module, child, flow):
                    yield from _passed(module, child, flow, inside)
        deeper = isinstance(child, ast.FunctionDef | ast.ClassDef)
        yield from _within(module, child, (*inside, child) if deeper else inside, flows)


def _is_call_of(module: Module, call: ast.Call, flow: Flow) -> bool:
    match call.func:
        case ast.Name(id=name) if not flow.is_method:
            here = (module.name, name)
            return module.imported.get(name, here) == (flow.module, flow.function)
        case ast.Attribute(attr=name) if flow.is_method:
            return name == flow.function
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            return name == flow.function and flow.module == ".".join(
                module.imported.get(owner, ("", ""))
            )
    return False


def _passed(
    module: Module, call: ast.Call, flow: Flow, inside: tuple[ast.AST, ...]
) -> Iterator[Flow | str]:
    named = {one.arg: one.value for one in call.keywords}
    given = call.args[flow.place] if len(call.args) > flow.place else named.get(flow.parameter)
    yield from _value(module, given or flow.default, flow.template, inside)


def _value(
    module: Module, value: ast.expr | None, template: str, inside: tuple[ast.AST, ...]
) -> Iterator[Flow | str]:
    match value:
        case ast.Constant(value=str(text)):
            yield template.replace("{}", text)
        case ast.IfExp(body=one, orelse=other):
            yield from _value(module, one, template, inside)
            yield from _value(module, other, template, inside)
        case ast.JoinedStr(values=[ast.FormattedValue(value=name), ast.Constant(value=str(rest))]):
            yield from _value(module, name, template.replace("{}", f"{{}}{rest}"), inside)
        case ast.Name(id=name):
            yield from _parameter(module, name, template, inside)


def _parameter(
    module: Module, name: str, template: str, inside: tuple[ast.AST, ...]
) -> Iterator[Flow]:
    for depth, function in enumerate(inside):
        if not isinstance(function, ast.FunctionDef):
            continue
        arguments = [one.arg for one in function.args.args]
        if name not in arguments:
            continue
        is_method = depth > 0 and isinstance(inside[depth - 1], ast.ClassDef)
        place = arguments.index(name)
        missing = len(arguments) - len(function.args.defaults)
        default = function.args.defaults[place - missing] if place >= missing else None
        yield Flow(
            module.name, function.name, name, place - is_method, default, template, is_method
        )


def _tuples(module: Module) -> Iterator[str]:
    """Codes that stand in a tuple before a Korean message and a hint."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Tuple):
            for at, one in enumerate(node.elts[:-1]):
                if isinstance(one, ast.Constant) and CODE.fullmatch(str(one.value)):
                    rest = node.elts[at + 1 :]
                    if _is_message(rest, module):
                        yield str(one.value)


def _is_message(rest: list[ast.expr], module: Module) -> bool:
    if len(rest) != 2:
        return False
    text = ast.unparse(rest[0]) + ast.unparse(rest[1])
    is_name = isinstance(rest[0], ast.Name) and rest[0].id == "message"
    return bool(KOREAN.search(text)) or is_name
