"""What a lab can reach: itself, the project's modules that it imports, and packages.

``snippets.evidence.validity`` asks the same of an experiment, and counts all that runs one as
well. A lab is run by Jupyter, so here nothing counts but what the lab imports.
"""

from __future__ import annotations

import ast
import hashlib
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from snippets.evidence.validity import DISTRIBUTIONS, Validity, tree_of

from .cells import Lab


def validity(lab: Lab, root: Path) -> Validity:
    """What a run of the lab, as it stands, stays valid for.

    Raises:
        GuideError: ``experiment-unreadable``, when a source does not parse.
    """
    sources: dict[str, str] = {}
    packages: set[str] = set()
    waiting = [root / lab.path]
    while waiting:
        path = waiting.pop()
        name = path.relative_to(root).as_posix()
        if name in sources:
            continue
        tree = tree_of(root, path)
        sources[name] = hashlib.sha256(ast.dump(tree).encode()).hexdigest()[:16]
        for module in _imports(tree, path.relative_to(root)):
            if (root / module.partition(".")[0]).is_dir():
                waiting += _files(root, module)
            else:
                packages.add(module.partition(".")[0])
    return Validity(sources=dict(sorted(sources.items())), packages=_versions(packages))


def _imports(tree: ast.Module, path: Path) -> set[str]:
    """Every module that a source names in an import; a name may be a module or within one."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = path.parts[: -node.level] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return found


def _files(root: Path, module: str) -> list[Path]:
    """The source of a module and of the packages it lies in."""
    parts = module.split(".")
    packages = [root.joinpath(*parts[:depth], "__init__.py") for depth in range(1, len(parts) + 1)]
    return [
        path for path in (*packages, root.joinpath(*parts).with_suffix(".py")) if path.is_file()
    ]


def _versions(packages: set[str]) -> dict[str, str]:
    found = {"Python": ".".join(platform.python_version_tuple()[:2])}
    for package in sorted(packages - sys.stdlib_module_names):
        name = DISTRIBUTIONS.get(package, package)
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue  # not installed here: a run will say so
    return found
