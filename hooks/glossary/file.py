"""``docs/glossary.yaml``, read whole: its terms, or everything in it that has to be mended."""

from __future__ import annotations

from pathlib import Path

from snippets.evidence.facts.document import read
from snippets.evidence.problem import GuideError

from .problems import check
from .term import Glossary

NAME = "docs/glossary.yaml"


def load(path: Path, name: str = NAME) -> Glossary:
    """Read the terms; a project need not have any.

    Args:
        path: The YAML file.
        name: The file as errors name it.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return Glossary()
    except OSError as error:
        message = f"용어 파일을 읽을 수 없습니다: {error.strerror}"
        return Glossary(problems=(GuideError(name, 1, "term-file", message, "파일을 되살리세요"),))
    terms, pairs, problems = check(read(content, name, "term"))
    if problems:
        return Glossary(problems=tuple(sorted(problems, key=lambda p: (p.line, p.code, p.message))))
    return Glossary({one.id: one for one in terms}, tuple(pairs))
