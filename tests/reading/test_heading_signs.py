"""Signs before headings: an icon in the text, nothing in the outline, and the address of before."""

from __future__ import annotations

from typing import Any

import markdown
import pytest
from markdown.extensions.toc import TocExtension
from pymdownx.slugs import slugify

from hooks.heading_signs import SIGNS, HeadingSigns


def rendered(text: str, *more: Any) -> Any:
    outline = TocExtension(slugify=slugify(case="lower"), permalink=False)
    md = markdown.Markdown(extensions=[outline, "attr_list", *more])
    return md.convert(text), [(one["id"], one["name"]) for one in md.toc_tokens]


@pytest.mark.parametrize(("emoji", "name"), [*SIGNS.items(), ("⚠\ufe0f", "caution")])
def test_a_sign_is_an_icon_and_no_word_of_the_outline(emoji: str, name: str) -> None:
    before, outline = rendered(f"## {emoji} 이 장의 한계")
    html, now = rendered(f"## {emoji} 이 장의 한계", HeadingSigns())
    (anchor, _), ((same, words),) = outline[0], now
    assert html == (
        f'<h2 id="{anchor}"><span aria-hidden="true" class="sign sign-{name}"></span>'
        "이 장의 한계</h2>"
    )
    assert (same, words) == (anchor, "이 장의 한계")
    assert f'id="{anchor}"' in before


def test_the_words_keep_their_markup() -> None:
    html, _ = rendered("### ⚠ `x`는 *아직*", HeadingSigns())
    assert html.endswith("</span><code>x</code>는 <em>아직</em></h3>")


@pytest.mark.parametrize("text", ["## 🚀 로켓", "## 한계 ⚠", "## ⚠한계", "# ⚠ 제목", "⚠ 문단"])
def test_nothing_else_is_touched(text: str) -> None:
    assert rendered(text, HeadingSigns()) == rendered(text)


def test_two_alike_have_two_addresses() -> None:
    text = "## ⚠ 한계\n\n## ⚠ 한계"
    assert [one for one, _ in rendered(text, HeadingSigns())[1]] == [
        one for one, _ in rendered(text)[1]
    ]
