"""``python -m tools.release [REVISION]``: is the site of a commit the same bytes every time?

The commit is cloned twice and built from its committed records, under circumstances that should
not matter: another folder, time zone, language, file mode, hash seed and date.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from hooks.archive import SITE_PATH as ARCHIVE
from snippets.evidence.problem import GuideError

ROOT = Path(__file__).resolve().parent.parent
SHOWN = 20


@dataclass(frozen=True)
class Surroundings:
    """What one of the two builds is surrounded by."""

    folder: str
    umask: int
    environment: dict[str, str]


TWO = (
    Surroundings(
        "one",
        0o022,
        {"TZ": "UTC", "LANG": "C.UTF-8", "PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": "0"},
    ),
    Surroundings(
        "둘째 폴더",
        0o077,
        {"TZ": "Asia/Seoul", "LANG": "C", "LC_ALL": "C", "PYTHONHASHSEED": "2"},
    ),
)
"""The second is told no date, so that it takes today's."""


def main(arguments: list[str] | None = None) -> int:
    """Build twice; 1 when the two differ."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("revision", nargs="?", default="HEAD", help="태그나 커밋 (없으면 HEAD)")
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            one, two = (_built(Path(folder), options.revision, how) for how in TWO)
            wrong = differences(one, two)
            print(report(options.revision, one, wrong))
    except GuideError as error:
        print(error, file=sys.stderr)
        return 1
    return bool(wrong)


def digests(site: Path) -> dict[str, str]:
    """Path in the site → SHA-256 of the file; modes and dates are the host's business."""
    files = sorted(path for path in site.rglob("*") if path.is_file())
    return {
        path.relative_to(site).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def differences(one: Path, two: Path) -> list[str]:
    """Files that only one of the sites has, or that are not the same bytes in both."""
    first, second = digests(one), digests(two)
    return sorted(path for path in {*first, *second} if first.get(path) != second.get(path))


def report(revision: str, site: Path, wrong: list[str]) -> str:
    """What is said in the end."""
    if wrong:
        rest = [f"  … 모두 {len(wrong)}개"] if len(wrong) > SHOWN else []
        return "\n".join([f"{revision}: 두 번 만든 사이트가 다릅니다", *_listed(wrong), *rest])
    found = digests(site)
    whole = hashlib.sha256("".join(f"{d}  {p}\n" for p, d in found.items()).encode()).hexdigest()
    return "\n".join(
        [
            f"{revision}: 두 번 만든 사이트가 바이트까지 같습니다 (파일 {len(found)}개)",
            f"sha256 {found[ARCHIVE]}  {ARCHIVE}" if ARCHIVE in found else "압축 파일이 없습니다",
            f"sha256 {whole}  모든 파일의 목록",
        ]
    )


def _listed(paths: list[str]) -> list[str]:
    return [f"  {path}" for path in paths[:SHOWN]]


def _built(folder: Path, revision: str, how: Surroundings) -> Path:
    clone = folder / how.folder
    commit = _run(["git", "rev-parse", "--verify", f"{revision}^{{commit}}"], ROOT).strip()
    _run(["git", "clone", "--quiet", "--no-checkout", str(ROOT), str(clone)], ROOT)
    _run(["git", "checkout", "--quiet", "--detach", commit], clone, how)
    print(f"{how.folder}: {commit[:12]} 을(를) 만듭니다 …", file=sys.stderr)
    _run([sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"], clone, how)
    return clone / "site"


def _run(command: list[str], folder: Path, how: Surroundings | None = None) -> str:
    base = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    base |= {"MEASURE": "recorded", "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(  # noqa: S603  our own interpreter, and git
        command,
        cwd=folder,
        env=base | (how.environment if how else {}),
        umask=how.umask if how else -1,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        says = done.stderr.strip()[-2000:]
        raise GuideError(
            "tools/release.py",
            1,
            "release-failed",
            f"{' '.join(command[:4])}: {says}",
            "그 커밋이 make build로 만들어지는지 먼저 보세요",
        )
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
