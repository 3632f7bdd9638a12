"""Korean around an English page, put into English."""

from __future__ import annotations

import pytest

from hooks.english.words import Words, words

LIST = Words.of(
    {
        "주장": "Claim",
        "{}번": "{}",
        "{} ({}번)": "{} ({}×)",
        "{}회 가운데 {}회": "{1} of {0}",
        "{} · 측정": "{} · measured",
    }
)


@pytest.mark.parametrize(
    ("korean", "english"),
    [
        ("주장", "Claim"),
        ("\n  주장 ", "\n  Claim "),
        ("prefill", "prefill"),
        ("8번", "8"),
        ("Queue (1번)", "Queue (1×)"),
        ("12회 가운데 9회", "9 of 12"),
        ("주장 · 측정", "Claim · measured"),
        ("주장\u2060", "Claim"),
        ("모르는 말", None),
        ("모르는 말 · 측정", None),
    ],
)
def test_words(korean: str, english: str | None) -> None:
    assert LIST.english(korean) == english


def test_the_list_says_nothing_in_korean() -> None:
    known = words()
    said = [*known.whole.values(), *(template for _, template in known.patterns)]
    assert [one for one in said if any("가" <= letter <= "힣" for letter in one)] == []
