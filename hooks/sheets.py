"""The site's own style sheets as one: each that a page waits for may cost one more round trip."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from snippets.evidence.problem import GuideError

SITE_PATH = "assets/site.css"


def joined(docs: Path, names: Sequence[str]) -> str:
    """What ``extra_css`` lists, in its order.

    Raises:
        GuideError: ``sheet-folder``, for one whose own links would lead elsewhere from there.
    """
    for name in names:
        if PurePosixPath(name).parent != PurePosixPath(SITE_PATH).parent:
            raise GuideError(
                "mkdocs.yml",
                1,
                "sheet-folder",
                f"extra_css의 {name}은 docs/assets/ 바로 아래에 없습니다",
                "모두 한 파일로 이어 붙이므로, 스타일 파일은 docs/assets/에 두세요",
            )
    return "\n".join((docs / name).read_text(encoding="utf-8") for name in names)
