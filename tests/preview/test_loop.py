"""The editing loop from the outside: what is on the page, what is said, what is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import EXPERIMENT, Project
from tests.preview.watched import watched

TEXT = "# 시험\n\n시간은 {figure}`ch01.time`입니다.\n"
UNKNOWN = (
    "docs/index.md:3: figure-unknown 수치 'ch01.tim': 어디에도 선언되지 않았습니다 "
    "(혹시 ch01.time인가요?)"
)


@pytest.fixture
def settled(measured: Project) -> Project:
    """A project with a second page, and a record that holds."""
    measured.write("docs/other.md", "# 다른 쪽\n\n[여기](index.md#곳)\n\n## 곳\n")
    measured.write("docs/index.md", TEXT + "\n## 곳\n\n글.\n")
    return measured


def test_a_sentence_is_on_its_page_and_nothing_is_measured(settled: Project) -> None:
    (record,) = settled.records
    before = record.read_bytes()
    with watched(settled) as preview:
        start = preview.news()
        assert "고친 문장" not in preview.get()
        settled.write("docs/index.md", TEXT + "\n## 곳\n\n고친 문장.\n")
        preview.shows("고친 문장.")
        news = preview.until(lambda news: "/" in news["pages"])
        assert news["pages"] == start["pages"] | {"/": news["pages"]["/"]}
        assert news["problems"] == news["warnings"] == news["restart"] == []
        assert preview.runs() == 0
    assert record.read_bytes() == before
    assert '<script src="/__preview/overlay.js"' not in (settled.root / "docs/index.md").read_text()


def test_an_error_is_said_with_its_line_and_goes_when_it_is_mended(settled: Project) -> None:
    with watched(settled) as preview:
        settled.write("docs/index.md", TEXT.replace("ch01.time", "ch01.tim") + "\n## 곳\n\n틀림.\n")
        news = preview.until(lambda news: news["problems"])
        assert news["problems"] == [UNKNOWN]
        assert f"ERROR   -  {UNKNOWN}" in preview.log.splitlines()
        assert "틀림." not in preview.get()
        settled.write("docs/index.md", TEXT + "\n## 곳\n\n맞음.\n")
        preview.shows("맞음.")
        assert preview.until(lambda news: not news["problems"])["restart"] == []


def test_html_that_only_the_page_shows_is_said_too(settled: Project) -> None:
    with watched(settled) as preview:
        text = f"{TEXT}\n``` 낱말 여럿\n\n<iframe></iframe>\n\n```\n"
        settled.write("docs/index.md", text)
        (said,) = preview.until(lambda news: news["problems"])["problems"]
        line = text.split("\n").index("<iframe></iframe>") + 1
        assert said.startswith(f"docs/index.md:{line}: html-hidden <iframe> 요소가")
        settled.write("docs/index.md", TEXT)
        preview.until(lambda news: not news["problems"])


def test_a_link_that_leads_nowhere_holds_no_page_up(settled: Project) -> None:
    dead = (
        "site/other/index.html:1: link-dead 갈 곳이 없는 링크입니다: ../#곳 "
        "(주소나 제목을 고치세요)"
    )
    with watched(settled) as preview:
        settled.write("docs/index.md", TEXT + "\n## 딴 곳\n")
        assert preview.until(lambda news: news["problems"])["problems"] == [dead]
        assert "딴 곳" in preview.get()
        settled.write("docs/other.md", "# 다른 쪽\n\n[여기](index.md#딴-곳)\n")
        preview.until(lambda news: not news["problems"])
        assert "#딴-곳" in preview.get("other/")


def test_a_new_title_is_on_every_page(settled: Project) -> None:
    with watched(settled) as preview:
        settled.write("docs/other.md", "# 새 이름\n\n글\n")
        preview.shows("새 이름", "")


def test_a_broken_file_of_all_pages_leaves_the_site_as_it_was(settled: Project) -> None:
    with watched(settled) as preview:
        settled.write("docs/facts.yaml", "facts: [\n")
        news = preview.until(lambda news: news["problems"] and not news["busy"])
        assert [line.split(" ")[0] for line in news["problems"]] == ["docs/facts.yaml:2:"]
        assert "시간은" in preview.get()
        (settled.root / "docs/facts.yaml").unlink()
        preview.until(lambda news: not news["problems"] and not news["busy"])


def test_a_snippet_is_run_once_beside_the_page(settled: Project) -> None:
    with watched(settled) as preview:
        assert "1.2 ms" in preview.get()
        changed = EXPERIMENT.replace(
            "[1.0, 1.1, 1.2, 1.3, 1.4, 1.5]", "[2.0, 2.1, 2.2, 2.3, 2.4, 2.5]"
        )
        settled.write("snippets/ch01_tiny.py", changed)
        assert list(preview.until(lambda news: news["renewing"])["renewing"]) == ["ch01"]
        assert "1.2 ms" in preview.get()
        preview.shows("2.2 ms")
        news = preview.until(lambda news: not news["renewing"] and not news["busy"])
        assert news["problems"] == []
        assert preview.runs() == 1
        assert "ch01 다시 잽니다: snippets/ch01_tiny.py 바뀜" in preview.log


def test_a_run_that_fails_is_said_and_not_repeated(settled: Project) -> None:
    with watched(settled) as preview:
        settled.experiment("    1 / 0\n")
        line = (
            settled.root.joinpath("snippets/ch01_tiny.py")
            .read_text()
            .split("\n")
            .index("    1 / 0")
        )
        news = preview.until(lambda news: news["problems"] and not news["renewing"])
        assert news["problems"] == [
            f"snippets/ch01_tiny.py:{line + 1}: experiment-raised 실험이 예외로 끝났습니다: "
            "ZeroDivisionError: division by zero (python -m snippets run ch01 로 다시 돌려 보세요)"
        ]
        settled.write("docs/index.md", TEXT + "\n## 곳\n\n글은 나옵니다.\n")
        preview.shows("글은 나옵니다.")
        assert preview.runs() == 1
        settled.write("snippets/ch01_tiny.py", EXPERIMENT)
        preview.until(lambda news: not news["problems"])
        assert preview.runs() == 1  # its old record holds again


def test_a_snippet_that_does_not_parse(settled: Project) -> None:
    with watched(settled) as preview:
        settled.write("snippets/ch01_tiny.py", "def (:\n")
        news = preview.until(lambda news: news["problems"] and not news["busy"])
        assert [line.split(" ")[:2] for line in news["problems"]] == [
            ["snippets/ch01_tiny.py:1:", "experiment-unreadable"]
        ]
        settled.write("snippets/ch01_tiny.py", EXPERIMENT)
        preview.until(lambda news: not news["problems"] and not news["busy"])
        assert preview.runs() == 0


def test_a_changed_hook_asks_for_a_restart(settled: Project) -> None:
    hook = settled.root / "hooks/words.py"
    before = hook.read_text(encoding="utf-8")
    with watched(settled) as preview:
        hook.write_text(f"{before}\n# 바뀜\n", encoding="utf-8")
        assert preview.until(lambda news: news["restart"])["restart"] == ["hooks/words.py"]
        assert "hooks/words.py:1: 바뀌었습니다. 미리 보기를 다시 켜야 반영됩니다" in preview.log
        hook.write_text(before, encoding="utf-8")
        preview.until(lambda news: not news["restart"])
        assert preview.runs() == 0


def test_what_was_never_measured_is_measured_first(project: Project) -> None:
    with watched(project) as preview:
        preview.shows("1.2 ms")
        assert preview.until(lambda news: not news["problems"])["renewing"] == {}
        assert preview.runs() == 1


def test_recorded_runs_nothing(settled: Project) -> None:
    assert settled.run("snippets", "approve", "ch01").returncode == 0
    settled.experiment("    x = 1\n")
    with watched(settled, MEASURE="recorded") as preview:
        assert "snippets/ch01_tiny.py 바뀜" in preview.get()
        settled.experiment("    x = 2\n")
        settled.write("docs/index.md", TEXT + "\n## 곳\n\n또 고침.\n")
        preview.shows("또 고침.")
        assert preview.news()["renewing"] == {}
        assert preview.runs() == 0


def test_a_setting_that_a_preview_has_not(project: Project) -> None:
    result = project.run("hooks.preview", MEASURE="fresh")
    assert (result.returncode, result.stderr) == (
        1,
        "MEASURE:1: measure-unknown 미리 보기에 쓸 수 없는 값입니다: fresh "
        "(auto(바뀐 실험만 뒤에서 잽니다)나 recorded(재지 않습니다))\n",
    )


def test_nothing_is_left_behind(settled: Project, tmp_path: Path) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    with watched(settled, TMPDIR=str(folder)):
        assert len([*folder.glob("guide-preview-*")]) == 1
    assert [*folder.glob("guide-preview-*")] == []
