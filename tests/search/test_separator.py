"""Where Korean is cut for the search. Lookbehinds of several lengths are JavaScript's: QuickJS."""

from __future__ import annotations

import json

import pytest
import quickjs

from hooks.search.separator import separator

TERMS = (
    "가중치",
    "양자화",
    "KV 캐시",
    "스케줄러",
    "게이트웨이",
    "정밀도",
    "파라미터",
    "토큰",
    "병목",
)

WORDS = {
    # particles go, one or two of them; a verb's ending goes
    "스케줄러는 스케줄러를 스케줄러에서는": "스케줄러 스케줄러 스케줄러",
    "양자화하면 양자화된 양자화합니다": "양자화 양자화 양자화",
    # what only looks like a particle stays
    "정밀도 게이트웨이 게이트웨이를 회로 길이": "정밀도 게이트웨이 게이트웨이 회로 길이",
    # compounds are cut at the glossary's words, on either side
    "가중치양자화 동적스케줄러": "가중치 양자화 동적 스케줄러",
    "첫토큰까지 파라미터수": "첫 토큰 파라미터 수",
    "토큰화 배토큰": "토큰화 배토큰",
    # Latin and Korean, capitals inside a name
    "KV캐시는 bf16으로 PagedAttention kv-cache": "KV 캐시 bf16 Paged Attention kv cache",
    # ids keep their underscores
    "ch05.flat_bf16 A05": "ch05 flat_bf16 A05",
    # a question's own words say nothing
    "병목은 왜 생기나요? Little's law": "병목 생기나요 Little law",
}


@pytest.fixture(scope="module")
def cut() -> quickjs.Context:
    context = quickjs.Context()
    context.set("pattern", separator(TERMS))
    # As Material's worker does it: empty matches cut, the others are dropped.
    context.eval("""
      globalThis.cut = (text) => {
        const found = [], all = new RegExp(pattern, 'g');
        let match, from = 0;
        do {
          match = all.exec(text);
          const to = match ? match.index : text.length;
          if (from < to) found.push(text.slice(from, to));
          if (match) {
            from = match.index + match[0].length;
            if (!match[0].length) all.lastIndex = match.index + 1;
          }
        } while (match);
        return found.join(' ');
      };
    """)
    return context


@pytest.mark.parametrize("text", WORDS)
def test_words(cut: quickjs.Context, text: str) -> None:
    assert cut.eval(f"cut({json.dumps(text)})") == WORDS[text]


def test_nothing_is_captured() -> None:
    """The theme replaces by the number of a group when it marks words on a page."""
    context = quickjs.Context()
    context.set("pattern", separator(TERMS))
    assert context.eval("new RegExp(pattern + '|').exec('').length") == 1
