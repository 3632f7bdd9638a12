"""Reading a diagram: the model, the cache, the library."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from hooks.diagrams import mermaid
from hooks.diagrams.diagram import (
    Actor,
    Alt,
    Branch,
    Diagram,
    Edge,
    Kind,
    Loop,
    Message,
    Node,
    Note,
    Opt,
    Par,
    Subgraph,
)
from snippets.evidence.problem import GuideError
from tests.diagram.seed import FLOWCHART, SEQUENCE

CONTROL, DATA = "CTRL", "DATA"


@pytest.fixture
def forgotten():
    """No memo of earlier reads, before and after."""
    mermaid.read.cache_clear()
    yield
    mermaid.read.cache_clear()


@pytest.fixture
def no_engine(monkeypatch, forgotten):
    """An engine that must not be asked."""

    def refuse(source: str) -> None:
        raise AssertionError(source)

    monkeypatch.setattr(mermaid, "_ask", refuse)


def test_the_seed_flowchart():
    assert mermaid.read(FLOWCHART) == Diagram(
        kind=Kind.FLOWCHART,
        title="한 요청의 여정",
        nodes=(
            Node("A", "요청 도착<br/>API 게이트웨이", CONTROL, 6),
            Node("B", "인증·검증", CONTROL, 6),
            Node("C", "큐 대기", CONTROL, 7),
            Node("D", "스케줄러<br/>배치·워커 배정", CONTROL, 8),
            Node("E", "워커 프로세스", DATA, 13),
            Node("F", "가속기에서 연산<br/>행렬 곱", DATA, 13),
            Node("G", "메모리 오가기<br/>가중치·활성값·캐시", DATA, 14),
            Node("H", "토큰 하나 생성", DATA, 16),
            Node("I", "응답 스트리밍", None, 21),
        ),
        edges=(
            Edge("L_A_B_0", "A", "B", line=6),
            Edge("L_B_C_0", "B", "C", line=7),
            Edge("L_C_D_0", "C", "D", line=8),
            Edge("L_E_F_0", "E", "F", line=13),
            Edge("L_F_G_0", "F", "G", line=14),
            Edge("L_G_F_0", "G", "F", line=15),
            Edge("L_F_H_0", "F", "H", line=16),
            Edge("L_H_F_0", "H", "F", line=17),
            Edge("L_D_E_0", "D", "E", line=20),
            Edge("L_H_I_0", "H", "I", line=21),
        ),
        subgraphs=(
            Subgraph(CONTROL, "control path · 결정을 나르는 얇은 흐름", line=4),
            Subgraph(DATA, "data path · 무거운 데이터가 흐르는 두꺼운 흐름", line=11),
        ),
    )


def test_the_seed_sequence_diagram():
    assert mermaid.read(SEQUENCE) == Diagram(
        kind=Kind.SEQUENCE,
        title="요청 여정을 시간순으로",
        actors=(
            Actor("U", "사용자", 3),
            Actor("S", "스케줄러(control)", 4),
            Actor("W", "워커+가속기(data)", 5),
            Actor("M", "메모리(data)", 6),
        ),
        steps=(
            Message("i0", "U", "S", "프롬프트 전송", 8),
            Message("i1", "S", "W", "워커 배정", 9),
            Note("i2", "prefill 국면<br/>입력 토큰 전체를 한 번에 처리", ("W", "M"), 10),
            Message("i3", "W", "M", "가중치·입력 읽기", 11),
            Message("i4", "W", "W", "병렬 연산", 12),
            Message("i5", "W", "U", "첫 토큰 (TTFT 시점)", 13, dotted=True),
            Note("i6", "decode 국면<br/>토큰을 하나씩 반복 생성", ("W", "M"), 14),
            Loop(
                "토큰마다",
                (
                    Message("i8", "W", "M", "캐시 읽고 쓰기", 16),
                    Message("i9", "W", "W", "다음 토큰 계산", 17),
                    Message("i10", "W", "U", "토큰 하나", 18, dotted=True),
                ),
                15,
            ),
        ),
    )


def test_korean_ids_nested_frames_and_every_shape_of_arrow():
    source = """\
flowchart LR
  accTitle: 제목
  accDescr: 설명
  subgraph 바깥["바깥 틀"]
    subgraph 안["안쪽"]
      가["글 #35;1<br>둘"] e1@-- 글 --> 나
    end
    다
  end
  다 --> 안
  가 <--> 다 & 라
  가 ~~~ 라
  가 --> 다
  A["`md **b**`"]
  한글-이름 --> A
"""
    assert mermaid.read(source) == Diagram(
        kind=Kind.FLOWCHART,
        title="제목",
        description="설명",
        nodes=(
            Node("가", "글 #35;1<br/>둘", "안", 6),
            Node("나", "나", "안", 6),
            Node("다", "다", "바깥", 8),
            Node("라", "라", None, 11),
            Node("A", "md **b**", None, 14),
            Node("한글-이름", "한글-이름", None, 15),
        ),
        edges=(
            Edge("e1", "가", "나", "글", 6),
            Edge("L_다_안_0", "다", "안", line=10),
            Edge("L_가_다_0", "가", "다", line=11, two_way=True),
            Edge("L_가_라_0", "가", "라", line=11, two_way=True),
            Edge("L_가_다_2", "가", "다", line=13),
            Edge("L_한글-이름_A_0", "한글-이름", "A", line=15),
        ),
        subgraphs=(Subgraph("안", "안쪽", "바깥", 5), Subgraph("바깥", "바깥 틀", line=4)),
    )


def test_every_block_of_a_sequence_diagram():
    source = """\
