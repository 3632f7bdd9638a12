"""The seed's two drawings of chapter 01, character by character, and what binds them.

``accTitle`` and the binding are what the guide adds. A test that needs a drifted drawing edits
these strings.
"""
# ruff: noqa: E501  (a line of a binding is one line, however long its words are)

from __future__ import annotations

FLOWCHART = """\
flowchart TB
    accTitle: 한 요청의 여정

    subgraph CTRL[control path · 결정을 나르는 얇은 흐름]
        direction TB
        A[요청 도착<br/>API 게이트웨이]:::req --> B[인증·검증]:::req
        B --> C[큐 대기]:::req
        C --> D[스케줄러<br/>배치·워커 배정]:::req
    end

    subgraph DATA[data path · 무거운 데이터가 흐르는 두꺼운 흐름]
        direction TB
        E[워커 프로세스]:::compute --> F[가속기에서 연산<br/>행렬 곱]:::hw
        F --> G[메모리 오가기<br/>가중치·활성값·캐시]:::mem
        G --> F
        F --> H[토큰 하나 생성]:::result
        H --> F
    end

    D --> E
    H --> I[응답 스트리밍]:::result

    classDef req fill:#fef9c3,stroke:#ca8a04,color:#713f12
    classDef compute fill:#dbeafe,stroke:#2563eb,color:#1e3a8a
    classDef mem fill:#ede9fe,stroke:#7c3aed,color:#4c1d95
    classDef hw fill:#cffafe,stroke:#0891b2,color:#164e63
    classDef result fill:#dcfce7,stroke:#16a34a,color:#14532d

    %% trace A[요청 도착 API 게이트웨이] = client.send, gateway.receive
    %% trace B[인증·검증] = gateway.auth, gateway.validate
    %% trace C[큐 대기] = queue.wait
    %% trace D[스케줄러 배치·워커 배정] = scheduler.assign
    %% trace E[워커 프로세스] = worker.admit
    %% trace F[가속기에서 연산 행렬 곱] = *.embed, *.matmul
    %% trace G[메모리 오가기 가중치·활성값·캐시] = *.kv_cache
    %% trace H[토큰 하나 생성] = sampler.sample
    %% trace I[응답 스트리밍] = stream.send
    %% outside I: 사용자에게 나가는 끝입니다
    %% elide scheduler.step: 토큰마다 배치를 다시 짭니다
"""

SEQUENCE = """\
sequenceDiagram
    accTitle: 요청 여정을 시간순으로
    participant U as 사용자
    participant S as 스케줄러(control)
    participant W as 워커+가속기(data)
    participant M as 메모리(data)

    U->>S: 프롬프트 전송
    S->>W: 워커 배정
    Note over W,M: prefill 국면<br/>입력 토큰 전체를 한 번에 처리
    W->>M: 가중치·입력 읽기
    W->>W: 병렬 연산
    W-->>U: 첫 토큰 (TTFT 시점)
    Note over W,M: decode 국면<br/>토큰을 하나씩 반복 생성
    loop 토큰마다
        W->>M: 캐시 읽고 쓰기
        W->>W: 다음 토큰 계산
        W-->>U: 토큰 하나
    end

    %% trace 사용자->>스케줄러(control): 프롬프트 전송 = client.send, gateway.receive, gateway.auth, gateway.validate
    %% trace 스케줄러(control)->>워커+가속기(data): 워커 배정 = queue.wait, scheduler.assign, worker.admit
    %% trace 워커+가속기(data)->>메모리(data): 가중치·입력 읽기 = prefill.embed, prefill.kv_cache
    %% trace 워커+가속기(data)->>워커+가속기(data): 병렬 연산 = prefill.matmul, sampler.sample[0]
    %% trace 워커+가속기(data)-->>사용자: 첫 토큰 (TTFT 시점) = stream.send[0]
    %% trace 워커+가속기(data)->>메모리(data): 캐시 읽고 쓰기 = decode.embed, decode.kv_cache
    %% trace 워커+가속기(data)->>워커+가속기(data): 다음 토큰 계산 = decode.matmul, sampler.sample[1:]
    %% trace 워커+가속기(data)-->>사용자: 토큰 하나 = stream.send[1:]
    %% trace Note over 워커+가속기(data),메모리(data): prefill 국면 입력 토큰 전체를 한 번에 처리 = prefill.*, sampler.sample[0], stream.send[0]
    %% trace Note over 워커+가속기(data),메모리(data): decode 국면 토큰을 하나씩 반복 생성 = decode.*, sampler.sample[1:], stream.send[1:]
    %% elide scheduler.step: 토큰마다 배치를 다시 짭니다
"""

FENCE = 10
"""Line of the page on which the fence opens, in every test."""


def line(source: str, text: str) -> int:
    """Line of the page on which a text stands, when the fence opens on line ``FENCE``."""
    return FENCE + source[: source.index(text)].count("\n") + 1


def edited(source: str, *edits: tuple[str, str]) -> str:
    """A drawing with texts replaced; each text has to be there."""
    for old, new in edits:
        assert old in source, old
        source = source.replace(old, new)
    return source
