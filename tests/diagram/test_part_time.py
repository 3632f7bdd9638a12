"""The table beside a diagram."""

from __future__ import annotations

from hooks.diagrams.part_time import PartTime
from snippets.evidence.trace import Path
from tests.diagram.held import rows
from tests.diagram.request import request
from tests.diagram.seed import FLOWCHART, SEQUENCE, edited

CONTROL, DATA, BOTH = (Path.CONTROL,), (Path.DATA,), (Path.CONTROL, Path.DATA)
ELIDED = PartTime(None, "scheduler.step", 2, 20.0, CONTROL, None, "토큰마다 배치를 다시 짭니다")


def test_the_flowchart():
    assert rows(FLOWCHART, request()) == (
        PartTime("A", "요청 도착 API 게이트웨이", 1, 20.0, CONTROL, None, None),
        PartTime("B", "인증·검증", 1, 20.0, CONTROL, None, None),
        PartTime("C", "큐 대기", 1, 10.0, CONTROL, None, None),
        PartTime("D", "스케줄러 배치·워커 배정", 1, 10.0, CONTROL, None, None),
        PartTime("E", "워커 프로세스", 1, 10.0, DATA, None, None),
        PartTime("F", "가속기에서 연산 행렬 곱", 9, 120.0, DATA, 9024, None),
        PartTime("G", "메모리 오가기 가중치·활성값·캐시", 6, 60.0, DATA, 96, None),
        PartTime("H", "토큰 하나 생성", 3, 30.0, DATA, 12, None),
        PartTime("I", "응답 스트리밍", 3, 30.0, CONTROL, None, None),
        ELIDED,
    )


def test_the_sequence_diagram():
    assert rows(SEQUENCE, request()) == (
        PartTime("i0", "프롬프트 전송", 1, 40.0, CONTROL, None, None),
        PartTime("i1", "워커 배정", 1, 30.0, BOTH, None, None),
        PartTime("i3", "가중치·입력 읽기", 1, 30.0, DATA, 40, None),
        PartTime("i4", "병렬 연산", 1, 40.0, DATA, 3004, None),
        PartTime("i5", "첫 토큰 (TTFT 시점)", 1, 10.0, CONTROL, None, None),
        PartTime("i8", "캐시 읽고 쓰기", 2, 60.0, DATA, 80, None),
        PartTime("i9", "다음 토큰 계산", 2, 80.0, DATA, 6008, None),
        PartTime("i10", "토큰 하나", 2, 20.0, CONTROL, None, None),
        ELIDED,
    )


def test_a_part_that_no_span_stands_for_has_its_reason():
    source = edited(FLOWCHART, ("    D --> E\n", "    D --> E\n    D --> Z[로그<br/>둘]\n"))
    source += "    %% untraced Z[로그 둘]: 이 요청은 기록하지 않았습니다\n"
    assert [row for row in rows(source, request()) if row.part == "Z"] == [
        PartTime("Z", "로그 둘", 0, 0.0, (), None, "이 요청은 기록하지 않았습니다")
    ]
