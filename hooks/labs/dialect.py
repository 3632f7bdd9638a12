"""What a page of the site may say and a notebook cannot show."""

from __future__ import annotations

import re
from collections.abc import Iterator

from snippets.evidence.problem import GuideError

from ..source import Source
from .cells import Lab

BLOCK = re.compile(r"^///", re.MULTILINE)


def check(lab: Lab, source: Source) -> Iterator[GuideError]:
    """Signs that only the site reads: roles, blocks, and fences that it makes pictures of."""
    lines = [role.line for role in source.roles]
    lines += [fence.line for fence in source.fences if fence.options or fence.language == "mermaid"]
    for cell in lab.cells:
        if cell.markdown:
            found = BLOCK.finditer(cell.source)
            lines += [cell.line + cell.source.count("\n", 0, one.start()) for one in found]
    for line in sorted(lines):
        yield GuideError(
            lab.path,
            line,
            "lab-markdown",
            "노트북에서는 기호로만 보이는 표시입니다",
            "표시 없이 적으세요. 접는 답은 <details>로, 값은 코드의 출력으로 보여 줍니다",
        )
