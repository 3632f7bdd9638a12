"""Terms in Korean text: with every particle, and in no other word."""

from __future__ import annotations

import time
import unicodedata
from pathlib import Path

import pytest

from hooks.glossary.file import load
from hooks.glossary.lexicon import Lexicon, Segment
from hooks.glossary.term import Term

ROOT = Path(__file__).resolve().parents[2]


def term(
    name: str, word: str, *also: str, excepted: tuple[str, ...] = (), link: bool = True
) -> Term:
    made = {"id": name, "term": word, "en": name, "meaning": name, "chapter": "01"}
    return Term.model_validate(made | {"also": also, "except": excepted, "link": link})


TERMS = (
    term("token", "토큰"),
    term("batch", "배치", excepted=("배치도", "배치 도면")),
    term("critical-batch", "임계 배치"),
    term("kv-cache", "KV 캐시", "KV cache"),
    term("prefix-cache", "접두 캐시"),
    term("queue", "큐"),
    term("prefill", "prefill", "프리필"),
    term("decode", "decode"),
    term("flop", "FLOP"),
    term("flops", "FLOP/s"),
    term("gb", "GB"),
    term("gbit", "Gb"),
    term("ttft", "TTFT"),
    term("tpot", "TPOT"),
    term("itl", "ITL"),
    term("throughput", "처리량"),
    term("precision", "정밀도"),
    term("kernel", "커널"),
    term("bf16", "bf16"),
    term("sparse", "2:4 희소"),
    term("range", "범위", link=False),
)
LEXICON = Lexicon(TERMS)


def marked(text: str, *seen: str) -> str:
    """The text with what was found in brackets."""
    pieces = LEXICON.segments(text, {*seen})
    return "".join(f"[{one.text}]" if one.term else one.text for one in pieces)


_CORPUS = (Path(__file__).parent / "nouns.txt").read_text(encoding="utf-8").split("# ")[1:]
AFTER_A_CONSONANT, AFTER_A_VOWEL, OTHER_WORDS = (
    part.partition("\n")[2].split() for part in _CORPUS
)
"""Nouns with their particles, and words that only begin or end like one."""


@pytest.mark.parametrize("word", [*AFTER_A_CONSONANT, *AFTER_A_VOWEL])
def test_a_particle_ends_a_noun(word: str) -> None:
    noun = word[:2]
    assert marked(word) == f"[{noun}]{word[2:]}"
    assert marked(f"이 {word} 그리고") == f"이 [{noun}]{word[2:]} 그리고"


@pytest.mark.parametrize("word", OTHER_WORDS)
def test_another_word_is_no_term(word: str) -> None:
    assert marked(word) == word


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # After ㄹ stands 로, and a Latin word takes either.
        ("커널로 커널으로 커널은", "[커널]로 커널으로 커널은"),
        ("커널은", "[커널]은"),
        ("prefill이", "[prefill]이"),
        ("prefill은", "[prefill]은"),
        ("decode는", "[decode]는"),
        ("decode와", "[decode]와"),
        ("bf16으로", "[bf16]으로"),
        ("bf16로", "[bf16]로"),
        ("decode할", "decode할"),
        ("decoder decoded undecode", "decoder decoded undecode"),
        ("ch06_decode decode_step", "ch06_decode decode_step"),
        ("pre-decode decode-only", "pre-decode decode-only"),
        ("TTFT·TPOT/ITL", "[TTFT]·[TPOT]/[ITL]"),
        ("TTFT(첫 토큰까지의 시간)", "[TTFT](첫 [토큰]까지의 시간)"),
        ("'토큰'과 “배치”는", "'[토큰]'과 “[배치]”는"),
        ("토큰, 배치. 큐? 처리량!", "[토큰], [배치]. [큐]? [처리량]!"),
        ("v.decode() bf16.item", "v.decode() bf16.item"),
        # The longest first; what is within it is not found a second time.
        ("임계 배치는 배치와", "[임계 배치]는 [배치]와"),
        ("접두 캐시와 KV 캐시", "[접두 캐시]와 [KV 캐시]"),
        ("KV cache는 KV 캐시입니다", "[KV cache]는 KV 캐시입니다"),
        ("KV\n캐시를", "[KV\n캐시]를"),
        ("KV\u00a0캐시를", "[KV\u00a0캐시]를"),
        ("KV 캐시화", "KV 캐시화"),
        # Units: neither an upper nor a lower half, nor behind a number.
        ("FLOP과", "[FLOP]과"),
        ("FLOP/s로", "[FLOP/s]로"),
        ("TFLOP/s GFLOP FLOP/B", "TFLOP/s GFLOP FLOP/B"),
        ("GB/s Gb/s GB/초", "GB/s Gb/s GB/초"),
        ("GB와 Gb는", "[GB]와 [Gb]는"),
        ("80GB 8토큰 512토큰을", "80GB 8토큰 512토큰을"),
        ("B/토큰 B/token", "B/토큰 B/token"),
        ("2:4 희소는 12:4 희소", "[2:4 희소]는 12:4 희소"),
        # What is excepted, and what is too common.
        ("배치도를 배치 도면에 배치가", "배치도를 배치 도면에 [배치]가"),
        ("범위는", "범위는"),
    ],
)
def test_words_in_text(text: str, wanted: str) -> None:
    assert marked(text) == wanted


def test_each_term_once_and_the_others_still() -> None:
    assert marked("토큰과 배치, 토큰과 배치") == "[토큰]과 [배치], 토큰과 배치"
    assert marked("임계 배치", "critical-batch") == "임계 배치"  # not 배치 within it
    assert marked("토큰과 배치", "token") == "토큰과 [배치]"


def test_the_pieces_are_the_text() -> None:
    text = "한 토큰을, KV 캐시에서 읽고 prefill이 끝나면 배치하고 커널로 갑니다."
    pieces = LEXICON.segments(text, set())
    assert "".join(one.text for one in pieces) == text
    assert pieces[:3] == [Segment("한 "), Segment("토큰", "token"), Segment("을, ")]
    assert LEXICON.segments("아무것도 아님", set()) == [Segment("아무것도 아님")]
    assert LEXICON.segments("", set()) == []


@pytest.mark.parametrize("word", [*AFTER_A_CONSONANT, *OTHER_WORDS])
def test_decomposed_korean_is_read_alike(word: str) -> None:
    assert marked(unicodedata.normalize("NFD", word)) == marked(word)


def test_a_chapter_takes_little_time() -> None:
    lexicon = Lexicon(load(ROOT / "docs/glossary.yaml").terms.values())
    text = (ROOT / "docs/05-bottlenecks.md").read_text(encoding="utf-8")
    taken = []
    for _ in range(4):
        start = time.process_time()
        assert len(list(lexicon.find(text))) > 300
        taken.append(time.process_time() - start)
    assert min(taken) < 0.2
