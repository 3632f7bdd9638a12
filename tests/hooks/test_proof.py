from __future__ import annotations

from pathlib import Path

import pytest

from hooks import proof
from hooks.source import read


@pytest.fixture
def site(tmp_path: Path) -> Path:
    files = {
        "index.html": '<h1 id="가">가</h1><a href="#가">ㄱ</a> <a href="b/#나">ㄴ</a>',
        "b/index.html": '<h1 id="나">나</h1><a href="..">위</a> <a href="../data/x.json">자료</a>',
        "data/x.json": "{}",
        "404.html": '<a href="/어디에도">없음</a>',
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def dead(site: Path) -> list[str]:
    return [str(problem) for problem in proof.dead_links(site, proof.read(site))]


def test_links_that_lead_somewhere(site: Path) -> None:
    assert dead(site) == []


@pytest.mark.parametrize("link", ["c/", "b/#다", "#다", "data/y.json", "b/#%EB%8B%A4"])
def test_a_link_that_leads_nowhere(site: Path, link: str) -> None:
    page = site / "index.html"
    page.write_text(page.read_text("utf-8") + f'<a href="{link}">길</a>', "utf-8")
    assert dead(site) == [
        f"site/index.html:1: link-dead 갈 곳이 없는 링크입니다: {link} (주소나 제목을 고치세요)"
    ]


def test_a_page_that_lacks_what_its_source_asks_for(site: Path) -> None:
    source = read("docs/x.md", "{figure}`a.b` {figure}`a.c`\n\n```mermaid\n```\n")
    page = '<span class="figure" data-figure="a.b"></span><div class="bars"></div>'
    (site / "index.html").write_text(page, encoding="utf-8")
    found = [problem.message for problem in proof.count(source, proof.read(site)["index.html"])]
    assert found == [
        "원고에는 수치 2개가 있는데 만든 페이지에는 1개가 있습니다",
        "원고에는 그림 1개가 있는데 만든 페이지에는 0개가 있습니다",
        "원고에는 막대 0개가 있는데 만든 페이지에는 1개가 있습니다",
    ]


DRAWN = '<div class="mermaid diagram-source"><pre><code>flowchart TB\n    {}</code></pre></div>'


@pytest.mark.parametrize(
    "line", ["click A href &quot;b/&quot;", "click A &quot;b/#나&quot; &quot;나로&quot;"]
)
def test_a_node_of_a_drawing_that_leads_somewhere(site: Path, line: str) -> None:
    page = site / "index.html"
    page.write_text(page.read_text("utf-8") + DRAWN.format(line), "utf-8")
    assert proof.read(site)["index.html"].links[-1].startswith("b/")
    assert dead(site) == []


def test_a_node_of_a_drawing_that_leads_nowhere(site: Path) -> None:
    page = site / "index.html"
    sample = "<pre><code>click A href &quot;d/&quot;</code></pre>"  # of how it is written
    drawn = DRAWN.format("click A href &quot;c/&quot;")
    page.write_text(page.read_text("utf-8") + drawn + sample, "utf-8")
    assert dead(site) == [
        "site/index.html:1: link-dead 갈 곳이 없는 링크입니다: c/ (주소나 제목을 고치세요)"
    ]
