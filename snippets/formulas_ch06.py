"""The formulas of chapter 06: bytes of a KV cache, how many fit, how long they take to move."""

from __future__ import annotations

from .evidence.formulas.formula import Constant, Formula, Input

BOTH = Constant(2, "개/토큰", "토큰마다 남기는 것(K와 V)")
HALF = Constant(2, "B", "bf16 수 하나")
LLAMA_TOKEN = Input("ch06.kv_llama3_8b", "Llama 3 8B: 토큰 하나의 KV")
KV_BYTES = "c * L * h * D * e"
SHARE = Constant(90, "%", "KV와 가중치에 쓸 몫")


FORMULAS = (
    Formula(
        id="ch06.kv_llama3_8b",
        label="Llama 3 8B: 토큰 하나의 KV",
        symbol="k",
        expression=KV_BYTES,
        unit="B/토큰",
        inputs={
            "c": BOTH,
            "L": Constant(32, "층", "층"),
            "h": Constant(8, "개", "KV 헤드"),
            "D": Constant(128, "개", "헤드의 폭"),
            "e": HALF,
        },
        measured="ch06_blocks.kv_llama3_8b",
    ),
    Formula(
        id="ch06.kv_llama3_70b",
        label="Llama 3 70B: 토큰 하나의 KV",
        symbol="k",
        expression=KV_BYTES,
        unit="B/토큰",
        inputs={
            "c": BOTH,
            "L": Constant(80, "층", "층"),
            "h": Constant(8, "개", "KV 헤드"),
            "D": Constant(128, "개", "헤드의 폭"),
            "e": HALF,
        },
        measured="ch06_blocks.kv_llama3_70b",
    ),
    Formula(
        id="ch06.kv_llama2_7b",
        label="Llama 2 7B: 토큰 하나의 KV",
        symbol="k",
        expression=KV_BYTES,
        unit="B/토큰",
        inputs={
            "c": BOTH,
            "L": Constant(32, "층", "층"),
            "h": Constant(32, "개", "KV 헤드"),
            "D": Constant(128, "개", "헤드의 폭"),
            "e": HALF,
        },
        measured="ch06_blocks.kv_llama2_7b",
    ),
    Formula(
        id="ch06.kv_qwen25_7b",
        label="Qwen2.5 7B: 토큰 하나의 KV",
        symbol="k",
        expression=KV_BYTES,
        unit="B/토큰",
        inputs={
            "c": BOTH,
            "L": Constant(28, "층", "층"),
            "h": Constant(4, "개", "KV 헤드"),
            "D": Constant(128, "개", "헤드의 폭"),
            "e": HALF,
        },
        measured="ch06_blocks.kv_qwen25_7b",
    ),
    Formula(
        id="ch06.kv_qwen25_05b",
        label="Qwen2.5 0.5B: 토큰 하나의 KV",
        symbol="k",
        expression=KV_BYTES,
        unit="B/토큰",
        inputs={
            "c": BOTH,
            "L": Constant(24, "층", "층"),
            "h": Constant(2, "개", "KV 헤드"),
            "D": Constant(64, "개", "헤드의 폭"),
            "e": HALF,
        },
        measured="ch06_blocks.kv_qwen25_05b",
    ),
    Formula(
        id="ch06.kv_opt_13b",
        label="OPT-13B: 토큰 하나의 KV",
        symbol="k",
        expression=KV_BYTES,
        unit="B/토큰",
        inputs={
            "c": BOTH,
            "L": Constant(40, "층", "층"),
            "h": Constant(40, "개", "KV 헤드"),
            "D": Constant(128, "개", "헤드의 폭"),
            "e": HALF,
        },
        measured="ch06_blocks.kv_opt_13b",
    ),
    Formula(
        id="ch06.kv_8192",
        label="Llama 3 8B: 8,192토큰의 KV",
        symbol="K",
        expression="k * T",
        unit="GiB",
        inputs={"k": LLAMA_TOKEN, "T": Constant(8192, "토큰", "문맥 길이")},
        measured="ch06_blocks.kv_8192",
    ),
    Formula(
        id="ch06.kv_8192_fp8",
        label="Llama 3 8B: KV를 수 하나에 1바이트로 담은 8,192토큰",
        symbol="K",
        expression="k * T * f / e",
        unit="GiB",
        inputs={
            "k": LLAMA_TOKEN,
            "T": Constant(8192, "토큰", "문맥 길이"),
            "f": Constant(1, "B", "fp8 수 하나(척도는 빼고)"),
            "e": HALF,
        },
    ),
    Formula(
        id="ch06.kv_opt_2048",
        label="OPT-13B: 2,048토큰의 KV, GB로",
        symbol="K",
        expression="k * T",
        unit="GB",
        inputs={
            "k": Input("ch06.kv_opt_13b", "OPT-13B: 토큰 하나의 KV"),
            "T": Constant(2048, "토큰", "문맥 길이"),
        },
    ),
    Formula(
        id="ch06.kv_opt_2048_binary",
        label="OPT-13B: 2,048토큰의 KV, GiB로",
        symbol="K",
        expression="k * T",
        unit="GiB",
        inputs={
            "k": Input("ch06.kv_opt_13b", "OPT-13B: 토큰 하나의 KV"),
            "T": Constant(2048, "토큰", "문맥 길이"),
        },
    ),
    Formula(
        id="ch06.fit",
        label="H100에 남는 KV 자리: 기기가 알리는 크기로",
        symbol="X",
        expression="(a * M - W) / k",
        unit="토큰",
        inputs={
            "a": SHARE,
            "M": Input("U03", "H100이 알리는 메모리"),
            "W": Input("W09", "Llama 3 8B의 가중치(bf16)"),
            "k": LLAMA_TOKEN,
        },
    ),
    Formula(
        id="ch06.fit_decimal",
        label="H100에 남는 KV 자리: 사양표의 GB를 십진으로 읽으면",
        symbol="X",
        expression="(a * M - W) / k",
        unit="토큰",
        inputs={
            "a": SHARE,
            "M": Input("A01.용량", "H100의 사양표"),
            "W": Input("W09", "Llama 3 8B의 가중치(bf16)"),
            "k": LLAMA_TOKEN,
        },
    ),
    Formula(
        id="ch06.requests",
        label="8,192토큰짜리 요청이 몇 개 들어가나",
        symbol="n",
        expression="floor(X / T)",
        unit="개",
        inputs={
            "X": Input("ch06.fit", "남는 KV 자리"),
            "T": Constant(8192, "토큰", "요청 하나의 문맥"),
        },
    ),
    Formula(
        id="ch06.requests_decimal",
        label="사양표를 십진으로 읽으면 몇 개 들어가나",
        symbol="n",
        expression="floor(X / T)",
        unit="개",
        inputs={
            "X": Input("ch06.fit_decimal", "남는 KV 자리"),
            "T": Constant(8192, "토큰", "요청 하나의 문맥"),
        },
    ),
    Formula(
        id="ch06.pcie_rate",
        label="부호화를 뺀 PCIe Gen5 x16의 한 방향",
        symbol="B",
        expression="N * d / c",
        unit="GB/s",
        inputs={
            "N": Input("N01.방향당", "회선 속도"),
            "d": Constant(128, "bit", "나르는 비트"),
            "c": Constant(130, "bit", "부호화한 비트"),
        },
    ),
    Formula(
        id="ch06.pcie",
        label="가중치를 PCIe로 옮기는 시간의 하한",
        symbol="t",
        expression="W / B",
        unit="s",
        inputs={
            "W": Input("W09", "Llama 3 8B의 가중치(bf16)"),
            "B": Input("ch06.pcie_rate", "한 방향의 속도"),
        },
    ),
    Formula(
        id="ch06.hbm",
        label="같은 가중치를 H100의 HBM에서 읽는 시간의 하한",
        symbol="t",
        expression="W / B",
        unit="ms",
        inputs={
            "W": Input("W09", "Llama 3 8B의 가중치(bf16)"),
            "B": Input("A03", "H100의 HBM 대역폭"),
        },
    ),
    Formula(
        id="ch06.bytes_longer",
        label="바이트로 본, 문맥 8,192와 128의 비",
        symbol="r",
        expression="(W + k * T) / (W + k * s)",
        unit="배",
        inputs={
            "W": Input("ch06_decode.weights", "가중치"),
            "k": Input("ch06_decode.kv_token", "토큰 하나의 KV"),
            "T": Constant(8192, "개", "긴 문맥"),
            "s": Constant(128, "개", "짧은 문맥"),
        },
    ),
    Formula(
        id="ch06.piece",
        label="블록 하나에서 한 층의 K가 이어지는 길이",
        symbol="s",
        expression="T * h * D * e",
        unit="KiB",
        inputs={
            "T": Constant(16, "개", "블록의 토큰"),
            "h": Constant(8, "개", "KV 헤드"),
            "D": Constant(128, "개", "헤드의 폭"),
            "e": HALF,
        },
    ),
    Formula(
        id="ch06.too_short",
        label="블록의 낭비가 블로그의 상한에 닿는 길이",
        symbol="n",
        expression="t * (1 - w) / w",  # t empty places beside n tokens: t / (t + n) = w
        unit="토큰",
        inputs={
            "t": Constant(7.5, "토큰", "마지막 블록에 비는 자리의 평균(0에서 15까지 고르게)"),
            "w": Input("H11.낭비-상한", "낭비"),
        },
    ),
    Formula(
        id="ch06.paper_least",
        label="논문의 값을 뒤집은 낭비, 적은 쪽",
        symbol="w",
        expression="1 - u",
        unit="%",
        inputs={"u": Input("H10.최대", "실제 토큰에 쓰인 몫")},
    ),
    Formula(
        id="ch06.paper_most",
        label="논문의 값을 뒤집은 낭비, 많은 쪽",
        symbol="w",
        expression="1 - u",
        unit="%",
        inputs={"u": Input("H10.최소", "실제 토큰에 쓰인 몫")},
    ),
    Formula(
        id="ch06.rows",
        label="캐시가 있을 때 모델에 통과시킬 토큰",
        symbol="r",
        expression="p + (n - 1)",
        unit="개",
        inputs={
            "p": Input("ch06_walk.prompt", "프롬프트의 토큰"),
            "n": Input("ch06_walk.output", "내보낼 토큰"),
        },
        measured="ch06_walk.rows",
    ),
    Formula(
        id="ch06.rows_redone",
        label="캐시가 없을 때 모델에 통과시킬 토큰",
        symbol="r",
        expression="n * p + n * (n - 1) / 2",
        unit="개",
        inputs={
            "p": Input("ch06_walk.prompt", "프롬프트의 토큰"),
            "n": Input("ch06_walk.output", "내보낼 토큰"),
        },
        measured="ch06_walk.rows_redone",
    ),
)
