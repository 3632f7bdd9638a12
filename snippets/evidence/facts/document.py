"""A YAML file as plain data, with the line on which everything in it stands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from ..problem import GuideError

if TYPE_CHECKING:
    Loader = yaml.SafeLoader
else:
    Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times faster, where it was built

# YAML counts some of these as line ends, and editors do not: the lines would be wrong.
INVISIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


class _Plain(Loader):
    """Dates stay words: nothing here is a date, and half of one is an error without a line."""


_Plain.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in pairs if not tag.endswith(":timestamp")]
    for first, pairs in Loader.yaml_implicit_resolvers.items()
}


@dataclass(frozen=True)
class Document:
    """What a file holds.

    Attributes:
        path: As errors name the file.
        data: Mappings, lists, words and numbers; ``None`` when there are problems.
    """

    path: str
    data: Any
    root: yaml.Node | None
    problems: tuple[GuideError, ...]

    def line(self, *where: str | int) -> int:
        """Line of a place such as ``("facts", 3, "unit")``, or of the nearest thing around it."""
        node, line = self.root, 1
        for step in where:
            found = _child(node, step)
            if found is not None:
                node, line = found
        return line


def read(content: bytes, path: str, kind: str = "fact") -> Document:
    """Read a file; line ends, and decomposed Korean as macOS writes it, are made one.

    Args:
        content: The file.
        path: As errors name it.
        kind: With which the codes of errors begin.
    """
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        return _broken(path, line, kind, "UTF-8이 아닌 글자가 있습니다", "UTF-8로 저장하세요")
    if found := INVISIBLE.search(text):
        line = text[: found.start()].count("\n") + 1
        name = f"U+{ord(found[0]):04X}"
        return _broken(
            path, line, kind, f"보이지 않는 글자가 있습니다: {name}", "그 글자를 지우세요"
        )
    return _parse(unicodedata.normalize("NFC", text), path, kind)


def _parse(text: str, path: str, kind: str) -> Document:
    loader = _Plain(text)
    root: yaml.Node | None = None
    try:
        root = loader.get_single_node()
        data = loader.construct_document(root) if root is not None else None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        hint = "들여쓰기와 따옴표를 보세요. 쌍점(:) 뒤에 빈칸이 있는 글은 따옴표로 감쌉니다"
        return _broken(path, line, kind, f"YAML을 읽을 수 없습니다: {error.problem}", hint)
    except ValueError:  # a scalar that its own tag refuses; the library does not say which
        line = _refused(root)
        return _broken(
            path, line, kind, "값을 읽을 수 없습니다", "꼬리표(!!)를 떼거나 수를 줄이세요"
        )
    finally:
        loader.dispose()
    problems = tuple(
        GuideError(path, line, f"{kind}-key-twice", *words) for line, *words in _twice(root, set())
    )
    return Document(path, data, root, problems)


def _broken(path: str, line: int, kind: str, message: str, hint: str) -> Document:
    return Document(path, None, None, (GuideError(path, line, f"{kind}-yaml", message, hint),))


def _child(node: yaml.Node | None, step: str | int) -> tuple[yaml.Node, int] | None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(step):
                return value, key.start_mark.line + 1
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step], node.value[step].start_mark.line + 1
    return None


def _refused(node: yaml.Node | None) -> int:
    for scalar in _scalars(node):
        try:
            _Plain("").construct_object(scalar)
        except ValueError:
            return scalar.start_mark.line + 1
    return 1


def _scalars(node: yaml.Node | None) -> Iterator[yaml.ScalarNode]:
    if isinstance(node, yaml.ScalarNode):
        yield node
    elif isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from _scalars(child)
    elif isinstance(node, yaml.MappingNode):
        for _, value in node.value:
            yield from _scalars(value)


def _twice(node: yaml.Node | None, seen: set[int]) -> Iterator[tuple[int, str, str]]:
    """Keys that stand twice in one mapping: YAML would keep the last and say nothing."""
    if node is None or id(node) in seen or isinstance(node, yaml.ScalarNode):
        return  # an alias may lead back to what was already walked
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        names: set[str] = set()
        for key, value in node.value:
            if key.value in names:
                yield (
                    key.start_mark.line + 1,
                    f"'{key.value}' 항목이 두 번 나옵니다",
                    "하나만 남기세요",
                )
            names.add(key.value)
            yield from _twice(value, seen)
    else:
        for child in node.value:
            yield from _twice(child, seen)
