"""Chromium for the browser tests: the one this machine has, or one installed now.

Playwright can bring a build of its own, but only where its download servers are reached; a
distribution's package and a developer's Chrome do as well.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from snippets.evidence.problem import GuideError

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
)
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""A browser that asks nothing of anybody on its own."""
HINT = "Chrome이나 Chromium을 설치하거나 CHROMIUM=<실행 파일>을 주고 다시 하세요"


@dataclass(frozen=True)
class Chromium:
    """A browser that starts.

    Attributes:
        version: What it says of itself, such as ``Google Chrome 156.0.8078.108``.
    """

    path: str
    version: str

    def __str__(self) -> str:
        return f"{self.path} ({self.version})"


def find() -> Chromium | None:
    """The first browser here that starts; ``CHROMIUM``, where it is set, and no other.

    Raises:
        GuideError: ``chromium-broken``, when ``CHROMIUM`` names one that does not start.
    """
    if asked := os.environ.get("CHROMIUM"):
        if chromium := started(asked):
            return chromium
        raise GuideError(
            "Makefile", 1, "chromium-broken", f"CHROMIUM이 켜지지 않습니다: {asked}", HINT
        )
    return next(filter(None, map(started, candidates())), None)


def candidates() -> Iterator[str]:
    """Where a browser may be, the system's before Playwright's own."""
    yield from filter(None, map(shutil.which, NAMES))
    for folder in (Path("/Applications"), Path.home() / "Applications"):
        yield from (str(folder / name) for name in APPLICATIONS)
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    yield own


def started(path: str) -> Chromium | None:
    """Ask a browser for its version: a name alone may be a stub that only tells what to install."""
    try:
        asked = subprocess.run(  # noqa: S603 - a browser of this machine
            [path, "--version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    if asked.returncode or not asked.stdout.strip():
        return None
    return Chromium(path, asked.stdout.strip())


def ensure() -> tuple[Chromium, str]:
    """A browser, and in a few words how this machine came by it.

    Raises:
        GuideError: ``chromium-missing`` when there is none and none can be installed, or
            ``chromium-broken``.
    """
    if chromium := find():
        return chromium, "있는 것을 씁니다"
    commands = installation(_release(), superuser())
    for command in commands:
        print(f"Chromium이 없어 설치합니다: {' '.join(command)}", flush=True)
        done = subprocess.run(  # noqa: S603 - one of `installation`
            command, capture_output=True, text=True, check=False
        )
        if done.returncode:
            said = (done.stderr.strip() or done.stdout.strip()).splitlines() or ["아무 말 없음"]
            raise _missing(f"{' '.join(command)}: {said[-1]}")
    if chromium := find():
        return chromium, "설치했습니다"
    raise _missing("설치했지만 켜지지 않습니다")


def installation(release: Mapping[str, str], superuser: list[str] | None) -> list[list[str]]:
    """The commands that install a browser.

    Args:
        release: ``/etc/os-release``; empty where there is none.
        superuser: What to put before a command to run it as root, or None where that cannot be
            done without asking.
    """
    if superuser is not None and _has_package(release):
        apt = [*superuser, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet"]
        return [[*apt, "update"], [*apt, "install", "--yes", "--no-install-recommends", "chromium"]]
    libraries = ["--with-deps"] if superuser is not None and release else []
    return [[sys.executable, "-m", "playwright", "install", *libraries, "chromium"]]


def superuser() -> list[str] | None:
    """How to become root without being asked for a password; None when there is no way."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo is None:
        return None
    command = [sudo, "--non-interactive"]
    silent = subprocess.run([*command, "true"], capture_output=True, check=False)  # noqa: S603
    return command if silent.returncode == 0 else None


def _has_package(release: Mapping[str, str]) -> bool:
    """Whether apt has a real ``chromium``; Ubuntu's installs a snap, and containers have none."""
    kin = {release.get("ID"), *release.get("ID_LIKE", "").split()}
    return "debian" in kin and "ubuntu" not in kin


def _release() -> dict[str, str]:
    try:
        return platform.freedesktop_os_release()
    except OSError:
        return {}


def _missing(why: str) -> GuideError:
    message = f"브라우저 테스트에 쓸 Chromium을 찾지도 설치하지도 못했습니다: {why}"
    return GuideError("Makefile", 1, "chromium-missing", message, HINT)
