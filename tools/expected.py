"""What a finished site has to hold, worked out from ``docs/`` without MkDocs or any other host."""

from __future__ import annotations

import json
import re
from pathlib import Path

from hooks import proof
from hooks.build import Build
from snippets.evidence.problem import GuideError

ROOT = Path(__file__).resolve().parent.parent
LEDGER = "data/ledger.json"
_FRONT = re.compile(r"\A---[ \t]*\n.*?\n---[ \t]*\n+", re.DOTALL)


def missing(root: Path, site: Path) -> list[GuideError]:
    """All that ``docs/`` asks for and ``site`` lacks, or shows too often.

    Raises:
        GuideError: An experiment whose declaration cannot be read.
    """
    build = Build.start(root, "recorded", lambda _: None)
    _read(build, root / "docs")
    pages = proof.read(site)
    found = [
        problem
        for src_uri, source in build.sources.items()
        for problem in proof.count(source, pages.get(address(src_uri), proof.Page()))
    ]
    return [*_ledger(site, set(build.known.experiments)), *found]


def address(src_uri: str) -> str:
    """Where the page of a source stands in the site."""
    stem = re.sub(r"(^|/)index$", "", src_uri.rpartition(".")[0])
    return f"{stem}/index.html".removeprefix("/")


def _read(build: Build, docs: Path) -> None:
    bodies = {}
    for file in sorted(docs.rglob("*.md")):
        text = file.read_text(encoding="utf-8-sig")
        body = _FRONT.sub("", text)
        offset = text.count("\n") - body.count("\n")
        bodies[file.relative_to(docs).as_posix()] = body, offset
    for file in sorted(docs.glob("labs/*.py")):
        build.add_lab(file.relative_to(docs).as_posix(), file.read_text(encoding="utf-8"))
    build.add_pages(bodies)


def _ledger(site: Path, declared: set[str]) -> list[GuideError]:
    """The hooks write the ledger: a host that has not run them has none."""
    hint = "사이트를 만든 프로그램이 mkdocs.yml의 hooks를 실행했는지 보세요"
    file = site / LEDGER
    if not file.is_file():
        return [GuideError(f"{site.name}/{LEDGER}", 1, "hooks-ignored", "장부가 없습니다", hint)]
    listed = set(json.loads(file.read_text(encoding="utf-8"))["declared"])
    if listed == declared:
        return []
    names = ", ".join(sorted(listed ^ declared))
    says = f"장부의 실험과 선언한 실험이 다릅니다: {names}"
    return [GuideError(f"{site.name}/{LEDGER}", 1, "hooks-ignored", says, hint)]
