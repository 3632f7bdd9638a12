"""What the scripts of CI put on the summary of a run, and how they end."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT


@dataclass(frozen=True)
class Checkout:
    """A folder with the scripts, and a Python that says what it is told to."""

    root: Path

    def says(self, out: str, err: str = "", status: int = 0) -> None:
        """What ``.venv/bin/python`` does."""
        for name, text in (("out", out), ("err", err)):
            (self.root / name).write_text(text, encoding="utf-8")
        python = self.root / ".venv/bin/python"
        python.parent.mkdir(parents=True, exist_ok=True)
        lines = ('echo "$@" > asked', "cat out", "cat err >&2", f"exit {status}")
        python.write_text("\n".join(["#!/bin/sh", *lines]) + "\n")
        python.chmod(0o755)

    def run(self, script: str, *arguments: str) -> tuple[int, str]:
        """Exit code and summary."""
        summary = self.root / "summary.md"
        path = f"{self.root}/bin:{os.environ['PATH']}"
        environment = {"PATH": path, "GITHUB_STEP_SUMMARY": str(summary)}
        done = subprocess.run(
            [str(self.root / ".ci" / script), *arguments],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        said = summary.read_text("utf-8") if summary.exists() else ""
        return done.returncode, said

    @property
    def asked(self) -> str:
        """What Python was last asked for."""
        return (self.root / "asked").read_text("utf-8").strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/make").write_text("#!/bin/sh\n")
    (tmp_path / "bin/make").chmod(0o755)
    return Checkout(tmp_path)


@pytest.mark.parametrize("status", [0, 1])
def test_a_comparison_stands_on_the_summary_though_a_record_is_missing(
    checkout: Checkout, status: int
) -> None:
    checkout.says("## 뒤집힌 판정 0개\n", "ch05: 새 기록이 없습니다\n", status)
    assert checkout.run("compare") == (0, "## 뒤집힌 판정 0개\n")
    assert checkout.asked == "-m snippets compare"


def test_a_comparison_that_failed_says_so_and_nothing_else(checkout: Checkout) -> None:
    assert checkout.run("compare") == (0, "견주지 못했습니다 (종료 코드 127).\n")


def test_a_summary_that_is_too_long_is_cut_at_a_line_and_says_so(checkout: Checkout) -> None:
    line = f"| {'가' * 99} |\n"
    checkout.says(line * 5000)
    status, said = checkout.run("compare")
    *lines, last = said.rstrip("\n").split("\n")
    assert status == 0
    assert set(lines) == {line.rstrip("\n"), ""}
    assert last == "여기서 잘렸습니다. 모두 보려면 `python -m snippets compare`를 돌리세요."
    assert len(said.encode()) < 1 << 20


def test_records_that_are_taken_in_need_no_word(checkout: Checkout) -> None:
    checkout.says(".cache/records/x/ch01.json\n")
    assert checkout.run("merge", "one", "two") == (0, "")
    assert checkout.asked == "-m snippets merge --all one two"


def test_a_refused_record_stands_on_the_summary_and_fails(checkout: Checkout) -> None:
    checkout.says("", "one/ch05.json:1: record-above-roof 넘습니다 (다시)\n", 1)
    assert checkout.run("merge", "one") == (
        1,
        "## 들이지 않은 기록\n\n- one/ch05.json:1: record-above-roof 넘습니다 (다시)\n\n"
        "하나라도 걸리면 아무것도 들이지 않습니다. "
        "이 기계에서 모두 다시 재고, 끝에서 실패로 알립니다.\n\n",
    )
