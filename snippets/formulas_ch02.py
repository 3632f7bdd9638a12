"""The formulas of chapter 02: how many parameters, and how many bytes they take."""

from __future__ import annotations

from .evidence.formulas.formula import Constant, Formula, Input

# Dimensions of Llama 3 8B, as fact W01 states them; the count is held against its tensors.
WIDTH = Constant(4096, "개", "모델의 폭")
KV_HEADS = Constant(8, "개", "KV 헤드")
HEAD = Constant(128, "개", "헤드의 폭")
FFN_WIDTH = Constant(14_336, "개", "FFN의 폭")
VOCABULARY = Constant(128_256, "개", "어휘의 크기")
LAYERS = Constant(32, "층", "층")

FP32 = Constant(4, "B", "fp32 수 하나")
BF16 = Constant(2, "B", "bf16 수 하나")
INT8 = Constant(1, "B", "int8 수 하나")
INT4 = Constant(0.5, "B", "int4 수 하나")
BF16_EACH = Constant(2, "B/parameter", "bf16 파라미터 하나")

LLAMA = Input("ch02.llama8b", "Llama 3 8B의 파라미터")
LLAMA_BF16 = Input("ch02.llama8b_bf16", "Llama 3 8B, bf16")
LLAMA_70B_BF16 = Input("ch02.llama70b_bf16", "Llama 3 70B, bf16")
TABLES = Input("ch02.tables", "임베딩과 출력의 표")
ATTENTION = Input("ch02.attention", "어텐션 한 층")

