"""Renderers that a hostile build does not reach: terms, and what a lab puts out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from markdown import Markdown

from hooks.chapters import Chapters
from hooks.glossary.file import load
from hooks.glossary.page import GlossaryFence
from hooks.labs.kernel import COLOUR
from tests.conftest import ROOT
from tests.glossary.samples import GOOD
from tests.security.test_inert import CORPUS, alive


@pytest.mark.parametrize("payload", CORPUS)
def test_terms_are_words(tmp_path: Path, payload: str) -> None:
    meaning, difference = json.dumps(f"뜻 {payload}"), json.dumps(f"다름 {payload}")
    terms = GOOD.replace("모델이 글을 읽고 쓰는 단위.", meaning)
    file = tmp_path / "glossary.yaml"
    file.write_text(terms.replace("단위와 묶음입니다.", difference), encoding="utf-8")
    found = load(file)
    assert list(found.problems) == []
    fence = GlossaryFence(found, Chapters.at(ROOT))
    shown = [alive(fence.format(part, "", "", {}, Markdown())) for part in ("terms", "pairs")]
    assert [one.found for one in shown] == [[], []]
    assert all(one.seen for one in shown)  # the words are there, as words


def test_colours_of_a_terminal_are_taken_out() -> None:
    assert COLOUR.sub("", "\x1b[31m빨강\x1b[0m") == "빨강"
