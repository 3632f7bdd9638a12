"""HTML that does something instead of saying something; a page's Markdown has none.

Read with the eyes of a suspicious browser: whatever is not surely a sample of code is looked at as
it stands, because the Markdown of the checks and that of the site differ at the edges.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from snippets.evidence.problem import GuideError

from ..tokens import parse

ELEMENTS = (
    "script|iframe|frame|frameset|object|embed|applet|portal|base|link|meta|form|style|animate|set"
)
ELEMENT = re.compile(rf"<({ELEMENTS})(?![\w-])", re.IGNORECASE)
BLOCK = re.compile(
    rf"^[ \t>]*/{{3,}}\s*html\s*\|\s*({ELEMENTS})(?![\w-])", re.IGNORECASE | re.MULTILINE
)
"""``/// html | script``: an element without a tag."""
_TAGS = (r"<[a-z](?:\"[^\"]*\"|'[^']*'|[^>\"'])*", r"<[a-z][^>]*", r"\{[^{}\n]*")
"""A tag, with quotes as they should be and as they should not; and a list of attributes."""
HANDLER = re.compile(r"(?<![\w-])(on[a-z]{3,})\s*[=:]", re.IGNORECASE)
STYLE = re.compile(
    r"(?<![\w-])style\s*[=:].*?(?:url\s*\(|image-set|@import|\\)", re.IGNORECASE | re.DOTALL
)
ADDRESS = re.compile(
    r"(?:^|[(=<\"'|]|\]:)\s*[<\"']*\s*"
    r"(javascript|vbscript|data(?=:(?!image/(?:png|jpeg|gif|webp)\b)[\w/;,+-]))\s*:",
    re.IGNORECASE,
)
SAID = (
    (
        "html-active",
        "<{}> 요소는 쓰지 않습니다: 페이지의 글은 아무것도 실행하거나 불러오지 않습니다",
        "보여 주려면 백틱이나 ``` 펜스 안에 적고, 기능이 필요하면 docs/assets 에 두세요",
    ),
    (
        "html-handler",
        "이벤트 속성 {}: 브라우저가 실행하지 않습니다",
        "속성을 지우거나, 보여 주려면 백틱 안에 적으세요",
    ),
    (
        "html-style",
        "{} 속성에 주소나 역슬래시를 쓰지 않습니다",
        "그림은 ![설명](파일)로 넣고, 꾸밈은 docs/assets 의 스타일에 적으세요",
    ),
    (
        "html-address",
        "{}: 로 시작하는 주소는 쓰지 않습니다",
        "https:// 주소나 사이트 안의 상대 주소를 적으세요",
    ),
)
_WORDS = {code: (message, hint) for code, message, hint in SAID}
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_SPAN = re.compile(r"(?<![`\\])(`+)(?!`)([^\n]+?)(?<!`)\1(?!`)")
_TAGGED = [re.compile(one, re.IGNORECASE) for one in _TAGS]


def check(path: str, body: str, offset: int = 0) -> Iterator[GuideError]:
    """One problem for each place; ``body`` and ``offset`` are as for ``lint.check``."""
    for line, code, what in sorted(set(places(without_code(body)))):
        message, hint = _WORDS[code]
        yield GuideError(path, line + offset, code, message.format(what), hint)


def rendered(path: str, html: str, source: str) -> Iterator[GuideError]:
    """What is alive in the finished words of a page, though its source was read as harmless.

    The policy stops scripts and handlers by itself; these are the elements that it does not stop.
    A form is not among them: the site has one, and it can only be sent to the site.
    """
    for name in sorted({found[1].lower() for found in ELEMENT.finditer(html)} - {"form"}):
        place = source.lower().find(f"<{name}")
        yield GuideError(
            path,
            _line(source, max(place, 0)),
            "html-hidden",
            f"<{name}> 요소가 코드처럼 적혔지만 페이지에서는 살아 있습니다",
            "펜스의 첫 줄에는 언어의 이름만 적고, 백틱은 한 줄 안에서 닫으세요",
        )


def places(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, code, and what was found."""
    for found in (*ELEMENT.finditer(text), *BLOCK.finditer(text)):
        yield _line(text, found.start(1)), "html-active", found[1].lower()
    for pattern in _TAGGED:
        for tag in pattern.finditer(text):
            for found in HANDLER.finditer(tag[0]):
                place = tag.start() + found.start(1)
                yield _line(text, place), "html-handler", found[1].lower()
            if STYLE.search(unescape(tag[0])):
                place = tag.start() + tag[0].lower().find("style")
                yield _line(text, place), "html-style", "style"
    for number, row in enumerate(text.split("\n"), 1):
        for found in ADDRESS.finditer(_CONTROL.sub("", unescape(row))):
            yield number, "html-address", found[1].lower()


def without_code(body: str) -> str:
    """The page with blanks for its samples of code; the first line of a fence stays."""
    lines = body.split("\n")
    shown = [_SPAN.sub(lambda span: " " * len(span[0]), line) for line in lines]
    for token in parse(body):
        if token.type == "fence" and token.map:
            first, end = token.map
            shown[first] = lines[first]
            shown[first + 1 : end] = [""] * (end - first - 1)
    return "\n".join(shown)


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
