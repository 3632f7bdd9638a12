"""Only what lies in ``snippets/`` is run: no link that leads out of it, no module elsewhere."""

from __future__ import annotations

import os
import re
from pathlib import Path

from .problem import GuideError

MODULE = re.compile(r"snippets\.[a-z][a-z0-9_]*")


def check_links(root: Path) -> None:
    """Refuse a link anywhere in ``snippets/``: what it leads to can change without a commit here.

    Raises:
        GuideError: ``snippet-link``.
    """
    for folder, folders, files in os.walk(root / "snippets"):
        for name in sorted([*folders, *files]):
            if (path := Path(folder, name)).is_symlink():
                raise GuideError(
                    path.relative_to(root).as_posix(),
                    1,
                    "snippet-link",
                    f"snippets/ 안에 다른 곳을 가리키는 링크가 있습니다: {path.readlink()}",
                    "링크를 지우고 파일을 두세요",
                )


def check_module(module: str, root: Path) -> None:
    """Refuse to run what is not a module right in ``snippets/``.

    Raises:
        GuideError: ``snippet-outside``.
    """
    file = root / "snippets" / f"{module.partition('.')[2]}.py"
    if MODULE.fullmatch(module) and file.is_file() and not file.is_symlink():
        return
    raise GuideError(
        "snippets",
        1,
        "snippet-outside",
        f"snippets/ 안의 모듈이 아니라서 돌리지 않습니다: {module}",
        "snippets/chNN_이름.py 로 두세요",
    )
