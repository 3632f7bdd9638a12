"""The strip above a chapter: what it draws of a map, and where on a page it stands."""

from __future__ import annotations

from pathlib import Path

import markdown

from hooks import source
from hooks.reading.here import Here
from hooks.reading.journey import Journey, Stop, Stretch, journey, pages
from tests.conftest import ROOT

MAP = """\
```mermaid {id="map"}
flowchart TB
    subgraph CTRL[control path · 가는 길]
        A["요청<br/>01장"] --> B["큐<br/>07장"]
    end
    subgraph DATA[data path · 굵은 길]
        C["토큰 하나<br/>01장"]
    end
    CTRL --> DATA
    DATA --> H["응답<br/>08장"]
    X[이어지지 않은 칸]
    click A href "01-a/"
    click B href "07-b/"
    click C href "01-a/"
    click H href "08-c/"
```
"""
WHOLE: Journey = (
    Stretch("control path", "control", (Stop("요청", "01-a.md"), Stop("큐", "07-b.md"))),
    Stretch("data path", "data", (Stop("토큰 하나", "01-a.md"),)),
    Stretch("", "end", (Stop("응답", "08-c.md"),)),
)


def render(body: str, page: str) -> str:
    return markdown.markdown(body, extensions=[Here(lambda: WHOLE, lambda: page)])


def test_the_journey_is_what_the_map_of_the_cover_draws(tmp_path: Path) -> None:
    assert journey(source.read("docs/index.md", MAP), tmp_path) == WHOLE


def test_without_a_map_there_is_no_journey(tmp_path: Path) -> None:
    unnamed = MAP.replace(' {id="map"}', "")
    assert journey(source.read("docs/index.md", unnamed), tmp_path) == ()
    assert journey(None, tmp_path) == ()


def test_every_chapter_has_a_stop_on_the_real_map() -> None:
    cover = source.read("docs/index.md", (ROOT / "docs/index.md").read_text(encoding="utf-8"))
    chapters = {file.name for file in (ROOT / "docs").glob("[0-9][0-9]-*.md")}
    assert len(chapters) == 9
    assert pages(journey(cover, ROOT / ".cache")) == chapters


def test_the_strip_stands_below_the_title_with_the_page_s_own_stops_marked() -> None:
    assert render("# 제목\n\n글", "01-a.md") == (
        "<h1>제목</h1>\n"
        '<nav aria-label="지금 여정의 어디인가" class="here" data-search-exclude="">'
        '<div class="here-stretch" data-path="control"><span class="here-name">control path</span>'
        '<ol><li><a aria-current="page" href="/01-a.md">요청</a></li>'
        '<li><a href="/07-b.md">큐</a></li></ol></div>'
        '<div class="here-stretch" data-path="data"><span class="here-name">data path</span>'
        '<ol><li><a aria-current="page" href="/01-a.md">토큰 하나</a></li></ol></div>'
        '<div class="here-stretch" data-path="end"><ol><li><a href="/08-c.md">응답</a></li></ol>'
        "</div></nav><p>글</p>"
    )


def test_a_page_without_a_stop_has_no_strip() -> None:
    assert render("# 제목", "appendix/units.md") == "<h1>제목</h1>"
