"""HTML that would run or load something: named where it stands, unless it is a sample of code."""

from __future__ import annotations

import unicodedata

import pytest

from hooks.lint import active
from tests.conftest import Project

ACTIVE = (
    "<{}> 요소는 쓰지 않습니다: 페이지의 글은 아무것도 실행하거나 불러오지 않습니다 "
    "(보여 주려면 백틱이나 ``` 펜스 안에 적고, 기능이 필요하면 docs/assets 에 두세요)"
)


def found(body: str) -> list[tuple[int, str]]:
    return [(one.line, one.code) for one in active.check("docs/x.md", body)]


def test_the_whole_text_of_each_error() -> None:
    body = (
        "# 제목\n\n<script>하나()</script>\n\n[글](주소){ onclick=둘() }\n\n"
        '<p style="background: url(a.png)">글</p>\n\n[글](javascript:셋())\n'
    )
    assert [str(one) for one in active.check("docs/x.md", body, 4)] == [
        f"docs/x.md:7: html-active {ACTIVE.format('script')}",
        "docs/x.md:9: html-handler 이벤트 속성 onclick: 브라우저가 실행하지 않습니다 "
        "(속성을 지우거나, 보여 주려면 백틱 안에 적으세요)",
        "docs/x.md:11: html-style style 속성에 주소나 역슬래시를 쓰지 않습니다 "
        "(그림은 ![설명](파일)로 넣고, 꾸밈은 docs/assets 의 스타일에 적으세요)",
        "docs/x.md:13: html-address javascript: 로 시작하는 주소는 쓰지 않습니다 "
        "(https:// 주소나 사이트 안의 상대 주소를 적으세요)",
    ]


@pytest.mark.parametrize(
    "name",
    ["script", "iframe", "object", "embed", "form", "base", "link", "meta", "style", "frame"],
)
def test_every_element_that_does_something(name: str) -> None:
    for body in (f"가\n<{name} x>", f"가\n<{name.upper()}\nx>", f"가\n> - <{name}/>"):
        assert found(body) == [(2, "html-active")]


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ("가 <!-- <script> -->", [(1, "html-active")]),
        ("`열고\n<script>닫음</script>`", [(2, "html-active")]),  # the site reads no code here
        ("\\`<script>\\`", [(1, "html-active")]),
        ("/// html | iframe\n///", [(1, "html-active")]),
        ('<img alt=a"b onerror=x>', [(1, "html-handler")]),
        ('<a title=">" onclick=x>', [(1, "html-handler")]),
        ("<b\n\nonclick\n= x>", [(3, "html-handler")]),
        ("<svg/onload=x>", [(1, "html-handler")]),
        ("/// details | 글\n    attrs: {onclick: x}\n///", [(2, "html-handler")]),
        ('```py {onclick="x"}\n1\n```', [(1, "html-handler")]),
        ("[글](<java&#115;cript:x>)", [(1, "html-address")]),
        ("[글]: JavaScript:x", [(1, "html-address")]),
        ('가\n<a href="jav&Tab;ascript:x">', [(2, "html-address")]),
        ("[글](data:text/html,x)", [(1, "html-address")]),
        ('<p style="background:\\75rl(x)">', [(1, "html-style")]),
    ],
)
def test_ways_to_hide_it(body: str, places: list[tuple[int, str]]) -> None:
    assert found(body) == places


@pytest.mark.parametrize(
    "body",
    [
        "`<script>`와 ``<b onclick=x> ` javascript:``",
        "```html\n<script>\n```",
        "````md\n```html\n<script>\n```\n````",
        "- 목록\n\n    ```html\n    <iframe onload=x>\n    ```",
        '<div class="hero" markdown>\n\n글<br/> x<sup>2</sup>\n\n</div>',
        '<a href="/data/ai-computing-guide.zip" download>묶음</a>',
        "{figure}`ch01.x` 은 a < b 이고 on = 1, data: 값 (data: 값), <formula>",
        "![그림](data:image/png;base64,aa)",
        '<p style="color: red">url(x)</p>',
        unicodedata.normalize("NFD", "한글 <b>굵게</b>, 스크립트와 자바스크립트: 글"),
    ],
)
def test_what_is_text_passes(body: str) -> None:
    assert found(body) == []


AWKWARD = '---\ntitle: 한글\n---\n# 시험\n\n```html\n<script>\n```\n\n{}\n\n<object data="x">\n'


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_build_stops_at_the_line_of_the_file(project: Project, ends: str, form: str) -> None:
    text = unicodedata.normalize(form, AWKWARD.format("한글 `<embed>`"))
    project.write("docs/index.md", text.replace("\n", ends).encode())
    assert project.errors() == [f"docs/index.md:12: html-active {ACTIVE.format('object')}"]


def test_front_matter_is_held_to_it_too(project: Project) -> None:
    project.write("docs/index.md", "---\ntitle: 한글\ndescription: '\"><base href=x>'\n---\n# 글\n")
    assert project.errors() == [f"docs/index.md:3: html-active {ACTIVE.format('base')}"]


def test_what_only_the_site_reads_as_html_stops_the_build(project: Project) -> None:
    project.write("docs/index.md", "# 시험\n\n``` 낱말 여럿\n\n<iframe></iframe>\n\n```\n")
    assert project.errors() == [
        "docs/index.md:5: html-hidden <iframe> 요소가 코드처럼 적혔지만 페이지에서는 살아 있습니다 "
        "(펜스의 첫 줄에는 언어의 이름만 적고, 백틱은 한 줄 안에서 닫으세요)"
    ]
