"""The formulas of chapter 05: intensity, ridge points, and the limits that follow from them."""

from __future__ import annotations

from .evidence.formulas.formula import Constant, Formula, Input

EMBEDDING_8B = Constant(128_256 * 4096, "파라미터", "임베딩 표(출력층도 같은 크기)")
EMBEDDING_70B = Constant(128_256 * 8192, "파라미터", "임베딩 표")

FORMULAS = (
    # ---- What one step has to do, held against what was counted ----
    Formula(
        id="ch05.step_bytes",
        label="식이 말하는, decode 한 스텝이 읽는 가중치",
        symbol="W",
        # The head is the embedding table, so all is read; the gains of the norms are kept in fp32.
        expression="e * (N + g)",
        unit="MB",
        inputs={
            "e": Constant(2, "B", "bf16 수 하나"),
            "N": Input("ch05_step.parameters", "파라미터 수"),
            "g": Input("ch05_step.gains", "정규화의 파라미터 수(fp32라서 한 번 더)"),
        },
        measured="ch05_step.weight_bytes",
    ),
    Formula(
        id="ch05.step_kv",
        label="식이 말하는, decode 한 스텝이 쓰고 읽는 KV 캐시",
        symbol="K",
        expression="2 * L * h * D * e * (1 + (T + 1))",  # writes one token, then reads all
        unit="MB",
        inputs={
            "L": Constant(12, "층", "층"),
            "h": Constant(4, "개", "KV 헤드"),
            "D": Constant(64, "개", "헤드의 폭"),
            "e": Constant(2, "B", "bf16 수 하나"),
            "T": Constant(512, "개", "앞선 토큰"),
        },
        measured="ch05_step.kv_bytes",
    ),
    Formula(
        id="ch05.decode_flop",
        label="식이 말하는, decode 한 스텝의 행렬 곱",
        symbol="F",
        expression="c * (N - g)",  # every weight of a matrix is multiplied once, and added
        unit="GFLOP",
        inputs={
            "c": Constant(2, "FLOP", "곱하고 더하기"),
            "N": Input("ch05_step.parameters", "파라미터 수"),
            "g": Input("ch05_step.gains", "정규화의 파라미터 수"),
        },
        measured="ch05_step.flop_1",
    ),
    Formula(
        id="ch05.prefill_flop",
        label="식이 말하는, 512토큰 prefill의 행렬 곱",
        symbol="F",
        # The embedding is looked up, and the head sees the last token alone.
        expression="c * ((N - g - V * d) * T + V * d)",
        unit="GFLOP",
        inputs={
            "c": Constant(2, "FLOP", "곱하고 더하기"),
            "N": Input("ch05_step.parameters", "파라미터 수"),
            "g": Input("ch05_step.gains", "정규화의 파라미터 수"),
            "V": Constant(32000, "개", "어휘의 크기"),
            "d": Constant(768, "개", "모델의 폭"),
            "T": Constant(512, "개", "프롬프트의 토큰"),
        },
        measured="ch05_step.flop_prefill",
    ),
    Formula(
        id="ch05.attention_share",
        label="512토큰 뒤의 어텐션이 하는 연산 ÷ 가중치와 하는 행렬 곱",
        expression="2 * c * L * H * D * T / F",  # queries times keys, and scores times values
        unit="%",
        inputs={
            "c": Constant(2, "FLOP", "곱하고 더하기"),
            "L": Constant(12, "층", "층"),
            "H": Constant(12, "개", "쿼리 헤드"),
            "D": Constant(64, "개", "헤드의 폭"),
            "T": Constant(513, "개", "자신까지 포함한 토큰"),
            "F": Input("ch05_step.flop_1", "행렬 곱"),
        },
    ),
    # ---- Arithmetic intensity ----
    Formula(
        id="ch05.decode_intensity",
        label="decode 한 스텝의 연산 강도",
        symbol="I",
        expression="F / (W + K)",
        unit="FLOP/B",
        inputs={
            "F": Input("ch05_step.flop_1", "행렬 곱"),
            "W": Input("ch05_step.weight_bytes", "읽는 가중치"),
            "K": Input("ch05_step.kv_bytes", "쓰고 읽는 KV 캐시"),
        },
    ),
    Formula(
        id="ch05.batch_intensity",
        label="요청 여덟을 묶은 스텝의 연산 강도",
        symbol="I",
        expression="F / (W + K)",
        unit="FLOP/B",
        inputs={
            "F": Input("ch05_step.flop_8", "행렬 곱"),
            "W": Input("ch05_step.weight_bytes_8", "읽는 가중치"),
            "K": Input("ch05_step.kv_bytes_8", "쓰고 읽는 KV 캐시"),
        },
    ),
    Formula(
        id="ch05.prefill_intensity",
        label="512토큰 prefill의 연산 강도(가중치만 셈)",
        symbol="I",
        expression="F / W",
        unit="FLOP/B",
        inputs={
            "F": Input("ch05_step.flop_prefill", "행렬 곱"),
            "W": Input("ch05_step.weight_bytes", "읽는 가중치"),
        },
    ),
    Formula(
        id="ch05.linear_intensity",
        label="식이 말하는, 열 16개를 곱할 때 4096×4096 행렬의 연산 강도",
        symbol="I",
        expression="c * n * m * b / (e * (n * m + b * (n + m)))",
        unit="FLOP/B",
        inputs={
            "c": Constant(2, "FLOP", "곱하고 더하기"),
            "n": Constant(4096, "개", "들어가는 폭"),
            "m": Constant(4096, "개", "나오는 폭"),
            "b": Constant(16, "개", "한꺼번에 곱하는 열"),
            "e": Constant(2, "B", "bf16 수 하나"),
        },
        measured="ch05_roof.b16_intensity",
    ),
    # ---- Ridge points, of data sheets ----
    Formula(
        id="ch05.ridge_a100",
        label="A100 80GB SXM의 릿지 포인트",
        symbol="R",
        expression="P / B",
        unit="FLOP/B",
        inputs={
            "P": Input("A06.BF16-dense", "최대 연산 속도"),
            "B": Input("A06.대역폭", "메모리 대역폭"),
        },
    ),
    Formula(
        id="ch05.ridge_h100",
        label="H100 SXM의 릿지 포인트",
        symbol="R",
        expression="P / B",
        unit="FLOP/B",
        inputs={
            "P": Input("A02.dense", "최대 연산 속도"),
            "B": Input("A03", "메모리 대역폭"),
        },
    ),
    Formula(
        id="ch05.ridge_h200",
        label="H200의 릿지 포인트",
        symbol="R",
        expression="P / B",
        unit="FLOP/B",
        inputs={
            "P": Input("A02.dense", "최대 연산 속도(H100과 같다고 봄)"),
            "B": Input("A05.대역폭", "메모리 대역폭"),
        },
    ),
    Formula(
        id="ch05.ridge_b200",
        label="HGX B200의 릿지 포인트",
        symbol="R",
        expression="P / B",
        unit="FLOP/B",
        inputs={
            "P": Input("A12.HGX-B200-dense", "최대 연산 속도"),
            "B": Input("A12.HGX-B200-대역폭", "메모리 대역폭"),
        },
    ),
    Formula(
        id="ch05.ridge_mi300x",
        label="MI300X의 릿지 포인트",
        symbol="R",
        expression="P / B",
        unit="FLOP/B",
        inputs={
            "P": Input("A07.BF16", "최대 연산 속도"),
            "B": Input("A07.대역폭", "메모리 대역폭"),
        },
    ),
    Formula(
        id="ch05.ridge_v5e",
        label="TPU v5e의 릿지 포인트",
        symbol="R",
        expression="P / B",
        unit="FLOP/B",
        inputs={
            "P": Input("A09.bf16", "최대 연산 속도"),
            "B": Input("A09.대역폭", "메모리 대역폭"),
        },
    ),
    Formula(
        id="ch05.ridge_v5p",
        label="TPU v5p의 릿지 포인트",
        symbol="R",
        expression="P / B",
        unit="FLOP/B",
        inputs={
            "P": Input("A10.bf16", "최대 연산 속도"),
            "B": Input("A10.대역폭", "메모리 대역폭"),
        },
    ),
    # ---- Limits that follow ----
    Formula(
        id="ch05.critical_bf16",
        label="H100에서 bf16 가중치의 임계 배치",
        expression="(P / B) * e / c",
        unit="토큰",
        inputs={
            "P": Input("A02.dense", "최대 연산 속도"),
            "B": Input("A03", "메모리 대역폭"),
            "e": Constant(2, "B/파라미터", "bf16 가중치 하나"),
            "c": Constant(2, "FLOP/파라미터/토큰", "곱하고 더하기"),
        },
    ),
    Formula(
        id="ch05.critical_int8",
        label="H100에서 int8 가중치(연산은 bf16)의 임계 배치",
        expression="(P / B) * e / c",
        unit="토큰",
        inputs={
            "P": Input("A02.dense", "최대 연산 속도"),
            "B": Input("A03", "메모리 대역폭"),
            "e": Constant(1, "B/파라미터", "int8 가중치 하나"),
            "c": Constant(2, "FLOP/파라미터/토큰", "곱하고 더하기"),
        },
    ),
    Formula(
        id="ch05.limit_h100",
        label="H100에서 Llama 3 8B bf16, 배치 1 decode의 상한",
        expression="b * B / ((N - E) * e)",
        unit="토큰/s",
        inputs={
            "b": Constant(1, "토큰", "한 스텝이 만드는 토큰"),
            "B": Input("A03", "메모리 대역폭"),
            "N": Input("W01", "파라미터"),
            "E": EMBEDDING_8B,
            "e": Constant(2, "B/파라미터", "bf16 가중치 하나"),
        },
    ),
    Formula(
        id="ch05.limit_h200",
        label="H200에서 Llama 3 8B bf16, 배치 1 decode의 상한",
        expression="b * B / ((N - E) * e)",
        unit="토큰/s",
        inputs={
            "b": Constant(1, "토큰", "한 스텝이 만드는 토큰"),
            "B": Input("A05.대역폭", "메모리 대역폭"),
            "N": Input("W01", "파라미터"),
            "E": EMBEDDING_8B,
            "e": Constant(2, "B/파라미터", "bf16 가중치 하나"),
        },
    ),
    Formula(
        id="ch05.limit_70b",
        label="H200에서 Llama 3 70B bf16, 배치 1 decode의 상한",
        expression="b * B / ((N - E) * e)",
        unit="토큰/s",
        inputs={
            "b": Constant(1, "토큰", "한 스텝이 만드는 토큰"),
            "B": Input("A05.대역폭", "메모리 대역폭"),
            "N": Input("W02", "파라미터"),
            "E": EMBEDDING_70B,
            "e": Constant(2, "B/파라미터", "bf16 가중치 하나"),
        },
    ),
    Formula(
        id="ch05.prefill_h100",
        label="H100에서 Llama 3 8B bf16, 1,024토큰 prefill의 하한",
        expression="c * L * (a + f) * T / P",  # the table is looked up, the head sees one token
        unit="ms",
        inputs={
            "c": Constant(2, "FLOP/토큰", "곱하고 더하기"),
            "L": Constant(32, "층", "층"),
            "a": Input("ch02.attention", "한 층의 어텐션 행렬"),
            "f": Input("ch02.ffn", "한 층의 FFN 행렬"),
            "T": Constant(1024, "토큰", "프롬프트"),
            "P": Input("A02.dense", "최대 연산 속도"),
        },
    ),
    Formula(
        id="ch05.decode_floor",
        label="이 기계에서 가중치를 한 번 읽는 시간",
        expression="W / R",
        unit="ms",
        inputs={
            "W": Input("ch05_step.weight_bytes", "한 스텝이 읽는 가중치"),
            "R": Input("ch05_phases.read", "이 기계가 읽는 속도"),
        },
        measured="ch05_phases.decode",
        band=(0.9, 5),  # a floor: what was measured lies above it, and not by orders of size
    ),
    # ---- Where the KV cache outgrows the weights ----
    Formula(
        id="ch05.long_kv",
        label="Llama 3 8B, 문맥 32,768토큰 · 배치 64의 한 스텝이 읽는 KV 캐시",
        symbol="K",
        expression="2 * L * h * D * e * T * b",
        unit="GB",
        inputs={
            "L": Constant(32, "층", "층"),
            "h": Constant(8, "개", "KV 헤드"),
            "D": Constant(128, "개", "헤드의 폭"),
            "e": Constant(2, "B", "bf16 수 하나"),
            "T": Constant(32768, "개", "요청마다 앞선 토큰"),
            "b": Constant(64, "개", "배치"),
        },
    ),
    Formula(
        id="ch05.long_kv_ratio",
        label="그 KV 캐시 ÷ 가중치",
        expression="K / W",
        unit="배",
        inputs={
            "K": Input("ch05.long_kv", "KV 캐시"),
            "W": Input("W09", "bf16 가중치"),
        },
    ),
    Formula(
        id="ch05.critical_context",
        label="H100에서 Llama 3 8B, 배치를 끝없이 키워도 연산 한계가 되는 가장 긴 문맥",
        symbol="T",
        # With ever more requests only their own work is left: F for a token, k for each before it.
        expression="t * F / (k * R)",
        unit="토큰",
        inputs={
            "t": Constant(1, "토큰", "요청마다 한 스텝이 만드는 토큰"),
            "F": Input("B02.행렬-연산", "토큰 하나의 행렬 곱(어텐션은 세지 않음)"),
            "k": Constant(
                131072, "B/토큰", "앞선 토큰 하나의 KV 캐시(2 × 32층 × 8헤드 × 128 × 2바이트)"
            ),
            "R": Input("ch05.ridge_h100", "릿지 포인트"),
        },
    ),
    # ---- The same attention with fewer bytes ----
    Formula(
        id="ch05.score_bytes",
        label="식이 말하는 점수 행렬의 크기",
        expression="h * T ** 2 * e",
        unit="MB",
        inputs={
            "h": Constant(12, "개", "헤드"),
            "T": Constant(2048, "개", "토큰"),
            "e": Constant(4, "B", "fp32 수 하나"),
        },
        measured="ch05_attention.score_bytes",
    ),
    Formula(
        id="ch05.attention_flop",
        label="식이 말하는 어텐션의 두 행렬 곱",
        expression="2 * c * h * T ** 2 * D",  # QKᵀ, and the scores times V
        unit="GFLOP",
        inputs={
            "c": Constant(2, "FLOP", "곱하고 더하기"),
            "h": Constant(12, "개", "헤드"),
            "T": Constant(2048, "개", "토큰"),
            "D": Constant(64, "개", "헤드의 폭"),
        },
        measured="ch05_attention.flop",
    ),
    Formula(
        id="ch05.flash_flop",
        label="FlashAttention의 연산 ÷ 표준 어텐션",
        expression="f / s",
        unit="배",
        inputs={
            "f": Input("B09.FlashAttention-연산", "FlashAttention의 연산"),
            "s": Input("B09.표준-연산", "표준 어텐션의 연산"),
        },
    ),
    Formula(
        id="ch05.flash_bytes",
        label="표준 어텐션의 HBM 읽고 쓰기 ÷ FlashAttention",
        expression="s / f",
        unit="배",
        inputs={
            "s": Input("B09.표준-HBM", "표준 어텐션의 HBM 읽고 쓰기"),
            "f": Input("B09.FlashAttention-HBM", "FlashAttention의 HBM 읽고 쓰기"),
        },
    ),
    Formula(
        id="ch05.flash_time",
        label="표준 어텐션의 시간 ÷ FlashAttention",
        expression="s / f",
        unit="배",
        inputs={
            "s": Input("B09.표준-시간", "표준 어텐션의 시간"),
            "f": Input("B09.FlashAttention-시간", "FlashAttention의 시간"),
        },
    ),
)
