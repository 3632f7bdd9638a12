"""A file of terms: what it gives, and what it is told when something in it is wrong."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from hooks.glossary.file import load
from hooks.glossary.term import Glossary

from .samples import GOOD, glossary, problems

BAD = {
    "unknown key": (
        ("    en: token\n", "    en: token\n    abbr: T\n"),
        "5: term-key-unknown 용어 token: 모르는 항목입니다: abbr "
        "(쓸 수 있는 항목: id, term, ko, en, meaning, chapter, also, except, link)",
    ),
    "unknown key that was meant otherwise": (
        ("    except: [배치도]", "    excepts: [배치도]"),
        "12: term-key-unknown 용어 batch: 모르는 항목입니다: excepts (혹시 except인가요?)",
    ),
    "no meaning": (
        ("    meaning: 여러 요청을 묶은 것.\n", ""),
        "7: term-key-missing 용어 batch: 'meaning' 항목이 없습니다 "
        "(항목의 뜻은 파일 첫머리에 있습니다)",
    ),
    "blank meaning": (
        ("meaning: 여러 요청을 묶은 것.", "meaning: ' '"),
        "10: term-empty 용어 batch: 'meaning' 항목이 비었습니다 "
        "(항목의 뜻은 파일 첫머리에 있습니다)",
    ),
    "long meaning": (
        ("meaning: 여러 요청을 묶은 것.", f"meaning: {'가' * 76}"),
        "10: term-long 용어 batch: 뜻이 75자를 넘습니다: 76자 "
        "(한 줄로 줄이세요. 자세한 것은 장에 적습니다)",
    ),
    "id of another form": (
        ("id: kv-cache", "id: KV_cache"),
        "13: term-id 용어 KV_cache: id의 꼴이 다릅니다: KV_cache "
        "(kv-cache처럼 소문자와 숫자와 붙임표로 적으세요)",
    ),
    "id twice": (
        ("id: kv-cache", "id: token"),
        "13: term-id-twice 용어 token: 같은 id가 두 번 나옵니다 "
        "(2번째 줄에 이미 있습니다. 새 id를 주세요)",
    ),
    "word twice": (
        ("also: [KV cache]", "also: [배치]"),
        "18: term-word-twice 용어 kv-cache: 같은 말이 두 번 나옵니다: 배치 (이미 batch에 있습니다)",
    ),
    "one language": (
        ("    en: token\n", ""),
        "3: term-language 용어 token: 우리말 풀이도 영어도 없습니다 (ko나 en을 적으세요)",
    ),
    "chapter without quotes": (
        ("chapter: '06'", "chapter: 06"),
        "17: term-type 용어 kv-cache: 'chapter' 자리에 올 수 없는 값입니다: 6 "
        "(항목의 뜻은 파일 첫머리에 있습니다)",
    ),
    "chapter of another form": (
        ("chapter: '06'", "chapter: '6'"),
        "17: term-chapter 용어 kv-cache: 장 번호의 꼴이 다릅니다: 6 "
        "('06'처럼 두 자리 수나, 부록은 'C'처럼 글자 하나를 적으세요)",
    ),
    "pair of one": (
        ("terms: [token, batch]", "terms: [token]"),
        "26: pair-few 짝 1번째: 짝은 용어가 둘 이상이어야 합니다 (id를 하나 더 적으세요)",
    ),
    "pair of a term that is not there": (
        ("terms: [token, batch]", "terms: [token, bacth]"),
        "26: pair-term-unknown 짝 1번째: 없는 용어를 가리킵니다: bacth (혹시 batch인가요?)",
    ),
    "no list": (
        ("pairs:\n", "pair:\n"),
        "25: term-key-unknown 모르는 항목입니다: pair (쓸 수 있는 항목: terms, pairs)",
    ),
    "key twice": (
        ("    en: token\n", "    en: token\n    en: tok\n"),
        "5: term-key-twice 'en' 항목이 두 번 나옵니다 (하나만 남기세요)",
    ),
    "no YAML": (
        ("meaning: 모델이", "meaning: 모델: 이"),
        "5: term-yaml YAML을 읽을 수 없습니다: mapping values are not allowed in this context "
        "(들여쓰기와 따옴표를 보세요. 쌍점(:) 뒤에 빈칸이 있는 글은 따옴표로 감쌉니다)",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, name: str) -> None:
    change, wanted = BAD[name]
    found = problems(tmp_path, change)
    assert f"docs/glossary.yaml:{wanted}" in found
    assert len(found) == (2 if name == "no list" else 1)


def test_everything_is_told_at_once(tmp_path: Path) -> None:
    found = problems(
        tmp_path, ("id: token", "id: Token"), ("chapter: '06'", "chapter: x"), ("[배치도]", "3")
    )
    assert [line.split(" ")[1] for line in found] == [
        *("term-id", "term-type", "term-chapter", "pair-term-unknown")
    ]


def test_a_good_file(tmp_path: Path) -> None:
    found = glossary(tmp_path)
    assert found.problems == ()
    assert list(found.terms) == ["token", "batch", "kv-cache", "range"]
    assert found.terms["kv-cache"].words == ("KV 캐시", "KV cache")
    assert found.terms["batch"].excepted == ("배치도",)
    assert found.pairs[0].anchor == "pair-token-batch"


def test_decomposed_korean_and_windows_line_ends_are_made_one(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", GOOD).replace("\n", "\r\n").encode()
    assert glossary(tmp_path, decomposed) == glossary(tmp_path)


def test_a_project_need_not_have_terms(tmp_path: Path) -> None:
    assert load(tmp_path / "glossary.yaml") == Glossary()
