"""Validity: what a record stays true for, and the reason when it no longer does.

A record is taken again when the experiment's source, a local module it can reach, a package
it uses or Python itself changes. Comments and layout do not count: the syntax tree is hashed.
"""

from __future__ import annotations

import ast
import hashlib
import platform
import sys
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from .problem import GuideError

HARNESS = (
    "snippets.evidence.child",
    "snippets.evidence.confine.start",
    "snippets.evidence.confine.guard.sitecustomize",
)
"""Runs every experiment, so every record depends on it, imported or not."""

DISTRIBUTIONS = {
    "cpuinfo": "py-cpuinfo",
    "llama_cpp": "llama-cpp-python",
    "opentelemetry": "opentelemetry-sdk",
}
"""Imports whose package has another name."""


class Validity(BaseModel):
    """Digests of reachable source and versions of packages used."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sources: dict[str, str]
    packages: dict[str, str]

    def reasons_against(self, old: Validity) -> tuple[str, ...]:
        """Why a record with ``old`` validity has to be taken again; empty when it need not."""
        return (
            *self.sources_against(old),
            *_changes(old.packages, self.packages, lambda name, a, b: f"{name} {a} → {b}"),
        )

    def sources_against(self, old: Validity) -> tuple[str, ...]:
        """Only what changed in the project; packages may be missing where nothing is run."""
        return (*_changes(old.sources, self.sources, lambda name, _old, _new: f"{name} 바뀜"),)


def of_module(root: Path, module: str) -> Validity:
    """Work out the validity of the experiment ``module`` (``snippets.chNN_name``) as it stands.

    Raises:
        GuideError: ``experiment-unreadable``, when a reachable source does not parse.
    """
    sources: dict[str, str] = {}
    packages: set[str] = set()
    asked: set[str] = set()
    waiting = [module, *HARNESS]
    while waiting:
        if (next_ := waiting.pop()) in asked:
            continue
        asked.add(next_)
        path = _file_of(root, next_)
        if path is None or (name := path.relative_to(root).as_posix()) in sources:
            continue
        saved = path.stat()
        sources[name], imported = _read(root, path, saved.st_mtime_ns, saved.st_size)
        if (native := path.with_suffix(".cpp")).is_file():  # compiled by the module of its name
            sources[native.relative_to(root).as_posix()] = _digest(native.read_text("utf-8"))
        for target in imported:
            if _is_local(root, target):
                waiting += [target, *_parents(target)]
            else:
                packages.add(target.partition(".")[0])
    return Validity(sources=dict(sorted(sources.items())), packages=_versions(packages))


def saved_at(root: Path, validity: Validity) -> dict[str, int]:
    """When each source was saved, in nanoseconds; 0 for one that is no longer there."""
    found = ((name, root / name) for name in validity.sources)
    return {name: path.stat().st_mtime_ns if path.is_file() else 0 for name, path in found}


def tree_of(root: Path, path: Path) -> ast.Module:
    """Parse a source.

    Raises:
        GuideError: ``experiment-unreadable``, at the line in question.
    """
    try:
        return ast.parse(path.read_text(encoding="utf-8-sig"), filename=str(path))
    except SyntaxError as error:
        line, why = error.lineno or 1, f"파이썬 문법에 맞지 않습니다: {error.msg}"
    except UnicodeDecodeError as error:
        line, why = error.object[: error.start].count(b"\n") + 1, "UTF-8로 저장한 글이 아닙니다"
    except ValueError as error:
        line, why = 1, f"파이썬 문법에 맞지 않습니다: {error}"  # null bytes, before Python 3.12
    name = path.relative_to(root).as_posix()
    raise GuideError(name, line, "experiment-unreadable", why, "이 줄을 고치세요")


@lru_cache(maxsize=1024)
def _read(root: Path, path: Path, saved_ns: int, size: int) -> tuple[str, frozenset[str]]:  # noqa: ARG001
    """Digest of a source and what it imports; experiments share most of what they reach."""
    tree = tree_of(root, path)
    return _digest(ast.dump(tree)), frozenset(_imports(tree, path, root))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _imports(tree: ast.Module, path: Path, root: Path) -> set[str]:
    """Every module that a source names in an import, wherever in the file it does."""
    here = path.relative_to(root).with_suffix("").parts
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = [*here[: -node.level]] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            # ``from package import name`` may name a module or something inside one.
            found |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return found


def _parents(module: str) -> list[str]:
    """Packages above a module, and their ``__main__``: a program may be started as a process."""
    parts = module.split(".")
    packages = [".".join(parts[:depth]) for depth in range(1, len(parts))]
    return packages + [f"{package}.__main__" for package in packages if package != "snippets"]


def _is_local(root: Path, module: str) -> bool:
    return (root / module.partition(".")[0]).is_dir()


def _file_of(root: Path, module: str) -> Path | None:
    path = root.joinpath(*module.split("."))
    candidates = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in candidates if file.is_file()), None)


def _versions(packages: set[str]) -> dict[str, str]:
    found = {"Python": ".".join(platform.python_version_tuple()[:2])}
    for package in sorted(packages - sys.stdlib_module_names):
        distribution = DISTRIBUTIONS.get(package, package)
        try:
            found[distribution] = version(distribution)
        except PackageNotFoundError:
            continue  # not installed here: the run itself will say so
    return found


def _changes(
    old: dict[str, str], new: dict[str, str], say: Callable[[str, str, str], str]
) -> list[str]:
    names = sorted(old.keys() | new.keys())
    return [
        say(name, old.get(name, "없음"), new.get(name, "없음"))
        for name in names
        if old.get(name) != new.get(name)
    ]
