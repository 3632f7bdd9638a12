"""A file of four good terms and one pair, and ways to make it bad."""

from __future__ import annotations

from pathlib import Path

from hooks.glossary.file import load
from hooks.glossary.term import Glossary

GOOD = """\
terms:
  - id: token
    term: 토큰
    en: token
    meaning: 모델이 글을 읽고 쓰는 단위.
    chapter: '01'
  - id: batch
    term: 배치
    en: batch
    meaning: 여러 요청을 묶은 것.
    chapter: '01'
    except: [배치도]
  - id: kv-cache
    term: KV 캐시
    en: KV cache
    meaning: 지난 토큰의 <키>와 값을 남겨 둔 것.
    chapter: '06'
    also: [KV cache]
  - id: range
    term: 범위
    ko: 컵의 크기
    meaning: 적을 수 있는 수의 폭.
    chapter: C
    link: false
pairs:
  - terms: [token, batch]
    difference: 단위와 묶음입니다.
"""


def glossary(folder: Path, text: str | bytes = GOOD) -> Glossary:
    path = folder / "glossary.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return load(path)


def problems(folder: Path, *changes: tuple[str, str]) -> list[str]:
    text = GOOD
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return [str(problem) for problem in glossary(folder, text).problems]
