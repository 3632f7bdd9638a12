"""The site is whole at every moment, whoever is killed and however many build at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hooks.staging import put_in_place, staging_for

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def place(tmp_path: Path) -> tuple[Path, Path]:
    """Where a site goes, and the cache."""
    return tmp_path / "site", tmp_path / ".cache"


def build(place: tuple[Path, Path], text: str) -> None:
    staging = staging_for(*place)
    write(staging, text)
    put_in_place(staging, *place)


def write(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / "index.html").write_text(text)


def read(place: tuple[Path, Path]) -> str:
    return (place[0] / "index.html").read_text()


def beside(place: tuple[Path, Path]) -> list[str]:
    return sorted(path.name for path in place[0].parent.glob("site*"))


def dead_pid() -> int:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    return gone.pid


def test_a_site_is_replaced_whole(place: tuple[Path, Path]) -> None:
    build(place, "first")
    (place[0] / "more.html").touch()
    build(place, "second")
    assert read(place) == "second"
    assert [path.name for path in place[0].iterdir()] == ["index.html"]
    assert beside(place) == ["site"]


LOOP = """
import sys
from pathlib import Path
from hooks.staging import put_in_place, staging_for
site, cache, name = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
for number in range(300):
    staging = staging_for(site, cache)
    (staging / "deep").mkdir(parents=True)
    for page in ("a.html", "deep/b.html"):
        (staging / page).write_text(f"{name} {number}")
    put_in_place(staging, site, cache)
"""


def test_two_processes_that_swap_at_once(place: tuple[Path, Path]) -> None:
    command = [sys.executable, "-c", LOOP, *map(str, place)]
    both = [
        subprocess.Popen([*command, name], cwd=ROOT, stderr=subprocess.PIPE, text=True)
        for name in ("one", "two")
    ]
    errors = [process.communicate(timeout=60)[1] for process in both]
    assert errors == ["", ""]
    assert [process.returncode for process in both] == [0, 0]
    pages = [(place[0] / page).read_text() for page in ("a.html", "deep/b.html")]
    assert pages[0] == pages[1]
    assert pages[0] in {"one 299", "two 299"}
    assert beside(place) == ["site"]


KILLED = """
import os, sys
from pathlib import Path
from hooks.staging import put_in_place, staging_for
site, cache, renames = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
staging = staging_for(site, cache)
staging.mkdir()
(staging / "index.html").write_text("new")
replace, left = Path.replace, [renames]
def counted(self, target):
    if not left[0]:
        os.kill(os.getpid(), 9)
    left[0] -= 1
    return replace(self, target)
Path.replace = counted
if renames == 2:
    import shutil
    shutil.rmtree = lambda *a, **k: os.kill(os.getpid(), 9)
put_in_place(staging, site, cache)
"""


@pytest.mark.parametrize(
    ("renames", "found", "after"),
    [
        (0, ["site", "site.building"], "old"),
        (1, ["site.building", "site.old"], "old"),
        (2, ["site", "site.old"], "new"),
    ],
)
def test_a_kill_in_a_swap_is_mended_by_the_next_build(
    place: tuple[Path, Path], renames: int, found: list[str], after: str
) -> None:
    build(place, "old")
    command = [sys.executable, "-c", KILLED, *map(str, place), str(renames)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -9
    assert [name.partition("-")[0] for name in beside(place)] == found
    staging_for(*place)
    assert read(place) == after
    assert beside(place) == ["site"]


def test_the_newest_of_several_old_sites_is_put_back(place: tuple[Path, Path]) -> None:
    for text in ("older", "newer"):
        write(place[0].with_name(f"site.old-{dead_pid()}"), text)
    staging_for(*place)
    assert read(place) == "newer"
    assert beside(place) == ["site"]


def test_a_swap_that_fails_leaves_the_old_site(place: tuple[Path, Path]) -> None:
    build(place, "old")
    with pytest.raises(FileNotFoundError):
        put_in_place(staging_for(*place), *place)  # nothing was built
    assert read(place) == "old"
    assert beside(place) == ["site"]


def test_only_the_folders_of_dead_builds_are_removed(place: tuple[Path, Path]) -> None:
    dead, alive = f"site.building-{dead_pid()}", f"site.building-{os.getppid()}"
    for name in (dead, alive, "site.building-notes", f"site2.old-{dead_pid()}"):
        write(place[0].with_name(name), "")
    staging_for(*place)
    assert [name for name in beside(place) if "site2" not in name] == [alive]
    assert len(beside(place)) == 2


def test_a_link_stays_a_link(place: tuple[Path, Path], tmp_path: Path) -> None:
    target = tmp_path / "elsewhere/public"
    target.parent.mkdir()
    write(target, "old")
    place[0].symlink_to(target, target_is_directory=True)
    assert staging_for(*place).parent == target.parent  # on the same disk: renamed, not copied
    build(place, "new")
    assert place[0].is_symlink()
    assert (target / "index.html").read_text() == "new"
    assert [path.name for path in target.parent.iterdir()] == ["public"]
