"""The packages of the lock are installed once, and the lock names no machine of anybody's."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from snippets.evidence.problem import GuideError
from tests.conftest import ROOT
from tools import node


def test_packages_are_installed_when_the_lock_is_younger(tmp_path: Path) -> None:
    lock, copy = tmp_path / "package-lock.json", tmp_path / "node_modules/.package-lock.json"
    copy.parent.mkdir()
    lock.write_text("{}", encoding="utf-8")
    assert not node.installed(tmp_path)
    copy.write_text("{}", encoding="utf-8")
    assert node.installed(tmp_path)
    os.utime(lock, ns=(0, copy.stat().st_mtime_ns + 1))
    assert not node.installed(tmp_path)


def test_a_lock_that_does_not_match_is_an_error(tmp_path: Path) -> None:
    shutil.copy(ROOT / "package-lock.json", tmp_path)
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    package["devDependencies"]["axe-core"] = "4.0.0"
    (tmp_path / "package.json").write_text(json.dumps(package), encoding="utf-8")
    with pytest.raises(GuideError) as error:
        node.install(tmp_path)
    assert error.value.code == "npm-failed"
    assert "axe-core@4.0.0" in error.value.message


def test_versions_are_exact_and_the_lock_names_no_host() -> None:
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    versions = package["devDependencies"].values()
    assert [version for version in versions if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []
    assert "://" not in (ROOT / "package-lock.json").read_text(encoding="utf-8")