sequenceDiagram
  autonumber
  A->>+B: x<br/>y
  Note over A,B: 쪽지
  B-->>-A: z
  alt 좋음
    A->>B: ok
  else 나쁨
    loop 다시
      A-xB: no
    end
  end
  opt 선택
    A->>B: o
  end
  par 하나
    A->>B: p
  and 둘
    A->>B: q
  end
  critical 꼭
    A->>B: c
  option 안 되면
    A->>B: d
  end
  break 멈춤
    A->>B: b
  end
  rect rgb(0,0,0)
    A->>B: wrap: r
  end
"""
    assert mermaid.read(source).steps == (
        Message("i1", "A", "B", "x<br/>y", 3),
        Note("i3", "쪽지", ("A", "B"), 4),
        Message("i4", "B", "A", "z", 5, dotted=True),
        Alt(
            (
                Branch("좋음", (Message("i7", "A", "B", "ok", 7),), 6),
                Branch("나쁨", (Loop("다시", (Message("i10", "A", "B", "no", 10),), 9),), 8),
            )
        ),
        Opt("선택", (Message("i14", "A", "B", "o", 14),), 13),
        Par(
            (
                Branch("하나", (Message("i17", "A", "B", "p", 17),), 16),
                Branch("둘", (Message("i19", "A", "B", "q", 19),), 18),
            )
        ),
        Alt(
            (
                Branch("꼭", (Message("i22", "A", "B", "c", 22),), 21),
                Branch("안 되면", (Message("i24", "A", "B", "d", 24),), 23),
            )
        ),
        Opt("멈춤", (Message("i27", "A", "B", "b", 27),), 26),
        Message("i30", "A", "B", "r", 30),
    )


def test_another_kind_of_diagram():
    assert mermaid.read('pie\n  accTitle: 몫\n  "a" : 1\n') == Diagram(Kind.OTHER, title="몫")


def test_what_one_diagram_says_does_not_leak_into_the_next():
    assert mermaid.read("flowchart TB\n  accTitle: 제목\n  A").title == "제목"
    assert mermaid.read("flowchart TB\n  A").title == ""


def test_lines_end_in_either_way():
    assert mermaid.read(SEQUENCE.replace("\n", "\r\n")) == mermaid.read(SEQUENCE)


def test_a_warm_cache_needs_no_engine(tmp_path, forgotten, request):
    cold = mermaid.read(SEQUENCE, tmp_path)
    request.getfixturevalue("no_engine")
    assert mermaid.read(SEQUENCE, tmp_path) == cold
    assert [path.suffix for path in tmp_path.rglob("*") if path.is_file()] == [".json"]


@pytest.mark.parametrize(
    "damage", ["", "{", "null", "[]", "{}", '{"type": "flowchart-v2"}', "\xff"]
)
def test_a_damaged_cache_file_is_written_anew(tmp_path, forgotten, damage):
    whole = mermaid.read(SEQUENCE, tmp_path)
    (file,) = tmp_path.rglob("*.json")
    kept = file.read_bytes()
    file.write_bytes(damage.encode("latin-1"))
    mermaid.read.cache_clear()
    assert mermaid.read(SEQUENCE, tmp_path) == whole
    assert file.read_bytes() == kept


def test_a_rejected_diagram_leaves_nothing_in_the_cache(tmp_path, forgotten):
    with pytest.raises(mermaid.MermaidSyntax):
        mermaid.read("flowchart TB\n  A[", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_library_is_the_one_that_was_checked():
    assert hashlib.sha256(mermaid.library().read_bytes()).hexdigest() == mermaid.SHA256


def test_another_library_is_refused(monkeypatch):
    monkeypatch.setattr(mermaid, "SHA256", "0" * 64)
    with pytest.raises(GuideError) as caught:
        mermaid.library()
    assert str(caught.value) == (
        "requirements.txt:1: mermaid-library mermaidx에 든 파일이 Mermaid 11.16.0이 아닙니다 "
        "(make setup 으로 requirements.txt의 판을 다시 설치하세요)"
    )


def test_a_missing_library_is_told(monkeypatch):
    monkeypatch.setattr(mermaid.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(GuideError) as caught:
        mermaid.library()
    assert str(caught.value) == (
        "requirements.txt:1: mermaid-library mermaidx가 설치되어 있지 않습니다 "
        "(make setup 으로 requirements.txt의 판을 다시 설치하세요)"
    )


def test_another_library_is_never_run(monkeypatch, forgotten):
    monkeypatch.setattr(mermaid, "SHA256", "0" * 64)
    mermaid._engine.cache_clear()
    with pytest.raises(GuideError, match="mermaid-library"):
        mermaid.read("flowchart TB\n  A --> 새것")


def test_the_cache_is_not_shared_with_another_library(monkeypatch, tmp_path, forgotten):
    before = mermaid._key(SEQUENCE)
    monkeypatch.setattr(mermaid, "SHA256", "0" * 64)
    assert mermaid._key(SEQUENCE) != before


def test_reading_writes_only_below_its_folder(tmp_path, forgotten):
    mermaid.read(FLOWCHART, tmp_path / "new" / "cache")
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert file.parent == tmp_path / "new" / "cache" / "mermaid"
    assert isinstance(file, Path)