FORMULAS = (
    # ---- The small file that the experiment writes and loads ----
    Formula(
        id="ch02.file",
        label="식이 말하는 가중치 파일의 크기",
        symbol="S",
        expression="c + H + N * e",
        unit="B",
        inputs={
            "c": Constant(8, "B", "머리말의 길이를 적는 칸"),
            "H": Input("ch02.header_bytes", "머리말"),
            "N": Input("ch02.layer_parameters", "파라미터"),
            "e": BF16,
        },
        measured="ch02.file_bytes",
    ),
    Formula(
        id="ch02.loaded",
        label="식이 말하는, 적재를 마친 워커의 텐서",
        symbol="M",
        expression="N * e",
        unit="B",
        inputs={"N": Input("ch02.layer_parameters", "파라미터"), "e": FP32},
        measured="ch02.loaded_bytes",
    ),
    # ---- Llama 3 8B, counted from its dimensions ----
    Formula(
        id="ch02.attention",
        label="어텐션 한 층의 파라미터",
        symbol="A",
        expression="2 * d ** 2 + 2 * d * k * D",  # Q and O are square; K and V serve fewer heads
        unit="개",
        inputs={"d": WIDTH, "k": KV_HEADS, "D": HEAD},
    ),
    Formula(
        id="ch02.ffn",
        label="FFN 한 층의 파라미터",
        symbol="F",
        expression="3 * d * f",  # gate, up, down
        unit="개",
        inputs={"d": WIDTH, "f": FFN_WIDTH},
    ),
    Formula(
        id="ch02.tables",
        label="임베딩과 출력의 표에 든 파라미터",
        symbol="T",
        expression="2 * V * d",
        unit="개",
        inputs={"V": VOCABULARY, "d": WIDTH},
    ),
    Formula(
        id="ch02.llama8b",
        label="차원에서 센 Llama 3 8B의 파라미터",
        symbol="N",
        expression="T + L * (A + F + 2 * d) + d",  # two norms a layer, one at the end
        unit="개",
        inputs={
            "T": TABLES,
            "L": LAYERS,
            "A": ATTENTION,
            "F": Input("ch02.ffn", "FFN 한 층"),
            "d": WIDTH,
        },
        measured="ch02.llama_counted",
    ),
    Formula(
        id="ch02.ffn_share",
        label="FFN의 몫",
        expression="L * F / N",
        unit="%",
        inputs={"L": LAYERS, "F": Input("ch02.ffn", "FFN 한 층"), "N": LLAMA},
    ),
    Formula(
        id="ch02.attention_share",
        label="어텐션의 몫",
        expression="L * A / N",
        unit="%",
        inputs={"L": LAYERS, "A": ATTENTION, "N": LLAMA},
    ),
    Formula(
        id="ch02.tables_share",
        label="임베딩과 출력의 몫",
        expression="T / N",
        unit="%",
        inputs={"T": TABLES, "N": LLAMA},
    ),
    Formula(
        id="ch02.norm_share",
        label="norm의 몫",
        expression="(2 * L + 1) * d / N",
        unit="%",
        inputs={"L": LAYERS, "d": WIDTH, "N": LLAMA},
    ),
    Formula(
        id="ch02.wrong_ffn",
        label="FFN의 폭을 6,144로 놓고 센 파라미터",
        symbol="N",
        expression="T + L * (A + 3 * d * f + 2 * d) + d",
        unit="개",
        inputs={
            "T": TABLES,
            "L": LAYERS,
            "A": ATTENTION,
            "d": WIDTH,
            "f": Input("W08.8B-앞의-값", "앞의 표에 적힌 FFN의 폭"),
        },
    ),
    # ---- Storage ----
    Formula(
        id="ch02.llama8b_fp32",
        label="Llama 3 8B, fp32",
        expression="N * e",
        unit="GB",
        inputs={"N": LLAMA, "e": FP32},
    ),
    Formula(
        id="ch02.llama8b_bf16",
        label="Llama 3 8B, bf16",
        symbol="S",
        expression="N * e",
        unit="GB",
        inputs={"N": LLAMA, "e": BF16},
    ),
    Formula(
        id="ch02.llama8b_int8",
        label="Llama 3 8B, int8",
        expression="N * e",
        unit="GB",
        inputs={"N": LLAMA, "e": INT8},
    ),
    Formula(
        id="ch02.llama8b_int4",
        label="Llama 3 8B, int4",
        expression="N * e",
        unit="GB",
        inputs={"N": LLAMA, "e": INT4},
    ),
    Formula(
        id="ch02.llama8b_fp32_gib",
        label="Llama 3 8B, fp32 (GiB)",
        expression="S",
        unit="GiB",
        inputs={"S": Input("ch02.llama8b_fp32", "Llama 3 8B, fp32")},
    ),
    Formula(
        id="ch02.llama8b_bf16_gib",
        label="Llama 3 8B, bf16 (GiB)",
        expression="S",
        unit="GiB",
        inputs={"S": LLAMA_BF16},
    ),
    Formula(
        id="ch02.llama8b_int8_gib",
        label="Llama 3 8B, int8 (GiB)",
        expression="S",
        unit="GiB",
        inputs={"S": Input("ch02.llama8b_int8", "Llama 3 8B, int8")},
    ),
    Formula(
        id="ch02.llama8b_int4_gib",
        label="Llama 3 8B, int4 (GiB)",
        expression="S",
        unit="GiB",
        inputs={"S": Input("ch02.llama8b_int4", "Llama 3 8B, int4")},
    ),
    Formula(
        id="ch02.llama8b_int4_scaled",
        label="Llama 3 8B, int4와 척도",
        expression="N * (e + s / g)",
        unit="GB",
        inputs={
            "N": LLAMA,
            "e": INT4,
            "s": Constant(2, "B", "척도(scale) 하나"),
            "g": Constant(128, "개", "척도 하나를 함께 쓰는 수"),
        },
    ),
    Formula(
        id="ch02.llama70b_bf16",
        label="Llama 3 70B, bf16",
        symbol="S",
        expression="N * e",
        unit="GB",
        inputs={"N": Input("W02", "Llama 3 70B의 파라미터"), "e": BF16_EACH},
    ),
    Formula(
        id="ch02.h200_spec",
        label="H200에 남는 자리: 사양표를 십진 GB로 읽으면",
        expression="M - S",
        unit="GB",
        inputs={"M": Input("A05.용량", "사양표의 용량"), "S": LLAMA_70B_BF16},
    ),
    Formula(
        id="ch02.h200_seen",
        label="H200에 남는 자리: 기기가 알리는 크기로는",
        expression="M - S",
        unit="GB",
        inputs={"M": Input("U04", "기기가 알리는 크기"), "S": LLAMA_70B_BF16},
    ),
    # ---- Bits and bytes ----
    Formula(
        id="ch02.hundred_trillion",
        label="파라미터 100조 개를 16비트로 담으면",
        symbol="S",
        expression="N * b",  # the units turn bits into bytes
        unit="TB",
        inputs={
            "N": Constant(1e14, "개", "파라미터"),
            "b": Constant(16, "bit", "16비트 수 하나"),
        },
    ),
    Formula(
        id="ch02.link_time",
        label="가중치를 회선으로 옮기는 시간의 하한",
        symbol="t",
        expression="S / v",
        unit="s",
        inputs={"S": LLAMA_BF16, "v": Constant(400, "Gb/s", "회선 속도")},
    ),
    # ---- Answers to the questions ----
    Formula(
        id="ch02.qwen_bf16",
        label="Qwen2.5 0.5B, bf16",
        expression="N * e",
        unit="GB",
        inputs={"N": Input("W03", "Qwen2.5 0.5B의 파라미터"), "e": BF16_EACH},
    ),
    Formula(
        id="ch02.qwen_fp32",
        label="Qwen2.5 0.5B, fp32",
        expression="N * e",
        unit="GB",
        inputs={
            "N": Input("W03", "Qwen2.5 0.5B의 파라미터"),
            "e": Constant(4, "B/parameter", "fp32 파라미터 하나"),
        },
    ),
    Formula(
        id="ch02.five_copies",
        label="Llama 3 8B bf16 다섯 벌",
        expression="n * S",
        unit="GB",
        inputs={"n": Constant(5, "개", "벌"), "S": LLAMA_BF16},
    ),
    Formula(
        id="ch02.h100_seen",
        label="다섯 벌을 올린 H100에 남는 자리: 기기가 알리는 크기로는",
        expression="M - S",
        unit="GB",
        inputs={
            "M": Input("U03", "기기가 알리는 크기"),
            "S": Input("ch02.five_copies", "다섯 벌"),
        },
    ),
)
