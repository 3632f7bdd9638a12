"""What is wrong is named with its file and line, all of it in one run, and nothing is published."""

from __future__ import annotations

import re
import socket

import pytest

from tests.conftest import Project

WALK = """\
```mermaid {trace="ch01.walk"}
flowchart LR
    accTitle: 걷기
    accDescr: 두 칸을 걷습니다.
    A[하나] --> B[둘]
    %% trace A[하나] = one
    %% trace B[둘] = two
```
"""


@pytest.mark.parametrize("flags", [(), ("--strict",)])
def test_an_unknown_figure_fails_with_and_without_strict(
    measured: Project, flags: tuple[str, ...]
) -> None:
    measured.write("docs/index.md", "# 시험\n\n시간은 {figure}`ch01.tiem`입니다.\n")
    assert measured.errors(*flags) == [
        "docs/index.md:3: figure-unknown 수치 'ch01.tiem': 어디에도 선언되지 않았습니다 "
        "(혹시 ch01.time인가요?)"
    ]
    assert not (measured.root / "site").exists()


def test_the_line_is_right_with_crlf_a_bom_and_front_matter(measured: Project) -> None:
    page = "---\ntitle: 시험\ntags: [가]\n---\n\n# 시험\n\n첫 줄\n{figure}`ch01.no`\n"
    measured.write("docs/index.md", b"\xef\xbb\xbf" + page.replace("\n", "\r\n").encode())
    assert [error.partition(" ")[0] for error in measured.errors()] == ["docs/index.md:9:"]


def test_a_diagram_that_agrees_with_its_trace_is_published(measured: Project) -> None:
    measured.write("docs/index.md", f"# 시험\n\n{WALK}")
    result = measured.build("--strict")
    assert result.returncode == 0, result.stderr
    page = measured.page()
    assert page.count('<figure class="diagram"') == 1
    cells = re.sub(r' data-head="[^"]*"', "", page)  # a phone's heads of stacked rows
    assert '<th scope="row">하나</th><td>control path</td><td>1번</td><td>5.00 µs</td>' in cells
    assert '<th scope="row">둘</th><td>data path</td><td>1번</td><td>7.00 µs</td>' in cells


@pytest.mark.parametrize(
    ("old", "new", "errors"),
    [
        (
            "A[하나] --> B[둘]",
            "A[하나] --> B(둘",
            ["docs/index.md:7: mermaid-syntax"],
        ),
        (
            "    %% trace B[둘] = two\n",
            "",
            ["docs/index.md:3: diagram-span-unbound", "docs/index.md:7: diagram-part-unbound"],
        ),
        (
            "A[하나] --> B[둘]",
            "A[하나] ~~~ B[둘]",
            ["docs/index.md:7: diagram-edge-missing"],
        ),
        (
            "--> B[둘]",
            "--> B[둘] --> C[셋]",
            ["docs/index.md:7: diagram-part-unbound"],
        ),
        (
            "    accTitle: 걷기\n",
            "",
            ["docs/index.md:3: diagram-untitled"],
        ),
    ],
)
def test_a_diagram_that_does_not_agree_stops_the_build(
    measured: Project, old: str, new: str, errors: list[str]
) -> None:
    measured.write("docs/index.md", f"# 시험\n\n{WALK.replace(old, new)}")
    found = [" ".join(error.split(" ")[:2]) for error in measured.errors()]
    assert sorted(found) == sorted(errors)


def test_a_failed_experiment_is_named_where_it_is_needed_and_where_it_failed(
    project: Project,
) -> None:
    project.experiment("    raise SystemExit(0)\n")
    assert project.errors() == [
        "docs/index.md:3: experiment-exited ch01 실험이 실패했습니다: snippets/ch01_tiny.py:10 "
        "기록을 남기지 않고 끝났습니다: 아직 잰 기록이 없습니다 "
        "(sys.exit을 부르지 말고 끝까지 yield하세요)"
    ]


def test_every_problem_of_every_page_is_named_in_one_run(project: Project) -> None:
    project.experiment("    {}['x']\n")
    project.write("docs/b.md", "# 나\n\n{figure}`ch01.no`\n\n{figure}`ch01.time`\n")
    project.write("docs/c.md", "# 다\n\n```mermaid\nflowchart TB\n    A[\n```\n")
    assert [" ".join(error.split(" ")[:2]) for error in project.errors()] == [
        "docs/b.md:3: figure-unknown",
        "docs/c.md:5: mermaid-syntax",
        "docs/index.md:3: experiment-raised",
    ]


def test_a_failed_build_leaves_the_last_good_site_and_record(measured: Project) -> None:
    assert measured.build().returncode == 0
    page, records = measured.page(), [path.read_bytes() for path in measured.records]
    measured.experiment("    raise RuntimeError\n")
    measured.errors()
    assert measured.page() == page
    assert [path.read_bytes() for path in measured.records] == records
    assert sorted(path.name for path in measured.root.glob("site*")) == ["site"]


def test_an_unreadable_experiment(measured: Project) -> None:
    measured.write("snippets/ch01_tiny.py", "x = 1\n")
    result = measured.build()
    assert result.returncode == 1
    assert "snippets/ch01_tiny.py:1: experiment-undeclared 실험 선언이 없습니다" in result.stderr


def test_an_unknown_way_to_measure(measured: Project) -> None:
    result = measured.build(MEASURE="sometimes")
    assert result.returncode == 1
    assert (
        "measure-unknown 모르는 값입니다: sometimes (auto, fresh, quick, recorded 가운데 하나)"
        in result.stderr
    )


def test_a_taken_port_is_said_before_anything_is_measured(project: Project) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = project.run("mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}")
    assert result.returncode == 1
    assert (
        f"mkdocs.yml:1: port-taken 127.0.0.1:{port}는 다른 프로그램이 쓰고 있습니다 "
        f"(make site PORT={port + 1} 처럼 다른 번호를 주세요)"
    ) in result.stderr
    assert project.records == []
