"""What a page's Markdown asks for, each with the line it stands on in the file.

A CommonMark tokenizer reads the page, not a pattern over lines: a role inside a code sample
is not a role, and a fence inside a longer fence is not a fence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it.token import Token

from .tokens import parse

ROLE = re.compile(r"\{([a-z]+)\}$")
NEARLY = re.compile(r"(\{\s*(?:figure|fact|example)\s*\}\s*)$", re.IGNORECASE)
"""What was meant as a role: with a capital, a space, or more than one backtick."""
OPTION = re.compile(r"""\s*([a-z]+)\s*=\s*("[^"]*"|'[^']*')\s*""")


@dataclass(frozen=True)
class Role:
    """An inline value: ``{name}`` with its argument between backticks."""

    name: str
    argument: str
    line: int


@dataclass(frozen=True)
class Fence:
    """A fenced block.

    Attributes:
        language: First word of the info string.
        options: ``key="value"`` pairs after it; ``None`` when they do not parse.
        body: The text between the fences.
        line: Line of the opening fence.
    """

    language: str
    options: dict[str, str] | None
    body: str
    line: int


@dataclass(frozen=True)
class Source:
    """One page: ``path`` is as errors name it, such as ``docs/01-request-journey.md``."""

    path: str
    roles: tuple[Role, ...]
    fences: tuple[Fence, ...]

    def fences_of(self, language: str) -> tuple[Fence, ...]:
        """The fences of one language, in order."""
        return tuple(fence for fence in self.fences if fence.language == language)


def read(path: str, body: str, offset: int = 0) -> Source:
    """Read a page.

    Args:
        path: Name for errors.
        body: Markdown without front matter, lines with LF line ends.
        offset: Lines that stand before the body in the file (its front matter).
    """
    roles: list[Role] = []
    fences: list[Fence] = []
    for token in parse(body):
        if token.map is None:
            continue
        line = token.map[0] + 1 + offset
        if token.type == "fence":
            fences.append(_fence(token, line))
        elif token.type == "inline":
            roles += _roles(token, line)
    return Source(path, tuple(roles), tuple(fences))


def _fence(token: Token, line: int) -> Fence:
    info = token.info.strip()
    language, _, rest = info.strip("{}").strip().partition(" ")
    return Fence(language.lstrip("."), _options(rest), token.content, line)


def _options(text: str) -> dict[str, str] | None:
    text = text.strip().removeprefix("{").removesuffix("}").strip()
    found: dict[str, str] = {}
    while text:
        match = OPTION.match(text)
        if match is None or match[1] in found:  # the second of two would win in silence
            return None
        found[match[1]] = match[2][1:-1]
        text = text[match.end() :]
    return found


def _roles(token: Token, line: int) -> list[Role]:
    found: list[Role] = []
    before: Token | None = None
    for child in token.children or ():
        if child.type in {"softbreak", "hardbreak"}:
            line += 1
        elif child.type == "code_inline":
            name = _role(before.content, child.markup) if before and before.type == "text" else ""
            if name:
                found.append(Role(name, child.content, line))
            line += child.content.count("\n")
        before = child
    return found


def _role(before: str, ticks: str) -> str:
    """The name of the role that a code span belongs to; as it was written when it is not one."""
    exact, nearly = ROLE.search(before), NEARLY.search(before)
    if exact is not None and ticks == "`":
        return exact[1]
    return nearly[1] if nearly is not None else ""
