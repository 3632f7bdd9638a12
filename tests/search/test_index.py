"""The file that the worker reads."""

from __future__ import annotations

import json

from hooks.chapters import Chapters
from hooks.glossary.term import Glossary, Term
from hooks.search.index import FIELDS, Page, index
from hooks.search.separator import separator

TERM = Term(
    id="bottleneck", term="병목", en="bottleneck", meaning="가장 오래 기다리는 곳.", chapter="05"
)
PAGE = Page(
    "05-bottlenecks/",
    "병목",
    '<h1 id="a">05. 병목</h1><p>병목.</p><h2 id="b">병목 찾기</h2>'
    '<span data-figure="ch05.a">1 ms</span>'
    '<h2 id="이-페이지의-수치와-조건">또</h2><p>1 ms</p>',
)


def test_the_index() -> None:
    made = json.loads(
        index([PAGE], Glossary({TERM.id: TERM}), Chapters({"05": "05-bottlenecks.md"}))
    )
    assert made == {
        "config": {
            "lang": ["en"],
            "separator": separator(["병목", "bottleneck"]),
            "pipeline": [],
            "fields": FIELDS,
        },
        "docs": [
            {
                "location": "05-bottlenecks/",
                "title": "05. 병목",
                "text": "<p>병목.</p>",
                "boost": 1.0,
                "explains": "병목 bottleneck",
                "also": "bottleneck",
            },
            {
                "location": "05-bottlenecks/#b",
                "title": "병목 찾기",
                "text": "1 ms",
                "boost": 1.0,
                "also": "bottleneck",
                "names": "ch05.a",
            },
        ],
    }
