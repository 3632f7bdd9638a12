"""Nothing is run, and nothing written, by a name that leads out of ``snippets/``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from snippets.evidence import process
from snippets.evidence.catalogue import listings
from snippets.evidence.problem import GuideError
from tests.conftest import ROOT, Project


@pytest.mark.parametrize("name", ["ch02_evil.py", "evidence/helper.py", "tools"])
def test_a_link_in_snippets_is_refused(project: Project, tmp_path: Path, name: str) -> None:
    (target := tmp_path / "elsewhere").mkdir()
    (project.root / "snippets" / name).symlink_to(target)
    with pytest.raises(GuideError) as error:
        listings(project.root)
    assert str(error.value) == (
        f"snippets/{name}:1: snippet-link snippets/ 안에 다른 곳을 가리키는 링크가 있습니다: "
        f"{target} (링크를 지우고 파일을 두세요)"
    )


@pytest.mark.parametrize(
    "module",
    ["os", "snippets", "snippets.evidence.child", "snippets...hooks.guide", "/tmp/evil",
     "../evil", "snippets.없음", "snippets.ch99_gone", "snippets.ch01_tiny\n"],
)  # fmt: skip
def test_a_module_from_elsewhere_is_not_run(project: Project, module: str) -> None:
    listing = replace(listings(project.root)["ch01"], module=module)
    with pytest.raises(GuideError) as error:
        process.run(listing, project.root, lambda *_step: None)
    assert str(error.value) == (
        "snippets:1: snippet-outside snippets/ 안의 모듈이 아니라서 돌리지 않습니다: "
        f"{module} (snippets/chNN_이름.py 로 두세요)"
    )


@pytest.mark.parametrize("name", ["../../evil", "/tmp/evil", "..", ".hidden", "a/b", "", "A B"])
def test_a_record_is_approved_into_a_folder_of_its_own(project: Project, name: str) -> None:
    from snippets.evidence.shelf import Shelf

    with pytest.raises(GuideError) as error:
        Shelf.of(project.root, name)
    assert str(error.value) == (
        f"--profile:1: profile-name 기계의 이름으로 쓸 수 없습니다: {name} "
        "(영어 소문자, 숫자, 붙임표로 40자까지 적으세요. 예: h200)"
    )


@pytest.mark.parametrize("name", ["../ch01", "/tmp/evil.py", "snippets/ch01_tiny.py", "os"])
def test_the_command_line_takes_names_of_experiments(project: Project, name: str) -> None:
    done = project.run("snippets", "run", name)
    assert (done.returncode, done.stderr) == (
        1, f"snippets:1: experiment-unknown 없는 실험입니다: {name.partition('.')[0]} (ch01)\n"
    )  # fmt: skip


def test_the_committed_profiles_have_such_names() -> None:
    from snippets.evidence.shelf import Shelf

    for folder in (ROOT / "snippets/records").iterdir():
        Shelf.of(ROOT, folder.name)
