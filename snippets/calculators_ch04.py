"""The calculator of chapter 04: figures of a data sheet under one set of conditions."""

from __future__ import annotations

from .evidence.calculators.calculator import Calculator, Field, Reading, Result

CALCULATORS = (
    Calculator(
        id="spec",
        title="사양 정규화기",
        inputs=(
            Field(
                "P",
                "사양표의 연산 속도",
                "TFLOP/s",
                "A02.희소",
                least=1e-3,
                most=1e6,
                also=("PFLOP/s", "GFLOP/s"),
            ),
            Field("s", "희소 조건", "배", 2, choices={"2:4 희소": 2, "dense": 1}),
            Field("q", "정밀도", "배", 1, choices={"bf16·fp16": 1, "fp8·int8": 2}),
            Field("R", "잰 속도", "TFLOP/s", 500, least=0, most=1e6, also=("GFLOP/s",)),
            Field(
                "L",
                "연결 대역폭",
                "GB/s",
                "A06.NVLink",
                least=1e-3,
                most=1e6,
                also=("TB/s", "Gb/s"),
            ),
            Field("d", "방향", "배", 2, choices={"두 방향의 합": 2, "한 방향": 1}),
        ),
        steps=(
            Result("D", "bf16 dense 최댓값", "P / (s * q)", "TFLOP/s", also=("PFLOP/s", "GFLOP/s")),
            Result("u", "도달률", "R / D", "%"),
            Reading(
                "1 - u",
                "최댓값 아래입니다.",
                "최댓값에 닿거나 넘었습니다. 두 값의 조건이 같은지 다시 보세요.",
            ),
            Result("l", "한 방향의 대역폭", "L / d", "GB/s", also=("TB/s", "Gb/s")),
        ),
        leaves_out=(
            "fp8과 int8의 최댓값을 bf16의 두 배로 봅니다. H100, MI300X, TPU v5e가 그렇고, 그렇지 "
            "않은 제품도 있습니다. 클럭, 전력 한도, SKU의 차이는 보지 않습니다. 도달률은 연산 "
            "속도만 봅니다. 메모리를 기다린 것인지는 말해 주지 않습니다."
        ),
    ),
)
