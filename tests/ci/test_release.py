"""A release: one version everywhere, and a site that is the same bytes every time."""

from __future__ import annotations

import gzip
import hashlib
import re
import subprocess
import tomllib
from pathlib import Path

from hooks import dateless
from hooks.edition import named
from tests.conftest import ROOT
from tools import release

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
RELEASED = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", re.MULTILINE)
EDITION = re.compile(r"^\*\*(\d+\.\d+)판 \((\d{4}-\d\d-\d\d)\)\*\*$", re.MULTILINE)


def test_the_change_log_and_the_page_of_editions_end_with_this_version() -> None:
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    page = (ROOT / "docs/appendix/editions.md").read_text(encoding="utf-8")
    version, date = RELEASED.findall(log)[0]
    assert version == VERSION
    assert EDITION.findall(page)[0] == (VERSION.rpartition(".")[0], date)
    assert log.index("## [미출시]") < log.index(f"## [{VERSION}]")


def test_a_tag_of_another_version_is_refused() -> None:
    done = subprocess.run(
        [ROOT / ".ci/release", "v99.0.0"], capture_output=True, text=True, check=False
    )
    says = f"태그는 v{VERSION} 이어야 합니다 (pyproject.toml): v99.0.0\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", says)


def test_the_edition_is_named_with_and_without_git(tmp_path: Path) -> None:
    project = '[project]\nversion = "1.2.3"\n'
    (tmp_path / "pyproject.toml").write_text(project, encoding="utf-8")
    assert named(tmp_path) == "1.2.3"
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "one"]):
        who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *who, *command], cwd=tmp_path, check=True)
    assert re.fullmatch(r"1\.2\.3 · 커밋 [0-9a-f]{12}", named(tmp_path))


def test_the_list_of_pages_is_packed_without_a_date(tmp_path: Path) -> None:
    listed, packed = tmp_path / "sitemap.xml", tmp_path / dateless.PACKED
    listed.write_bytes(b"<urlset/>")
    seen = set()
    for date in (1, 2_000_000_000):
        packed.write_bytes(gzip.compress(b"old", mtime=date))
        dateless.pack_sitemap(tmp_path)
        seen.add(packed.read_bytes())
    assert [gzip.decompress(one) for one in seen] == [b"<urlset/>"]


def test_what_differs_between_two_sites_is_named(tmp_path: Path) -> None:
    one, two = tmp_path / "하나", tmp_path / "둘"
    for site, other in ((one, "1"), (two, "2")):
        (site / "a").mkdir(parents=True)
        (site / "a/same.html").write_text("같음", encoding="utf-8")
        (site / "a/other.html").write_text(other, encoding="utf-8")
    (two / "more.css").touch()
    assert release.differences(one, one) == []
    assert release.differences(one, two) == ["a/other.html", "more.css"]
    assert release.report("v1", one, ["a/other.html", "more.css"]).splitlines() == [
        "v1: 두 번 만든 사이트가 다릅니다",
        "  a/other.html",
        "  more.css",
    ]


def test_a_site_that_is_the_same_is_named_by_its_digests(tmp_path: Path) -> None:
    archive = tmp_path / release.ARCHIVE
    archive.parent.mkdir(parents=True)
    archive.write_bytes(b"zip")
    packed = hashlib.sha256(b"zip").hexdigest()
    listed = hashlib.sha256(f"{packed}  {release.ARCHIVE}\n".encode()).hexdigest()
    assert release.report("v1", tmp_path, []).splitlines() == [
        "v1: 두 번 만든 사이트가 바이트까지 같습니다 (파일 1개)",
        f"sha256 {packed}  {release.ARCHIVE}",
        f"sha256 {listed}  모든 파일의 목록",
    ]


def test_a_revision_that_is_not_there_is_an_error(capsys) -> None:
    assert release.main(["no-such-tag"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tools/release.py:1: release-failed git rev-parse --verify no-such-tag")
