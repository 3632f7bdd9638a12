"""The formulas of chapter 09: arithmetic that finds an error, and baselines of a multiple."""

from __future__ import annotations

from .evidence.formulas.formula import Constant, Formula, Input

H100 = Input("K09.H100-8장", "H100 여덟 장의 처리량")
H200 = Input("K10.TGP-700W", "H200 여덟 장의 처리량(전력 한도 700 W)")
H200_CTS = Input("K10.TGP-1000W", "H200 여덟 장의 처리량(전력 한도 1,000 W)")
B200 = Input("K09.B200-1장", "B200 한 장의 처리량(preview)")
EIGHT = Constant(8, "개", "가속기")

FORMULAS = (
    # ---- Units: bits and bytes, per what, in which directions ----
    Formula(
        id="ch09.ici_one_way",
        label="TPU v5e 칩 하나의 ICI 한 방향",
        symbol="v",
        expression="w / d",
        unit="GB/s",
        inputs={
            "w": Input("A09.ICI-양방향", "영문판의 양방향 합"),
            "d": Constant(2, "개", "방향"),
        },
    ),
    Formula(
        id="ch09.ici_korean",
        label="한국어판의 1,600 Gbps를 바이트로",
        symbol="v",
        expression="w",
        unit="GB/s",
        inputs={"w": Constant(1600, "Gb/s", "한국어판의 값")},
    ),
    Formula(
        id="ch09.pod",
        label="칩 256개의 ICI를 더하면",
        symbol="V",
        expression="n * v",
        unit="TB/s",
        inputs={
            "n": Constant(256, "개", "포드의 칩"),
            "v": Input("ch09.ici_korean", "한국어판의 칩 하나"),
        },
    ),
    Formula(
        id="ch09.pod_bits",
        label="한국어판의 51.2 Tbps를 바이트로",
        symbol="V",
        expression="W",
        unit="TB/s",
        inputs={"W": Constant(51.2, "Tb/s", "한국어판의 값")},
    ),
    Formula(
        id="ch09.link_wrong",
        label="링크 하나가 900 GB/s라면, GPU 하나의 NVLink 5",
        symbol="V",
        expression="n * v",
        unit="TB/s",
        inputs={
            "n": Constant(18, "개", "링크"),
            "v": Constant(900, "GB/s", "문서가 링크 하나의 값이라고 적은 것"),
        },
    ),
    Formula(
        id="ch09.link_right",
        label="제출서의 합계에서 구한 GPU 하나의 NVLink 5",
        symbol="V",
        expression="W / n",
        unit="TB/s",
        inputs={"W": Input("A11.NVLink-8장-합계", "여덟 장의 합계"), "n": EIGHT},
    ),
    Formula(
        id="ch09.pcie_wrong",
        label="앞의 값 ÷ PCIe Gen5 x16",
        expression="V / p",
        unit="배",
        inputs={
            "V": Input("ch09.link_wrong", "링크 하나가 900 GB/s라면"),
            "p": Input("N01.합계", "PCIe Gen5 x16, 두 방향"),
        },
    ),
    Formula(
        id="ch09.pcie_right",
        label="뒤의 값 ÷ PCIe Gen5 x16",
        expression="V / p",
        unit="배",
        inputs={
            "V": Input("ch09.link_right", "제출서의 합계에서 구한 값"),
            "p": Input("N01.합계", "PCIe Gen5 x16, 두 방향"),
        },
    ),
    Formula(
        id="ch09.pcie4",
        label="PCIe 4.0 x16 한 방향",
        symbol="v",
        expression="n * r * c",
        unit="GB/s",
        inputs={
            "n": Constant(16, "개", "레인"),
            "r": Constant(16, "Gb/s", "레인 하나(16 GT/s)"),
            "c": Constant(128 / 130, "1", "부호화(128b/130b)"),
        },
    ),
    Formula(
        id="ch09.squared",
        label="8을 곱한 값 ÷ 8로 나눈 값",
        expression="k ** 2",  # what is multiplied by k, over what is divided by it
        unit="배",
        inputs={"k": Constant(8, "개", "바이트 하나의 비트")},
    ),
    # ---- Edition ----
    Formula(
        id="ch09.flash_one",
        label="표준 어텐션의 시간 ÷ FlashAttention: 한 판",
        expression="s / f",
        unit="배",
        inputs={
            "s": Input("B09.표준-시간", "표준 어텐션"),
            "f": Input("B09.FlashAttention-시간", "FlashAttention"),
        },
    ),
    Formula(
        id="ch09.flash_other",
        label="표준 어텐션의 시간 ÷ FlashAttention: 다른 판을 옮긴 자료",
        expression="s / f",
        unit="배",
        inputs={
            "s": Constant(35.1, "ms", "표준 어텐션(D21)"),
            "f": Constant(11.7, "ms", "FlashAttention(D21)"),
        },
    ),
    Formula(
        id="ch09.preliminary",
        label="예비 사양이 출시 사양보다 큰 몫",
        expression="(p - r) / r",
        unit="%",
        inputs={
            "p": Input("A04.예비", "예비 사양"),
            "r": Input("A04.출시", "출시 사양"),
        },
    ),
    # ---- Conditions ----
    Formula(
        id="ch09.h200_more",
        label="같은 칩 이름, 같은 제출자: 처리량의 차이",
        expression="(b - a) / a",
        unit="%",
        inputs={"a": H200, "b": H200_CTS},
    ),
    Formula(
        id="ch09.watt_700",
        label="전력 한도 1 kW마다: 한도가 700 W인 쪽",
        expression="a / (n * w)",
        unit="tokens/s/kW",
        inputs={"a": H200, "n": EIGHT, "w": Constant(700, "W", "칩 하나의 전력 한도(TGP)")},
    ),
    Formula(
        id="ch09.watt_1000",
        label="전력 한도 1 kW마다: 한도가 1,000 W인 쪽",
        expression="b / (n * w)",
        unit="tokens/s/kW",
        inputs={"b": H200_CTS, "n": EIGHT, "w": Constant(1000, "W", "칩 하나의 전력 한도(TGP)")},
    ),
    Formula(
        id="ch09.tpot_itl",
        label="한 실행에서 평균 TPOT ÷ 평균 ITL",
        expression="p / i",
        unit="배",
        inputs={
            "p": Input("K04.TPOT-평균", "요청마다 하나씩 평균"),
            "i": Input("K04.ITL-평균", "간격을 모두 모아 평균"),
        },
    ),
    Formula(
        id="ch09.nvlink_least",
        label="NVLink 양방향: 재현한 값(최소) ÷ 회선의 값",
        expression="m / v",
        unit="%",
        inputs={
            "m": Input("N03.양방향-최소", "재현한 값"),
            "v": Input("N02", "회선의 값"),
        },
    ),
    Formula(
        id="ch09.nvlink_most",
        label="NVLink 양방향: 재현한 값(최대) ÷ 회선의 값",
        expression="m / v",
        unit="%",
        inputs={
            "m": Input("N03.양방향-최대", "재현한 값"),
            "v": Input("N02", "회선의 값"),
        },
    ),
    Formula(
        id="ch09.nvlink_developer",
        label="NVLink 한 방향: 개발자가 말한 실효 값 ÷ 회선의 값",
        expression="m / v",
        unit="%",
        inputs={
            "m": Input("N04.실효", "개발자가 말한 실효 값"),
            "v": Input("N04.회선-속도", "회선의 값"),
        },
    ),
    # ---- Quotation, and the approximation of an equation ----
    Formula(
        id="ch09.one_token_long",
        label="'× n'으로 적으면 커지는 몫: 토큰 291개",
        expression="p / (t + (n - 1) * p)",
        unit="%",
        inputs={
            "t": Input("K11.TTFT-평균", "평균 TTFT"),
            "p": Input("K11.TPOT-평균", "평균 TPOT"),
            "n": Constant(291, "개", "토큰"),
        },
    ),
    Formula(
        id="ch09.one_token_short",
        label="'× n'으로 적으면 커지는 몫: 토큰 4개",
        expression="p / (t + (n - 1) * p)",
        unit="%",
        inputs={
            "t": Input("K11.TTFT-평균", "평균 TTFT"),
            "p": Input("K11.TPOT-평균", "평균 TPOT"),
            "n": Constant(4, "개", "토큰"),
        },
    ),
    # ---- The same B200, three baselines ----
    Formula(
        id="ch09.b200_h100",
        label="B200 한 장 ÷ (H100 여덟 장 ÷ 8)",
        expression="n * b / a",
        unit="배",
        inputs={"b": B200, "a": H100, "n": EIGHT},
    ),
    Formula(
        id="ch09.b200_h200",
        label="B200 한 장 ÷ (전력 한도 700 W인 H200 여덟 장 ÷ 8)",
        expression="n * b / a",
        unit="배",
        inputs={"b": B200, "a": H200, "n": EIGHT},
    ),
    Formula(
        id="ch09.b200_h200_cts",
        label="B200 한 장 ÷ (전력 한도 1,000 W인 H200 여덟 장 ÷ 8)",
        expression="n * b / a",
        unit="배",
        inputs={"b": B200, "a": H200_CTS, "n": EIGHT},
    ),
    # ---- Arithmetic without a meaning: the baselines do not form a chain ----
    Formula(
        id="ch09.chained",
        label="세 보고를 곱하면",
        expression="a * b * c",
        unit="배",
        inputs={
            "a": Input("Q01", "Orca의 보고"),
            "b": Input("H11.처리량-최대", "vLLM의 보고(위쪽)"),
            "c": Input("H13", "SGLang의 보고(최대)"),
        },
    ),
)
