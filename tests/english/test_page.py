"""A finished English page: nothing Korean is left, or it is named, or it is marked."""

from __future__ import annotations

from hooks.english.page import English
from hooks.english.words import Words

LIST = Words.of({"측정": "measured", "{}번": "{}×", "잰 시간": "Measured times"})


def put(html: str) -> tuple[str, list[str]]:
    english = English(LIST)
    return english.page(html), list(english.left)


def test_text_and_attributes() -> None:
    html = '<p id="이-절" title="측정">Took <b>8번</b>.<br><a href="#이-절">잰 시간</a></p>'
    assert put(html) == (
        '<p id="이-절" title="measured">Took <b>8×</b>.<br><a href="#이-절">Measured times</a></p>',
        [],
    )


def test_json_in_an_attribute() -> None:
    html = """<i data-replay='{"label":"잰 시간","at":[1,"3번","a&#39;b"]}'></i>"""
    assert put(html) == (
        """<i data-replay='{"label": "Measured times", "at": [1, "3×", "a&#39;b"]}'></i>""",
        [],
    )


def test_what_nobody_translated_is_named_and_marked() -> None:
    html = '<p title="모르는 것">모르는 말</p>'
    assert put(html) == (
        '<p title="모르는 것"><span lang="ko">모르는 말</span></p>',
        ["모르는 것", "모르는 말"],
    )


def test_conditions_stay_as_they_were_recorded_and_say_so() -> None:
    html = '<span class="figure-card"><b>측정</b><i>무작위</i></span><code>주장</code>'
    assert put(html) == (
        '<span class="figure-card"><b>measured</b><i><span lang="ko">무작위</span></i></span>'
        "<code>주장</code>",
        [],
    )
