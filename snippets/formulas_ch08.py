"""The formulas of chapter 08: sums of latencies, tails, and how many requests a tail needs."""

from __future__ import annotations

from .evidence.formulas.formula import Constant, Formula, Input

FORMULAS = (
    # ---- End to end ----
    Formula(
        id="ch08.e2e_example",
        label="TTFT와 TPOT에서 나온 종단 지연",
        symbol="E",
        expression="T + (n - 1) * t",
        unit="s",
        inputs={
            "T": Constant(0.5, "s", "TTFT"),
            "t": Constant(40, "ms", "TPOT"),
            "n": Constant(200, "개", "출력 토큰"),
        },
    ),
    Formula(
        id="ch08.e2e_mlperf",
        label="로그의 평균에서 나온 종단 지연",
        symbol="E",
        expression="T + (n - 1) * t",
        unit="s",
        inputs={
            "T": Input("K11.TTFT-평균", "TTFT 평균"),
            "t": Input("K11.TPOT-평균", "TPOT 평균"),
            "n": Constant(291.3, "개", "요청 하나의 출력 토큰(로그의 토큰 ÷ 요청)"),
        },
    ),
    Formula(
        id="ch08.one_too_many",
        label="n을 곱하면 더 나오는 몫, 토큰 2개",
        expression="t / (T + (n - 1) * t)",
        unit="%",
        inputs={
            "T": Constant(0.5, "s", "TTFT"),
            "t": Constant(40, "ms", "TPOT"),
            "n": Constant(2, "개", "출력 토큰"),
        },
    ),
    Formula(
        id="ch08.one_of_many",
        label="n을 곱하면 더 나오는 몫, 토큰 200개",
        expression="t / (T + (n - 1) * t)",
        unit="%",
        inputs={
            "T": Constant(0.5, "s", "TTFT"),
            "t": Constant(40, "ms", "TPOT"),
            "n": Constant(200, "개", "출력 토큰"),
        },
    ),
    # ---- One word, two quantities ----
    Formula(
        id="ch08.reported_apart",
        label="같은 실행의 TPOT 평균 ÷ ITL 평균",
        expression="t / i",
        unit="배",
        inputs={
            "t": Input("K04.TPOT-평균", "TPOT 평균"),
            "i": Input("K04.ITL-평균", "ITL 평균"),
        },
    ),
    Formula(
        id="ch08.by_request",
        label="두 요청의 TPOT 평균",
        expression="(a + b) / k",
        unit="ms",
        inputs={
            "a": Constant(100, "ms", "짧은 요청의 TPOT(간격 1개)"),
            "b": Constant(20, "ms", "긴 요청의 TPOT(간격 9개)"),
            "k": Constant(2, "개", "요청"),
        },
    ),
    Formula(
        id="ch08.by_gap",
        label="두 요청의 ITL 평균",
        expression="(m * a + n * b) / (m + n)",
        unit="ms",
        inputs={
            "a": Constant(100, "ms", "짧은 요청의 간격"),
            "b": Constant(20, "ms", "긴 요청의 간격"),
            "m": Constant(1, "개", "짧은 요청의 간격 수"),
            "n": Constant(9, "개", "긴 요청의 간격 수"),
        },
    ),
    # ---- Tails ----
    Formula(
        id="ch08.unseen",
        label="요청 100개가 모두 진짜 P99보다 빠를 확률",
        expression="p ** n",
        unit="%",
        inputs={
            "p": Constant(0.99, "1", "요청 하나가 진짜 P99보다 빠를 확률"),
            "n": Constant(100, "개", "잰 요청"),
        },
    ),
    Formula(
        id="ch08.need",
        label="느린 1%를 95% 확률로 하나라도 보는 데 필요한 요청",
        symbol="n",
        expression="ceil(log(a) / log(p))",
        unit="개",
        inputs={
            "a": Constant(0.05, "1", "하나도 못 볼 확률"),
            "p": Constant(0.99, "1", "요청 하나가 진짜 P99보다 빠를 확률"),
        },
    ),
    Formula(
        id="ch08.fanout",
        label="서버 100대를 모두 기다릴 때 느린 요청의 몫",
        expression="1 - p ** n",
        unit="%",
        inputs={
            "p": Constant(0.99, "1", "서버 하나가 빠를 확률"),
            "n": Constant(100, "개", "함께 기다리는 서버"),
        },
    ),
    Formula(
        id="ch08.leaf",
        label="전체의 99%가 빠르려면 서버 하나가 빠를 확률",
        expression="q ** (1 / n)",
        unit="%",
        inputs={
            "q": Constant(0.99, "1", "전체가 빠를 확률"),
            "n": Constant(100, "개", "함께 기다리는 서버"),
        },
    ),
    # ---- Throughput and its conditions ----
    Formula(
        id="ch08.h200_drop",
        label="8×H200: Offline에서 Server로 갈 때 잃은 처리량",
        expression="1 - s / o",
        unit="%",
        inputs={
            "s": Input("K09.H200-8장", "Server"),
            "o": Constant(31303, "tokens/s", "Offline(K12)"),
        },
    ),
    Formula(
        id="ch08.same_chip",
        label="같은 칩과 모델, 배치 1024 ÷ 배치 64",
        expression="a / b",
        unit="배",
        inputs={
            "a": Input("K16.batch-1024", "배치 1024, 128/128토큰"),
            "b": Input("K16.batch-64", "배치 64, 2048/128토큰"),
        },
    ),
    Formula(
        id="ch08.read_rate",
        label="TPOT 200 ms로 1분에 나오는 토큰",
        expression="m / t",
        unit="개",
        inputs={
            "m": Constant(60, "s", "1분"),
            "t": Input("K07.Server-TPOT", "TPOT 한계"),
        },
    ),
)
