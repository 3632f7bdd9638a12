"""Builds in a warm interpreter: MkDocs is imported once, and every build is a fork of that.

A program of its own, spoken to in lines of JSON. It imports nothing of the project: each build
imports the hooks of the project it builds, as ``mkdocs build`` does.
"""

from __future__ import annotations

import importlib
import json
import os
import sys

WARM = (
    "mkdocs.__main__",
    "mkdocs.commands.build",
    "mermaid2.plugin",
    "mkdocs_jupyter.plugin",
    "material.plugins.search.plugin",
    "pymdownx.superfences",
    "markdown_it",
    "pydantic",
    "psutil",
    "filelock",
    "fontTools.subset",
    "yaml",
    "sympy",
    "pint",
    "latex2mathml.converter",
    "altair",
)


def main() -> None:
    for name in WARM:
        importlib.import_module(name)
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        if "wait" in asked:
            _, status = os.waitpid(asked["wait"], 0)
            print(os.waitstatus_to_exitcode(status), flush=True)
        elif pid := os.fork():
            print(pid, flush=True)
        else:
            build(asked["folder"], asked["environment"], asked["log"], asked["flags"])


def build(folder: str, environment: dict[str, str], log: str, flags: list[str]) -> None:
    """Become ``mkdocs build`` in a folder; never returns."""
    file = os.open(log, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (file, 1), (file, 2)):
        os.dup2(source, target)
    os.chdir(folder)
    os.environ.update(environment)
    sys.argv = ["mkdocs", "build", *flags]
    code = 1
    try:
        importlib.import_module("mkdocs.__main__").cli()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
