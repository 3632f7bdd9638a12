"""The formulas of chapter 03; see ``snippets/formulas.py``."""

from __future__ import annotations

from .evidence.formulas.formula import Constant, Formula, Input

FORMULAS = (
    Formula(
        id="ch03.step_at_256",
        label="bf16에서 256 바로 위의 눈금 간격",
        symbol="u",
        expression="2 ** (E - m)",
        unit="1",
        inputs={
            "E": Constant(8, "1", "256 = 2^8의 지수"),
            "m": Constant(7, "1", "bf16의 가수 비트 수"),
        },
    ),
    Formula(
        id="ch03.last_bf16",
        label="식이 말하는, bf16에서 합이 느는 횟수",
        symbol="S",
        expression="2 ** (m + 1)",
        unit="번",
        inputs={"m": Constant(7, "1", "bf16의 가수 비트 수")},
        measured="ch03.stop_bf16",
    ),
    Formula(
        id="ch03.last_fp32",
        label="식이 말하는, fp32에서 합이 느는 횟수",
        symbol="S",
        expression="2 ** (m + 1)",
        unit="번",
        inputs={"m": Constant(23, "1", "fp32의 가수 비트 수")},
        measured="ch03.stop_fp32",
    ),
    Formula(
        id="ch03.miss",
        label="식이 말하는, bf16으로 적은 0.1의 오차",
        symbol="r",
        expression="(1 + f / 2 ** 7) * 2 ** (e - 127) / t - 1",
        unit="%",
        inputs={
            "f": Constant(77, "1", "가수 칸에 적힌 수"),
            "e": Constant(123, "1", "지수 칸에 적힌 수"),
            "t": Constant(0.1, "1", "적으려던 수"),
        },
        measured="ch03.tenth_bf16",
        band=(1 - 1e-9, 1 + 1e-9),
    ),
    Formula(
        id="ch03.group_bits",
        label="int4 128개와 fp16 척도 하나",
        symbol="G",
        expression="w * g + s",
        unit="비트",
        inputs={
            "w": Constant(4, "비트/파라미터", "정수 하나"),
            "g": Constant(128, "파라미터", "척도를 나눠 쓰는 수"),
            "s": Constant(16, "비트", "척도 하나"),
        },
    ),
    Formula(
        id="ch03.size_int4",
        label="Llama 3 8B를 int4로, 128개마다 fp16 척도",
        symbol="M",
        expression="N / g * G",
        unit="GB",
        inputs={
            "N": Input("W01", "파라미터"),
            "g": Constant(128, "파라미터", "척도를 나눠 쓰는 수"),
            "G": Input("ch03.group_bits", "그룹 하나"),
        },
    ),
    Formula(
        id="ch03.size_mxfp4",
        label="Llama 3 8B를 MXFP4로",
        symbol="M",
        expression="N * (w + s / g)",
        unit="GB",
        inputs={
            "N": Input("W01", "파라미터"),
            "w": Constant(4, "비트/파라미터", "FP4 수 하나"),
            "s": Constant(8, "비트", "E8M0 척도 하나"),
            "g": Constant(32, "파라미터", "척도를 나눠 쓰는 수"),
        },
    ),
    Formula(
        id="ch03.size_mxfp8",
        label="Llama 3 8B를 MXFP8로",
        symbol="M",
        expression="N * (w + s / g)",
        unit="GB",
        inputs={
            "N": Input("W01", "파라미터"),
            "w": Constant(8, "비트/파라미터", "FP8 수 하나"),
            "s": Constant(8, "비트", "E8M0 척도 하나"),
            "g": Constant(32, "파라미터", "척도를 나눠 쓰는 수"),
        },
    ),
    Formula(
        id="ch03.size_bf16",
        label="Llama 3 8B를 bf16으로",
        symbol="M",
        expression="N * w",
        unit="GB",
        inputs={
            "N": Input("W01", "파라미터"),
            "w": Constant(16, "비트/파라미터", "bf16 수 하나"),
        },
    ),
    Formula(
        id="ch03.saving",
        label="bf16은 int4(128개마다 척도)의 몇 배인가",
        expression="B / M",
        unit="배",
        inputs={
            "B": Input("ch03.size_bf16", "bf16"),
            "M": Input("ch03.size_int4", "int4"),
        },
    ),
    Formula(
        id="ch03.kept",
        label="식이 말하는, 조각 실행이 담은 가중치",
        symbol="M",
        expression="n * n * (w + s / g)",
        unit="kB",
        inputs={
            "n": Constant(1024, "개", "행렬의 폭"),
            "w": Constant(4, "비트", "정수 하나"),
            "s": Constant(16, "비트", "척도 하나"),
            "g": Constant(128, "개", "척도를 나눠 쓰는 수"),
        },
        measured="ch03.stored",
    ),
)
