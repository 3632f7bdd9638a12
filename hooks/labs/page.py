"""The page of a lab, as Markdown: its texts, its code, what the code put out, and where it ran.

The site's own Markdown makes the page from it. mkdocs-jupyter's would give Korean headings no
address, leave links to chapters as they are, bring 590 KB of styles, and load MathJax from a host.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from .. import card
from ..evidence import How
from .cells import Cell, Lab
from .take import Taken

TICKS = re.compile(r"`{3,}")


def markdown(lab: Lab, taken: Taken) -> str:
    """Front matter and page."""
    title, about = lab.opening
    first, *rest = lab.cells
    body = first.source.split("\n", 1)
    parts = [
        f"---\ntitle: {json.dumps(title, ensure_ascii=False)}\n"
        f"description: {json.dumps(_plain(about), ensure_ascii=False)}\n---",
        body[0],
        _box(lab, taken),
        *body[1:],
        *_cells(rest, taken.record.outputs if taken.record else ()),
    ]
    return "\n\n".join(parts) + "\n"


def _cells(cells: list[Cell], outputs: tuple[str, ...]) -> Iterator[str]:
    left = iter(outputs)
    for cell in cells:
        if cell.markdown:
            # A notebook reads what stands between the tags as Markdown; here it has to be asked to.
            yield cell.source.replace("<details>", '<details markdown="1">')
            continue
        yield _fence(cell.source, ".python .lab-code")
        if output := next(left, ""):
            yield _fence(output, '.text .lab-output .no-copy title="출력"')


def _fence(text: str, header: str) -> str:
    """A fence that nothing in the text can close."""
    longest = max((len(found) for found in TICKS.findall(text)), default=2)
    ticks = "`" * (longest + 1)
    return f"{ticks} {{ {header} }}\n{text}\n{ticks}"


def _box(lab: Lab, taken: Taken) -> str:
    """Downloads, and whose outputs these are."""
    files = " · ".join(
        f'<a href="{lab.name}.{kind}" download>{words}</a>'
        for words, kind in (("노트북(.ipynb)", "ipynb"), ("스크립트(.py)", "py"))
    )
    lines = [f"**내려받기:** {files} · [실습 묶음](labs.zip)", *_ran(taken)]
    body = "\n".join(f"- {line}" for line in lines)
    options = "    type: abstract\n    attrs: {class: lab-about}"
    return f"/// admonition | 이 실습의 코드와 출력\n{options}\n\n{body}\n///"


def _ran(taken: Taken) -> Iterator[str]:
    if taken.record is None:
        yield (
            "**출력:** 이 빌드는 실습을 실행하지 않았고, 지금 코드의 출력도 실려 있지 않습니다. "
            "그래서 코드만 있습니다."
        )
        return
    seen = taken.record.conditions
    where = "이 페이지를 만든 기계" if taken.here else "다른 기계"
    if taken.here and taken.how is How.RECORDED:
        where = "이 페이지를 만든 기계와 같은 종류의 기계"
    yield (
        f"**출력:** 코드를 처음부터 끝까지 한 번 실행해 그대로 실었습니다. "
        f"{where}의 것이므로 여러분의 출력은 다를 수 있습니다."
    )
    yield f"**기계:** {seen.hardware.summary}"
    yield f"**소프트웨어:** {card.software(seen)}"
    yield f"**실행한 때:** {card.started(seen)}, {card.quiet(seen)}"
    if taken.since:
        yield f"**그 뒤:** {', '.join(taken.since)}"


def _plain(text: str) -> str:
    """A paragraph without its marks, for the page's description."""
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text).replace("*", "").replace("`", "")
