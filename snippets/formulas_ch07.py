"""The formulas of chapter 07: how long one waits, how many are inside, what a guess is worth."""

from __future__ import annotations

from .evidence.formulas.formula import Constant, Formula, Input

NEAR = (0.9, 1.1)  # a simulation of few hundred thousand guests: near the long run, not at it


def _load(percent: float) -> Constant:
    return Constant(percent, "%", "이용률")


FORMULAS = (
    Formula(
        id="ch07.little",
        label="Little의 법칙이 말하는, 안에 있는 손님",
        symbol="L",
        expression="a * W",
        unit="개",
        inputs={
            "a": Input("ch07.rate", "들어온 손님"),
            "W": Input("ch07.stay", "머문 시간의 평균"),
        },
        measured="ch07.inside",
        band=(0.999999, 1.000001),
    ),
    Formula(
        id="ch07.wait_50",
        label="제각각, 이용률 50%: 식이 말하는 평균 대기",
        symbol="m",
        expression="rho / (1 - rho)",
        unit="배",
        inputs={"rho": _load(50)},
        measured="ch07.mm1_50",
        band=NEAR,
    ),
    Formula(
        id="ch07.wait_80",
        label="제각각, 이용률 80%: 식이 말하는 평균 대기",
        symbol="m",
        expression="rho / (1 - rho)",
        unit="배",
        inputs={"rho": _load(80)},
        measured="ch07.mm1_80",
        band=NEAR,
    ),
    Formula(
        id="ch07.wait_90",
        label="제각각, 이용률 90%: 식이 말하는 평균 대기",
        symbol="m",
        expression="rho / (1 - rho)",
        unit="배",
        inputs={"rho": _load(90)},
        measured="ch07.mm1_90",
        band=NEAR,
    ),
    Formula(
        id="ch07.even_50",
        label="늘 같음, 이용률 50%: 식이 말하는 평균 대기",
        symbol="m",
        expression="rho / (1 - rho) * (1 + C ** 2) / 2",
        unit="배",
        inputs={"rho": _load(50), "C": Constant(0, "1", "처리 시간의 변동계수")},
        measured="ch07.md1_50",
        band=NEAR,
    ),
    Formula(
        id="ch07.even_80",
        label="늘 같음, 이용률 80%: 식이 말하는 평균 대기",
        symbol="m",
        expression="rho / (1 - rho) * (1 + C ** 2) / 2",
        unit="배",
        inputs={"rho": _load(80), "C": Constant(0, "1", "처리 시간의 변동계수")},
        measured="ch07.md1_80",
        band=NEAR,
    ),
    Formula(
        id="ch07.even_90",
        label="늘 같음, 이용률 90%: 식이 말하는 평균 대기",
        symbol="m",
        expression="rho / (1 - rho) * (1 + C ** 2) / 2",
        unit="배",
        inputs={"rho": _load(90), "C": Constant(0, "1", "처리 시간의 변동계수")},
        measured="ch07.md1_90",
        band=NEAR,
    ),
    Formula(
        id="ch07.p99",
        label="제각각, 이용률 90%: 식이 말하는 백분위 99의 대기",
        symbol="t",
        # P(wait > t) = ρ exp(-(1 - ρ) t) in multiples of the service; one in a hundred waits longer
        expression="log(rho / q) / (1 - rho)",
        unit="배",
        inputs={"rho": _load(90), "q": Constant(1, "%", "이보다 오래 기다리는 몫")},
        measured="ch07.mm1_90_p99",
        band=NEAR,
    ),
    Formula(
        id="ch07.climb",
        label="평균 대기: 이용률 90% ÷ 80%",
        symbol="r",
        expression="n / e",
        unit="배",
        inputs={
            "n": Input("ch07.wait_90", "이용률 90%"),
            "e": Input("ch07.wait_80", "이용률 80%"),
        },
    ),
    Formula(
        id="ch07.longest_8",
        label="지수 분포에서 여덟을 뽑을 때, 가장 긴 것의 평균",
        symbol="M",
        # The first of eight to end takes 1/8 of the mean, the next of seven 1/7, and so on.
        expression="h * m",
        unit="배",
        inputs={
            "h": Constant(761 / 280, "1", "1 + 1/2 + 1/3 + … + 1/8"),
            "m": Constant(1, "배", "하나의 평균 길이"),
        },
        measured="ch07_batching.ratio_8",
        band=NEAR,
    ),
    Formula(
        id="ch07.mlperf",
        label="제출 로그의 서버 안에 있던 요청",
        symbol="L",
        expression="a * W",
        unit="개",
        inputs={
            # The log says 100.35 a second; in a minute they are a whole number.
            "a": Constant(6021, "개/min", "끝난 요청(K11의 로그, 분당)"),
            "W": Input("K11.지연-평균", "평균 지연"),
        },
    ),
    Formula(
        id="ch07.mlperf_each",
        label="GPU 하나의 몫",
        symbol="n",
        expression="L / g",
        unit="개",
        inputs={
            "L": Input("ch07.mlperf", "안에 있던 요청"),
            "g": Constant(8, "개", "GPU"),
        },
    ),
    Formula(
        id="ch07.five_three",
        label="초당 5건, 평균 3초",
        symbol="L",
        expression="a * W",
        unit="개",
        inputs={
            "a": Constant(5, "개/s", "들어오는 요청"),
            "W": Constant(3, "s", "머문 시간의 평균"),
        },
    ),
    Formula(
        id="ch07.guess_80_4",
        label="수용률 80%, 추측 4개: 식이 말하는 토큰",
        symbol="E",
        expression="(1 - alpha ** (gamma + 1)) / (1 - alpha)",
        unit="개",
        inputs={
            "alpha": Constant(80, "%", "수용률"),
            "gamma": Constant(4, "개", "추측"),
        },
        measured="ch07_guess.tokens_80_4",
        band=(0.98, 1.02),
    ),
    Formula(
        id="ch07.guess_cost",
        label="초안이 큰 모델의 5%를 쓸 때의 배속",
        symbol="s",
        expression="E / (1 + gamma * c)",
        unit="배",
        inputs={
            "E": Input("ch07.guess_80_4", "큰 모델의 순전파 한 번에 나오는 토큰"),
            "gamma": Constant(4, "개", "추측"),
            "c": Constant(5, "%", "초안 한 번 ÷ 큰 모델 한 번"),
        },
    ),
    Formula(
        id="ch07.guess_each",
        label="잰 수용률을 넣은 식의 토큰",
        symbol="E",
        expression="(1 - alpha ** (gamma + 1)) / (1 - alpha)",
        unit="개",
        inputs={
            "alpha": Input("ch07_guess.accepted", "견준 추측 가운데 맞은 몫"),
            "gamma": Constant(4, "개", "추측"),
        },
    ),
    Formula(
        id="ch07.kv_bytes",
        label="Llama 3 8B: 프롬프트 1,024토큰의 KV",
        symbol="K",
        expression="k * T",
        unit="MB",
        inputs={
            "k": Input("ch06.kv_llama3_8b", "토큰 하나의 KV"),
            "T": Constant(1024, "토큰", "프롬프트"),
        },
    ),
    Formula(
        id="ch07.kv_move",
        label="그 KV를 네트워크 포트 하나로 옮기는 시간의 하한",
        symbol="t",
        expression="K / B",
        unit="ms",
        inputs={
            "K": Input("ch07.kv_bytes", "옮길 KV"),
            "B": Input("N07", "NDR 포트 하나"),
        },
    ),
)
