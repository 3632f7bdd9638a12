"""``python -m tools.chapter NUMBER NAME TITLE``: what ``make chapter`` runs."""

from __future__ import annotations

import sys
from pathlib import Path

from snippets.evidence.problem import GuideError

from .layout import files, listed, named, refuse_taken

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Lay the chapter out, and say what comes next."""
    try:
        number, name, title = (*arguments, "", "", "")[:3]
        chapter = named(number, name, title)
        refuse_taken(root, chapter)
        settings = root / "mkdocs.yml"
        made = files(chapter)
        made["mkdocs.yml"] = listed(settings.read_text(encoding="utf-8"), chapter)
    except GuideError as error:
        print(error, file=sys.stderr)
        return 1
    for path, text in made.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8", newline="\n")
        print(path)
    experiment = f"ch{chapter.number}"
    print(
        "\n다음에 할 일:\n"
        f"  .venv/bin/python -m snippets run {experiment}       # 잽니다\n"
        f"  .venv/bin/python -m snippets approve {experiment}   # 기록을 싣습니다\n"
        "  .venv/bin/python -m hooks.history add      # 역사에 한 줄을 더합니다\n"
        "  make serve                                 # 보면서 글을 씁니다"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
