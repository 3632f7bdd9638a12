"""Records as past commits had them; only for filling a history, never for a build."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from snippets.evidence.problem import GuideError

from .add import Take
from .entry import Commit


def takes(repository: Path, ref: str, path: str) -> Iterator[Take]:
    """Every record that ``path`` held on the way to ``ref``, oldest first.

    Raises:
        GuideError: ``history-git``, without git or with a name that it does not know.
    """
    log = _git(repository, "log", "--reverse", "--first-parent", "--format=%H %s", ref, "--", path)
    for line in log.splitlines():
        name, _, subject = line.partition(" ")
        try:
            body = json.loads(_git(repository, "show", f"{name}:{path}"))
        except GuideError:
            continue  # this commit took the file away
        if "digest" in body:
            yield body, Commit(name[:8], subject)


def _git(repository: Path, *arguments: str) -> str:
    program = shutil.which("git")
    if program is None:
        raise _problem("git이 없습니다")
    result = subprocess.run(  # noqa: S603  names of commits and files, and no shell
        [program, "-C", str(repository), *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if result.returncode:
        raise _problem(result.stderr.strip())
    return result.stdout


def _problem(said: str) -> GuideError:
    hint = "--repository와 --ref를 보세요. 이력이 없는 사본에서는 add만 됩니다"
    return GuideError("hooks/history", 1, "history-git", said, hint)
