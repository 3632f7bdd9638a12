"""Read a diagram with the very Mermaid that draws it in the browser.

QuickJS runs the file. Starting it costs about half a second, so it starts only when neither the
memo nor the cache knows a source: a warm build never does.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from snippets.evidence.problem import GuideError

from .diagram import Diagram
from .mermaid_error import MermaidSyntax, syntax
from .mermaid_model import READER, decode

SHA256 = "74d7c46dabca328c2294733910a8aa1ed0c37451776e8d5295da38a2b758fb9b"
"""npm mermaid@11.16.0, dist/mermaid.min.js."""

__all__ = ["SHA256", "MermaidSyntax", "library", "read"]


def library() -> Path:
    """The file of Mermaid that the site carries, after a look at its bytes."""
    spec = importlib.util.find_spec("mermaidx")
    folders = spec.submodule_search_locations if spec else None
    path = Path(folders[0]) / "assets" / "mermaid.js" if folders else None
    if path is None or not path.is_file():
        raise _library_problem("mermaidx가 설치되어 있지 않습니다")
    if hashlib.sha256(path.read_bytes()).hexdigest() != SHA256:
        raise _library_problem("mermaidx에 든 파일이 Mermaid 11.16.0이 아닙니다")
    return path


@lru_cache(maxsize=512)
def read(source: str, cache: Path | None = None) -> Diagram:
    """Read a diagram.

    Args:
        source: What stands between the fences.
        cache: Folder in which models are kept from one build to the next.

    Raises:
        MermaidSyntax: Mermaid does not accept the source.
        GuideError: The library is not the one that was checked (``mermaid-library``).
    """
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    if cache is None:
        return decode(_model(source), source)
    path = cache / "mermaid" / f"{_key(source)}.json"
    kept = _kept(path, source)
    if kept is not None:
        return kept
    model = _model(source)
    diagram = decode(model, source)
    _keep(path, model)
    return diagram


def _key(source: str) -> str:
    return hashlib.sha256("\0".join((source, SHA256, READER)).encode()).hexdigest()


def _kept(path: Path, source: str) -> Diagram | None:
    """The diagram of a kept model; ``None`` for a file that is missing or damaged."""
    try:
        return decode(json.loads(path.read_bytes()), source)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def _keep(path: Path, model: dict[str, Any]) -> None:
    """Put a model in its place at once: two builds may write the same one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".draft")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(model, file, ensure_ascii=False)
        Path(draft).replace(path)
    finally:
        Path(draft).unlink(missing_ok=True)


def _model(source: str) -> dict[str, Any]:
    """What Mermaid makes of a source, as ``READER`` tells it."""
    answer = _ask(source)
    if "error" in answer:
        raise syntax(source, answer["error"], lambda other: "error" not in _ask(other))
    return answer


def ran() -> bool:
    """Whether a drawing was parsed in this process, and not only recalled."""
    return _engine.cache_info().currsize > 0


def _ask(source: str) -> dict[str, Any]:
    engine = _engine()
    # On the engine's own thread: mermaidx gives it the deep stack that Mermaid's parser may need.
    text = engine._executor.submit(_evaluate, engine._ctx, source).result()
    answer: dict[str, Any] = json.loads(text)
    return answer


def _evaluate(context: Any, source: str) -> str:
    context.eval(f"__read({json.dumps(source)})")
    while context.execute_pending_job():
        pass
    return str(context.eval("__answer"))


@lru_cache(maxsize=1)
def _engine() -> Any:
    library()
    # Not at the top: the import alone takes 0.1 s, and a warm build needs none of it.
    from mermaidx.engines.quickjs_engine import Engine  # noqa: PLC0415

    engine = Engine()
    engine.start()
    engine._executor.submit(engine._ctx.eval, READER).result()
    return engine


def _library_problem(message: str) -> GuideError:
    hint = "make setup 으로 requirements.txt의 판을 다시 설치하세요"
    return GuideError("requirements.txt", 1, "mermaid-library", message, hint)
