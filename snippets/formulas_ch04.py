"""The formulas of chapter 04: where a peak comes from, and how much of it was reached."""

from __future__ import annotations

from .evidence.formulas.formula import Constant, Formula, Input

TWICE = Constant(2, "FLOP/cycle", "사이클마다 곱하고 더하기")

FORMULAS = (
    Formula(
        id="ch04.flop",
        label="식이 말하는, n=1024인 행렬 곱의 연산",
        symbol="F",
        expression="c * n ** 3",  # n² results, n multiplications and n additions each
        unit="GFLOP",
        inputs={"c": Constant(2, "FLOP", "곱하고 더하기"), "n": Constant(1024, "개", "한 변")},
        measured="ch04.counted",
    ),
    Formula(
        id="ch04.flop_32",
        label="n=32인 행렬 곱의 연산",
        expression="c * n ** 3",
        unit="MFLOP",
        inputs={"c": Constant(2, "FLOP", "곱하고 더하기"), "n": Constant(32, "개", "한 변")},
    ),
    Formula(
        id="ch04.v5e_clock",
        label="TPU v5e의 최댓값이 되려면 필요한 클럭",
        symbol="f",
        expression="P / (M * s ** 2 * c)",
        unit="GHz",
        inputs={
            "P": Input("A09.bf16", "사양표의 최댓값"),
            "M": Input("A17.MXU", "칩 하나의 MXU"),
            "s": Input("A18", "MXU의 한 변"),
            "c": TWICE,
        },
    ),
    Formula(
        id="ch04.h100_clock",
        label="H100의 BF16 dense 최댓값이 되려면 필요한 클럭",
        symbol="f",
        expression="P / (T * m * c)",
        unit="GHz",
        inputs={
            "P": Input("A02.dense", "사양표의 최댓값"),
            "T": Input("A01.Tensor-Core", "Tensor Core"),
            "m": Constant(512, "개", "Tensor Core 하나의 곱셈·덧셈 쌍(A02의 조건)"),
            "c": TWICE,
        },
    ),
    Formula(
        id="ch04.h100_fp32_clock",
        label="H100의 FP32 최댓값이 되려면 필요한 클럭",
        symbol="f",
        expression="P / (S * m * c)",
        unit="GHz",
        inputs={
            "P": Input("B13.FP32", "사양표의 최댓값(행렬 유닛 밖)"),
            "S": Input("A01.SM", "SM"),
            "m": Constant(128, "개", "SM 하나의 FP32 곱셈·덧셈 쌍(B13의 조건)"),
            "c": TWICE,
        },
    ),
    Formula(
        id="ch04.h100_units",
        label="H100의 BF16 행렬 유닛 ÷ FP32 벡터 유닛",
        expression="P / V",
        unit="배",
        inputs={
            "P": Input("B13.BF16-dense", "BF16, 행렬 유닛"),
            "V": Input("B13.FP32", "FP32, 행렬 유닛 밖"),
        },
    ),
    Formula(
        id="ch04.sparse",
        label="H100 BF16의 희소 최댓값 ÷ dense 최댓값",
        expression="S / D",
        unit="배",
        inputs={"S": Input("A02.희소", "희소"), "D": Input("A02.dense", "dense")},
    ),
    Formula(
        id="ch04.vector_cycles",
        label="벡터 유닛이 꽉 차서 돈 셈인 사이클(fp32)",
        symbol="f_v",
        expression="R / p",
        unit="GHz",
        inputs={
            "R": Input("ch04.fp32_256", "fp32, n=256의 도달 속도"),
            "p": Constant(64, "FLOP/cycle", "코어 하나의 FP32 연산(A13의 문장)"),
        },
    ),
    Formula(
        id="ch04.matrix_cycles",
        label="행렬 유닛이 꽉 차서 돈 셈인 사이클(bf16)",
        symbol="f_m",
        expression="R / (p * u)",
        unit="GHz",
        inputs={
            "R": Input("ch04.bf16_1024", "bf16, n=1024의 도달 속도"),
            "p": Input("A13.BF16", "코어 하나의 BF16 연산"),
            "u": Constant(1, "FLOP/op", "BF16 연산 하나를 FLOP 하나로 셈"),
        },
    ),
    Formula(
        id="ch04.reach",
        label="n=1024일 때 행렬 유닛의 도달률이 넘을 수 없는 값",
        expression="f_m / f_v",
        unit="%",
        inputs={
            "f_m": Input("ch04.matrix_cycles", "행렬 유닛이 꽉 차서 돈 셈인 사이클"),
            "f_v": Input("ch04.vector_cycles", "클럭은 적어도 이만큼"),
        },
    ),
    Formula(
        id="ch04.call_flop",
        label="호출 한 번의 시간에 할 수 있었던 연산",
        expression="t * R",
        unit="MFLOP",
        inputs={
            "t": Input("ch04.add_1", "수 1개를 더하는 호출"),
            "R": Input("ch04.bf16_1024", "bf16, n=1024의 도달 속도"),
        },
    ),
)
