"""The experiments there are, read from source without importing any of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from inspect import signature
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from .experiment import experiment
from .inside import check_links
from .problem import GuideError
from .validity import tree_of

S = TypeVar("S", int, bool)

PATTERNS = ("ch[0-9][0-9]_*.py", "app[a-z]_*.py", "bench_*.py")
"""Files with an experiment in them: of a chapter, of an appendix, or only for ``make bench``."""

REQUIRED = ("id", "title", "timeout_s")
"""Without these a declaration cannot be listed; what else is missing, its own run says."""


@dataclass(frozen=True)
class Listing:
    """What the declaration of one experiment says, and where it stands.

    Attributes:
        figures: Id → (unit, label).
        series: Id → (unit, label).
        claims: Id → sentence.
        traces: Id → label.
        on_request: Whether builds leave it alone and show its committed record.
    """

    id: str
    module: str
    path: str
    line: int
    title: str
    timeout_s: float
    figures: dict[str, tuple[str, str]]
    traces: dict[str, str]
    series: dict[str, tuple[str, str]] = field(default_factory=dict)
    claims: dict[str, str] = field(default_factory=dict)
    threads: int = 1
    huge_pages: bool = False
    on_request: bool = False


def listings(root: Path) -> dict[str, Listing]:
    """All experiments below ``root/snippets``, by id.

    Raises:
        GuideError: For the first one that cannot be used, at the line in question:
            ``snippet-link``, ``experiment-unreadable``, ``-undeclared``, ``-not-literal``,
            ``-incomplete``, ``-malformed``, ``-id`` or ``-duplicate``.
    """
    found: dict[str, Listing] = {}
    folder = root / "snippets"
    check_links(root)
    for path in (path for pattern in PATTERNS for path in sorted(folder.glob(pattern))):
        listing = _listing(root, path)
        if other := found.get(listing.id):
            raise GuideError(
                listing.path,
                listing.line,
                "experiment-duplicate",
                f"{listing.id} 실험은 {other.path}:{other.line}에도 있습니다",
                "둘 가운데 하나의 id를 고치세요",
            )
        found[listing.id] = listing
    return found


def _listing(root: Path, path: Path) -> Listing:
    name = path.relative_to(root).as_posix()
    call = _declaration(tree_of(root, path))
    if call is None:
        raise GuideError(
            name,
            1,
            "experiment-undeclared",
            "실험 선언이 없습니다",
            '제너레이터 함수에 @experiment("chNN", …)을 붙이세요',
        )
    stated = _Stated(name, call.lineno, _words(name, call))
    return Listing(
        id=stated.id,
        module=f"snippets.{path.stem}",
        path=name,
        line=call.lineno,
        title=stated.title,
        timeout_s=stated.timeout_s,
        figures=dict(stated.pairs("figures")),
        series=dict(stated.pairs("series")),
        claims=dict(stated.texts("claims")),
        traces=dict(stated.texts("traces")),
        threads=stated.setting("threads", 1),
        huge_pages=stated.setting("huge_pages", False),
        on_request=stated.setting("on_request", False),
    )


def _declaration(tree: ast.Module) -> ast.Call | None:
    for node in tree.body:
        for decorator in getattr(node, "decorator_list", ()):
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "experiment":
                return decorator
    return None


def _words(path: str, call: ast.Call) -> dict[str, ast.expr]:
    """The arguments of a declaration by name; what is needed is there."""
    words = {word.arg: word.value for word in call.keywords if word.arg}
    if call.args:
        words["id"] = call.args[0]
    for word in call.keywords:
        if word.arg is None:
            raise _not_literal(path, word.value.lineno)
    known = signature(experiment).parameters
    if strange := [word for word in call.keywords if word.arg not in known]:
        close = get_close_matches(str(strange[0].arg), known, n=1)
        raise GuideError(
            path,
            strange[0].value.lineno,
            "experiment-malformed",
            f"실험 선언에 없는 항목입니다: {strange[0].arg}",
            f"혹시 {close[0]}인가요?" if close else f"쓸 수 있는 항목: {', '.join(known)}",
        )
    if missing := [word for word in REQUIRED if word not in words]:
        raise GuideError(
            path,
            call.lineno,
            "experiment-incomplete",
            f"실험 선언에 빠진 것이 있습니다: {', '.join(missing)}",
            '@experiment("chNN", title="…", timeout_s=60, …) 꼴로 적으세요',
        )
    return words


@dataclass(frozen=True)
class _Stated:
    """The arguments of one declaration, unevaluated, and how each has to look."""

    path: str
    line: int
    words: dict[str, ast.expr]

    @property
    def id(self) -> str:
        return self._text("id")

    @property
    def title(self) -> str:
        return self._text("title")

    @property
    def timeout_s(self) -> float:
        value = self._literal(node := self.words["timeout_s"])
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < inf:
            raise self._malformed(node, "timeout_s", "timeout_s=60")
        return float(value)

    def setting(self, word: str, default: S) -> S:
        """A number or a switch of the same type as its default."""
        node = self.words.get(word)
        if node is None:
            return default
        value = self._literal(node)
        if type(value) is not type(default):
            raise self._malformed(node, word, f"{word}={default!r}")
        return value

    def pairs(self, word: str) -> Iterator[tuple[str, tuple[str, str]]]:
        """Id, unit and label."""
        for key, node in self._entries(word, shape := f'{word}={{"chNN.이름": ("단위", "설명")}}'):
            match self._literal(node):
                case (str(unit), str(label)):
                    yield key, (unit, label)
                case _:
                    raise self._malformed(node, word, shape)

    def texts(self, word: str) -> Iterator[tuple[str, str]]:
        """Id and text."""
        for key, node in self._entries(word, shape := f'{word}={{"chNN.이름": "설명"}}'):
            text = self._literal(node)
            if not isinstance(text, str):
                raise self._malformed(node, word, shape)
            yield key, text

    def _text(self, word: str) -> str:
        value = self._literal(node := self.words[word])
        if not isinstance(value, str) or not value:
            raise self._malformed(node, word, '"글"')
        return value

    def _entries(self, word: str, shape: str) -> Iterator[tuple[str, ast.expr]]:
        """Keys and values of a table; each key is an id of this experiment."""
        table = self.words.get(word)
        if table is None or self._literal(table) is None:
            return
        if not isinstance(table, ast.Dict):
            raise self._malformed(table, word, shape)
        seen: set[str] = set()
        for key, value in zip(table.keys, table.values, strict=True):
            assert key is not None  # ``**more`` is no literal, and was refused above
            name = self._literal(key)
            if not isinstance(name, str):
                raise self._malformed(key, word, shape)
            if not name.startswith(f"{self.id}.") or name == f"{self.id}.":
                raise GuideError(
                    self.path,
                    key.lineno,
                    "experiment-id",
                    f"{self.id} 실험의 이름이 아닙니다: {name}",
                    f"'{self.id}.이름' 꼴로 적으세요",
                )
            if name in seen:  # Python would take the second in silence
                raise GuideError(
                    self.path,
                    key.lineno,
                    "experiment-duplicate",
                    f"같은 이름을 두 번 선언했습니다: {name}",
                    "하나를 지우거나 이름을 바꾸세요",
                )
            seen.add(name)
            yield name, value

    def _literal(self, node: ast.expr) -> Any:
        try:
            return ast.literal_eval(node)
        except (ValueError, TypeError):
            raise _not_literal(self.path, node.lineno) from None

    def _malformed(self, node: ast.expr, word: str, shape: str) -> GuideError:
        return GuideError(
            self.path,
            node.lineno,
            "experiment-malformed",
            f"{word}의 모양이 맞지 않습니다: {ast.unparse(node)}",
            f"{shape} 꼴로 적으세요",
        )


def _not_literal(path: str, line: int) -> GuideError:
    return GuideError(
        path,
        line,
        "experiment-not-literal",
        "실험 선언의 값은 글자 그대로 적어야 합니다",
        "선언은 가져오지 않고 읽으므로 변수나 함수 호출을 쓸 수 없습니다",
    )
