"""The formulas of the guide: each is written here once, and everything else follows from it.

The number, its claim type, the lines on the page and the calculator come from the expression. Every
formula that predicts something that is measured too names it, and is held against it.
"""

from __future__ import annotations

from .evidence.formulas.formula import Constant, Formula, Input

FORMULAS = (
    # ---- Chapter 01 ----
    Formula(
        id="ch01.passes",
        label="식이 말하는 순전파 횟수",
        symbol="F",
        expression="1 + (n - 1)",  # the prefill gives the first token, a decode step each other
        unit="번",
        inputs={"n": Input("ch01.output_tokens", "요청이 받은 토큰")},
        measured="ch01.forward_passes",
    ),
    Formula(
        id="ch01.weights_read",
        label="식이 말하는, decode 한 번에 읽는 가중치",
        symbol="W",
        expression="(N - V * d) * e",  # of the embedding table a step looks up one row
        unit="MB",
        inputs={
            "N": Input("ch01.parameters", "모델의 파라미터 수"),
            "V": Constant(4096, "개", "어휘의 크기"),
            "d": Constant(512, "개", "모델의 폭"),
            "e": Constant(4, "B", "fp32 수 하나"),
        },
        measured="ch01.weight_bytes",
    ),
    Formula(
        id="ch01.thickness",
        label="읽는 가중치 ÷ 배정 메시지",
        expression="W / P",
        unit="배",
        inputs={
            "W": Input("ch01.weight_bytes", "읽는 가중치"),
            "P": Input("ch01.plan_bytes", "배정 메시지"),
        },
    ),
    Formula(
        id="ch01.kv_per_token",
        label="토큰 하나의 KV 캐시",
        symbol="k",
        expression="2 * L * h * D * e",  # keys and values
        unit="B",
        inputs={
            "L": Constant(8, "층", "층"),
            "h": Constant(2, "개", "KV 헤드"),
            "D": Constant(64, "개", "헤드의 폭"),
            "e": Constant(4, "B", "fp32 수 하나"),
        },
    ),
    Formula(
        id="ch01.kv_last_step",
        label="식이 말하는, 마지막 decode가 쓰고 읽는 KV 캐시",
        symbol="K",
        # The last step writes one token, then reads the prompt and all tokens but the last.
        expression="k * (1 + p + (n - 1))",
        unit="kB",
        inputs={
            "k": Input("ch01.kv_per_token", "토큰 하나의 KV 캐시"),
            "p": Constant(27, "개", "프롬프트의 토큰(UTF-8 바이트)"),
            "n": Input("ch01.output_tokens", "요청이 받은 토큰"),
        },
        measured="ch01.kv_bytes",
    ),
    # What the calculator of a request takes: of a decode phase, the time of one token.
    Formula(
        id="ch01.long_tpot",
        label="많이 시킨 손님: 토큰 하나를 더 만드는 시간",
        expression="D / (n - 1)",
        unit="ms",
        inputs={
            "D": Input("ch01.long_decode", "decode"),
            "n": Input("ch01.long_tokens", "받은 토큰"),
        },
    ),
    Formula(
        id="ch01.queued_tpot",
        label="줄을 선 손님: 토큰 하나를 더 만드는 시간",
        expression="D / (n - 1)",
        unit="ms",
        inputs={
            "D": Input("ch01.queued_decode", "decode"),
            "n": Input("ch01.queued_tokens", "받은 토큰"),
        },
    ),
)
