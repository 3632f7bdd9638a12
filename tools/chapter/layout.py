"""The files of a new chapter, and its place in the list of pages; nothing is written here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from string import Template

from snippets.evidence.problem import GuideError

TEMPLATES = Path(__file__).parent / "templates"
USAGE = 'make chapter N=10 NAME=batching TITLE="배치" 처럼 적으세요'
NAV = re.compile(r"^  - (?:[^:\n]+: )?(\d\d)-[^/\n]*\.md\n", re.MULTILINE)
TITLE = re.compile(r"[^\n\"\\:#$`]+")
"""What needs no quotes: neither in the page's front matter nor in Python."""


@dataclass(frozen=True)
class Chapter:
    """What a chapter is called.

    Attributes:
        number: Two digits.
        name: For addresses, such as ``batching``.
        title: In Korean.
    """

    number: str
    name: str
    title: str

    @property
    def page(self) -> str:
        """Its page, below ``docs``."""
        return f"{self.number}-{self.name}.md"

    @property
    def module(self) -> str:
        """Its experiment, below ``snippets``."""
        return f"ch{self.number}_{self.name.replace('-', '_')}"


def named(number: str, name: str, title: str) -> Chapter:
    """The chapter that a contributor asks for.

    Raises:
        GuideError: ``chapter-number``, ``chapter-name`` or ``chapter-title``.
    """
    if not re.fullmatch(r"\d{1,2}", number) or not int(number):
        raise _refused("chapter-number", f"장 번호가 아닙니다: {number or '없음'}")
    if not re.fullmatch(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", name):
        message = f"주소에 쓸 이름이 아닙니다: {name or '없음'}"
        raise _refused("chapter-name", message, "kv-cache처럼 소문자, 숫자, 붙임표로 적으세요")
    title = title.strip()
    if not TITLE.fullmatch(title):
        message = f"제목으로 쓸 수 없습니다: {title or '없음'}"
        raise _refused("chapter-title", message, '한 줄로 적고, " \\ : # $ ` 는 빼세요')
    return Chapter(f"{int(number):02}", name, title)


def files(chapter: Chapter) -> dict[str, str]:
    """Path → text of every new file."""
    words = {
        "number": chapter.number,
        "title": chapter.title,
        "module": chapter.module,
        "seed": str(int(chapter.number)),
    }
    return {
        path: Template((TEMPLATES / name).read_text(encoding="utf-8")).substitute(words)
        for path, name in {
            f"docs/{chapter.page}": "page.md",
            f"snippets/{chapter.module}.py": "experiment.txt",
            f"snippets/formulas_ch{chapter.number}.py": "formulas.txt",
            f"tests/chapters/test_ch{chapter.number}.py": "test.txt",
        }.items()
    }


def listed(settings: str, chapter: Chapter) -> str:
    """``mkdocs.yml`` with the chapter among the others.

    Raises:
        GuideError: ``chapter-nav`` when no chapter stands there.
    """
    before = [one for one in NAV.finditer(settings) if one[1] < chapter.number]
    if not before:
        message = "nav에서 앞 장을 찾지 못했습니다"
        raise GuideError("mkdocs.yml", 1, "chapter-nav", message, f"  - {chapter.page} 를 더하세요")
    end = before[-1].end()
    return f"{settings[:end]}  - {chapter.page}\n{settings[end:]}"


def refuse_taken(root: Path, chapter: Chapter) -> None:
    """Nothing of a chapter that is there is written over.

    Raises:
        GuideError: ``chapter-exists``.
    """
    n = chapter.number
    patterns = f"docs/{n}-*.md", f"snippets/ch{n}_*.py", f"snippets/formulas_ch{n}.py"
    for pattern in (*patterns, f"tests/chapters/test_ch{n}.py"):
        for file in sorted(root.glob(pattern)):
            there = file.relative_to(root).as_posix()
            message, hint = f"{n}장의 파일이 이미 있습니다", "비어 있는 번호를 고르세요"
            raise GuideError(there, 1, "chapter-exists", message, hint)


def _refused(code: str, message: str, hint: str = USAGE) -> GuideError:
    return GuideError("Makefile", 1, code, message, hint)
