"""Which browser is taken, how one is installed, and what is said when there is none."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from snippets.evidence.problem import GuideError
from tools import chromium
from tools.chromium import Chromium, installation

DEBIAN = {"ID": "debian"}
PLAYWRIGHT = [sys.executable, "-m", "playwright", "install"]
APT = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet"]
PACKAGE = ["install", "--yes", "--no-install-recommends", "chromium"]
HINT = "(Chrome이나 Chromium을 설치하거나 CHROMIUM=<실행 파일>을 주고 다시 하세요)"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder on PATH; no other place has a browser."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    monkeypatch.setattr(chromium, "APPLICATIONS", ())
    monkeypatch.delenv("CHROMIUM", raising=False)
    return folder


def program(file: Path, script: str) -> Path:
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(0o755)
    return file


def test_the_first_browser_on_the_path_that_starts_is_taken(path: Path) -> None:
    program(path / "chromium-browser", "echo install the snap instead >&2; exit 1")
    chrome = program(path / "google-chrome", "echo Google Chrome 156.0.1")
    program(path / "chrome", "echo Other 1")
    assert chromium.find() == Chromium(str(chrome), "Google Chrome 156.0.1")


def test_the_browser_that_is_asked_for_is_taken(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(path / "chromium", "echo Chromium 1")
    asked = program(tmp_path / "mine/chrome", "echo Chromium 2")
    monkeypatch.setenv("CHROMIUM", str(asked))
    assert chromium.find() == Chromium(str(asked), "Chromium 2")


def test_a_browser_that_is_asked_for_and_broken_is_not_replaced(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(path / "chromium", "echo Chromium 1")
    monkeypatch.setenv("CHROMIUM", "/no/such/browser")
    with pytest.raises(GuideError) as error:
        chromium.ensure()
    assert str(error.value) == (
        f"Makefile:1: chromium-broken CHROMIUM이 켜지지 않습니다: /no/such/browser {HINT}"
    )


def test_no_browser(path: Path) -> None:
    assert chromium.find() is None


@pytest.mark.parametrize(
    ("release", "superuser", "commands"),
    [
        (
            DEBIAN,
            [],
            [[*APT, "update"], [*APT, *PACKAGE]],
        ),
        (
            {"ID": "kali", "ID_LIKE": "debian"},
            ["/usr/bin/sudo", "--non-interactive"],
            [
                ["/usr/bin/sudo", "--non-interactive", *APT, "update"],
                ["/usr/bin/sudo", "--non-interactive", *APT, *PACKAGE],
            ],
        ),
        (DEBIAN, None, [[*PLAYWRIGHT, "chromium"]]),
        ({"ID": "ubuntu", "ID_LIKE": "debian"}, [], [[*PLAYWRIGHT, "--with-deps", "chromium"]]),
        ({"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}, None, [[*PLAYWRIGHT, "chromium"]]),
        ({}, [], [[*PLAYWRIGHT, "chromium"]]),
    ],
    ids=["Debian", "its kin", "no root", "Ubuntu", "Ubuntu's kin, no root", "macOS"],
)
def test_how_a_browser_is_installed(
    release: dict[str, str], superuser: list[str] | None, commands: list[list[str]]
) -> None:
    assert installation(release, superuser) == commands


def test_a_missing_browser_is_installed_and_said(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    new = path / "chromium"
    script = f'printf "#!/bin/sh\\necho Chromium 3\\n" > {new}; /bin/chmod +x {new}'
    command = ["/bin/sh", "-c", script]
    monkeypatch.setattr(chromium, "installation", lambda *_: [command])
    assert chromium.ensure() == (Chromium(str(new), "Chromium 3"), "설치했습니다")
    assert capsys.readouterr().out == f"Chromium이 없어 설치합니다: {' '.join(command)}\n"


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("echo one >&2; echo no network >&2; exit 1", "no network"),
        ("echo only out; exit 1", "only out"),
        ("exit 1", "아무 말 없음"),
    ],
)
def test_a_browser_that_cannot_be_installed(
    path: Path, monkeypatch: pytest.MonkeyPatch, script: str, why: str
) -> None:
    monkeypatch.setattr(chromium, "installation", lambda *_: [["/bin/sh", "-c", script]])
    with pytest.raises(GuideError) as error:
        chromium.ensure()
    assert str(error.value) == (
        "Makefile:1: chromium-missing 브라우저 테스트에 쓸 Chromium을 찾지도 설치하지도 "
        f"못했습니다: /bin/sh -c {script}: {why} {HINT}"
    )


def test_a_browser_that_was_installed_and_does_not_start(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chromium, "installation", lambda *_: [["/bin/sh", "-c", "exit 0"]])
    with pytest.raises(GuideError) as error:
        chromium.ensure()
    assert error.value.message == (
        "브라우저 테스트에 쓸 Chromium을 찾지도 설치하지도 못했습니다: 설치했지만 켜지지 않습니다"
    )


@pytest.mark.parametrize(("user", "status", "become"), [(0, 1, []), (7, 1, None), (7, 0, ["sudo"])])
def test_becoming_root_without_a_password(
    path: Path, monkeypatch: pytest.MonkeyPatch, user: int, status: int, become: list[str] | None
) -> None:
    sudo = program(path / "sudo", f'test "$1" = --non-interactive && exit {status}')
    monkeypatch.setattr(os, "geteuid", lambda: user)
    expected = [str(sudo), "--non-interactive"] if become else become
    assert chromium.superuser() == expected
