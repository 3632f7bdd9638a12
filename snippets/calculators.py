"""The calculators of the guide: each expression is written here once.

The number, its unit, the lines on the page and the JavaScript come from it. What a preset puts in
is named, never typed: a figure of this build, a fact, or what the conditions of a fact state.
"""

from __future__ import annotations

from .evidence.calculators.calculator import Calculator, Field, Group, Preset, Reading, Result
from .evidence.formulas.formula import Constant

CALCULATORS = (
    Calculator(
        id="request",
        title="요청 하나의 시간",
        inputs=(
            Field("q", "큐 대기", "ms", 100, least=0, most=3.6e6, also=("s",)),
            Field("p", "prefill", "ms", 300, least=0, most=3.6e6, also=("s",)),
            Field(
                "t", "토큰 하나를 더 만드는 시간(TPOT)", "ms", 30, least=0, most=6e4, also=("s",)
            ),
            Field("n", "내보낼 토큰", "개", 200, least=1, most=1e6, integer=True),
        ),
        steps=(
            Result("TTFT", "첫 토큰까지", "q + p", "ms", also=("s",)),
            Result("D", "decode", "(n - 1) * t", "ms", also=("s",)),
            Result("E", "처음부터 끝까지", "TTFT + D", "ms", also=("s",)),
            Result("s_q", "큐의 몫", "q / E", "%"),
            Result("s_p", "prefill의 몫", "p / E", "%"),
            Result("s_D", "decode의 몫", "D / E", "%"),
        ),
        shares={"queue": "s_q", "prefill": "s_p", "decode": "s_D"},
        groups=(
            Group(
                "요청",
                (
                    Preset(
                        "이 빌드의 많이 시킨 손님",
                        {
                            "q": "ch01.long_queue",
                            "p": "ch01.long_prefill",
                            "t": "ch01.long_tpot",
                            "n": "ch01.long_tokens",
                        },
                    ),
                    Preset(
                        "이 빌드의 줄을 선 손님",
                        {
                            "q": "ch01.queued_queue",
                            "p": "ch01.queued_prefill",
                            "t": "ch01.queued_tpot",
                            "n": "ch01.queued_tokens",
                        },
                    ),
                ),
            ),
        ),
        leaves_out=(
            "네트워크, 접수와 인증, 응답을 쓰는 시간은 세지 않습니다. 토큰마다 같은 시간이 "
            "걸린다고 봅니다. 실제로는 문맥이 길어지거나 다른 요청이 끼어들면 TPOT이 "
            "늘어납니다. 잰 수치는 중앙값만 가져옵니다. 중앙값끼리 더한 값은 합의 중앙값과 "
            "다를 수 있습니다."
        ),
    ),
    Calculator(
        id="parameters",
        title="파라미터와 저장 공간",
        inputs=(
            Field("L", "층", "층", "W01:L", least=1, most=1000, integer=True),
            Field("d", "모델의 폭", "개", "W01:d", least=1, most=1e6, integer=True),
            Field("h", "헤드", "개", "W01:heads", least=1, most=1e4, integer=True),
            Field("k", "KV 헤드", "개", "W01:kv_heads", least=1, most=1e4, integer=True),
            Field("f", "FFN의 폭", "개", "W01:FFN", least=1, most=1e7, integer=True),
            Field("V", "어휘", "개", "W01:vocab", least=1, most=1e7, integer=True),
            Field(
                "u",
                "입력과 출력의 임베딩",
                "개",
                "W01:임베딩 비공유",
                choices={"임베딩 비공유": 2, "임베딩 공유": 1},
            ),
            Field("b", "Q·K·V의 편향", "개", 0, choices={"없음": 0, "QKV bias": 1}),
            Field(
                "g",
                "int4 척도(scale) 하나를 함께 쓰는 수",
                "개",
                128,
                least=1,
                most=1e6,
                integer=True,
            ),
            Field("s", "int4 척도(scale) 하나의 크기", "B", 2, least=0, most=64),
        ),
        constants={
            "e_32": Constant(4, "B", "fp32 수 하나"),
            "e_16": Constant(2, "B", "bf16 수 하나"),
            "e_8": Constant(1, "B", "int8 수 하나"),
            "e_4": Constant(0.5, "B", "int4 수 하나"),
        },
        steps=(
            Reading(
                "1 - (d - h * floor(d / h))",
                "",
                "모델의 폭이 헤드 수로 나누어떨어지지 않습니다. 헤드마다 폭이 같아야 합니다.",
                stops=True,
            ),
            Reading("1 + h - k", "", "KV 헤드는 헤드보다 많을 수 없습니다.", stops=True),
            Result(
                "A",
                "어텐션 한 층",
                "2 * d ** 2 + 2 * d * k * d / h + b * (d + 2 * k * d / h)",
                "개",
            ),
            Result("F", "FFN 한 층", "3 * d * f", "개"),
            Result("N", "파라미터", "u * V * d + L * (A + F + 2 * d) + d", "개"),
            Result("S_32", "fp32로 담으면", "N * e_32", "GB", also=("GiB",)),
            Result("S_16", "bf16으로 담으면", "N * e_16", "GB", also=("GiB",)),
            Result("S_8", "int8로 담으면", "N * e_8", "GB", also=("GiB",)),
            Result("S_4", "int4로 담으면(척도까지)", "N * (e_4 + s / g)", "GB", also=("GiB",)),
        ),
        groups=(
            Group(
                "모델",
                (
                    Preset(
                        "Llama 3 8B",
                        {
                            "L": "W01:L",
                            "d": "W01:d",
                            "h": "W01:heads",
                            "k": "W01:kv_heads",
                            "f": "W01:FFN",
                            "V": "W01:vocab",
                            "u": "W01:임베딩 비공유",
                        },
                    ),
                    # W02 does not say whether the embedding is shared; two tables give its total.
                    Preset(
                        "Llama 3 70B",
                        {
                            "L": "W02:L",
                            "d": "W02:d",
                            "h": "W02:heads",
                            "k": "W02:kv_heads",
                            "f": "W02:FFN",
                            "V": "W02:vocab",
                        },
                    ),
                    Preset(
                        "Llama 2 7B",
                        {
                            "L": "W05:L",
                            "d": "W05:d",
                            "h": "W05:heads",
                            "k": "W05:kv",
                            "f": "W05:FFN",
                            "V": "W05:vocab",
                            "u": "W05:임베딩 비공유",
                        },
                    ),
                    Preset(
                        "Qwen2.5 7B",
                        {
                            "L": "W04:L",
                            "d": "W04:d",
                            "h": "W04:heads",
                            "k": "W04:kv_heads",
                            "f": "W04:FFN",
                            "V": "W04:vocab",
                            "u": "W04:임베딩 비공유",
                            "b": "W04:QKV bias",
                        },
                    ),
                    Preset(
                        "Qwen2.5 0.5B",
                        {
                            "L": "W03:L",
                            "d": "W03:d",
                            "h": "W03:heads",
                            "k": "W03:kv_heads",
                            "f": "W03:FFN",
                            "V": "W03:vocab",
                            "u": "W03:임베딩 공유",
                            "b": "W03:QKV bias",
                        },
                    ),
                ),
            ),
        ),
        leaves_out=(
            "Llama 계열의 구조를 셉니다. 헤드의 폭은 모델의 폭을 헤드 수로 나눈 값이고, FFN은 "
            "행렬 셋입니다. 정규화(RMSNorm)의 파라미터는 층마다 모델 폭의 두 배, 맨 끝에 한 "
            "배입니다. 전문가 혼합(MoE), 위치 임베딩, 파일의 머리말은 빠져 있습니다. int8의 "
            "척도와, int4로 줄이지 않고 남겨 두는 층도 세지 않습니다. 담는 공간이지 돌리는 데 "
            "필요한 공간이 아닙니다."
        ),
    ),
    Calculator(
        id="kv",
        title="KV 캐시와 동시 요청",
        inputs=(
            Field("L", "층", "층", "W01:L", least=1, most=1000, integer=True),
            Field("h", "KV 헤드", "개", "W01:kv_heads", least=1, most=1e4, integer=True),
            Field("D", "헤드의 폭", "개", "W01:head_dim", least=1, most=1e5, integer=True),
            Field("N", "파라미터", "파라미터", "W01", least=1, most=1e14, integer=True),
            Field("w", "파라미터 하나의 크기", "B/파라미터", 2, least=0.01, most=16),
            Field("e", "KV 캐시의 수 하나의 크기", "B", 2, least=0.01, most=16),
            Field("T", "요청 하나의 문맥 길이", "토큰", 8192, least=1, most=1e8, integer=True),
            Field("M", "가속기의 메모리", "MiB", "U03", least=1, most=1e8, also=("GiB", "GB")),
            Field("a", "그 가운데 쓸 몫", "%", 90, least=1, most=100),
        ),
        constants={"c": Constant(2, "개/토큰", "토큰마다 남기는 것(K와 V)")},
        steps=(
            Result(
                "K",
                "토큰 하나의 KV 캐시",
                "c * L * h * D * e",
                "B/토큰",
                also=("KiB/토큰", "kB/토큰"),
            ),
            Result("R", "요청 하나의 KV 캐시", "K * T", "GiB", also=("MiB", "GB")),
            Result("W", "가중치", "N * w", "GB", also=("GiB",)),
            Result("F", "KV 캐시에 남는 자리", "a * M - W", "GB", also=("GiB",)),
            Reading(
                "a * M / W - 1",
                "",
                "가중치만으로도 메모리가 모자랍니다. 가속기를 늘리거나 가중치를 "
                "더 작게 담아야 합니다.",
                stops=True,
            ),
            Result("X", "남는 자리에 들어가는 토큰", "F / K", "토큰"),
            Result("n", "한꺼번에 들어가는 요청", "floor(F / R)", "개"),
        ),
        groups=(
            Group(
                "모델",
                (
                    Preset(
                        "Llama 3 8B",
                        {"L": "W01:L", "h": "W01:kv_heads", "D": "W01:head_dim", "N": "W01"},
                    ),
                    Preset(
                        "Llama 3 70B",
                        {"L": "W02:L", "h": "W02:kv_heads", "D": "W02:d / heads", "N": "W02"},
                    ),
                    Preset(
                        "Llama 2 7B",
                        {"L": "W05:L", "h": "W05:kv", "D": "W05:d / heads", "N": "W05"},
                    ),
                    Preset(
                        "Qwen2.5 7B",
                        {"L": "W04:L", "h": "W04:kv_heads", "D": "W04:d / heads", "N": "W04"},
                    ),
                    Preset(
                        "Qwen2.5 0.5B",
                        {"L": "W03:L", "h": "W03:kv_heads", "D": "W03:d / heads", "N": "W03"},
                    ),
                ),
            ),
            Group(
                "가속기",
                (
                    Preset("H100 80GB, 기기가 알리는 크기", {"M": "U03"}),
                    Preset("H100 80GB, 사양표의 크기", {"M": "A01.용량"}),
                    Preset("H200 141GB, 기기가 알리는 크기", {"M": "U04"}),
                    Preset("H200 141GB, 사양표의 크기", {"M": "A05.용량"}),
                    Preset("B200 180GB", {"M": "A11.용량"}),
                    Preset("MI300X 192GB", {"M": "A08"}),
                    Preset("TPU v5e", {"M": "A09.용량"}),
                    Preset("TPU v5p", {"M": "A10.용량"}),
                ),
            ),
        ),
        leaves_out=(
            "가속기 한 장에 모델 전체를 올리고, 모든 요청의 문맥 길이가 같다고 봅니다. 활성값과 "
            "런타임이 쓰는 자리는 '쓸 몫'을 줄여서 남겨 둡니다. 블록 단위로 나눠 주며 생기는 "
            "자투리와, 같은 앞부분을 함께 쓰는 접두 캐시(prefix cache)는 세지 않습니다. "
            "들어간다는 뜻이지 빠르다는 뜻이 아닙니다."
        ),
    ),
    Calculator(
        id="roofline",
        title="루프라인: 연산인가, 대역폭인가",
        inputs=(
            Field(
                "P",
                "최대 연산 속도",
                "TFLOP/s",
                "A02.dense",
                least=1e-3,
                most=1e6,
                also=("PFLOP/s",),
            ),
            Field("B", "메모리 대역폭", "TB/s", "A03", least=1e-4, most=1e4, also=("GB/s",)),
            Field("b", "배치(한 번에 만드는 토큰)", "토큰", 1, least=1, most=1e7, integer=True),
            Field("e", "파라미터 하나의 크기", "B/파라미터", 2, least=0.01, most=16),
            Field("N", "파라미터", "파라미터", "W01", least=1, most=1e14, integer=True),
        ),
        constants={"c": Constant(2, "FLOP/파라미터/토큰", "곱하고 더하기")},
        steps=(
            Result("I", "연산 강도", "c * b / e", "FLOP/B"),
            Result("R", "릿지 포인트", "P / B", "FLOP/B"),
            Reading(
                "I / R - 1",
                "연산 강도가 릿지 포인트보다 큽니다. 연산 속도가 한계를 정합니다.",
                "연산 강도가 릿지 포인트를 넘지 않습니다. 메모리 대역폭이 한계를 정합니다.",
            ),
            Result("F", "낼 수 있는 연산 속도", "min(P, I * B)", "TFLOP/s", also=("PFLOP/s",)),
            Result("t_B", "가중치를 읽는 시간", "N * e / B", "ms", also=("s",)),
            Result("t_P", "연산하는 시간", "c * N * b / P", "ms", also=("s",)),
            Result("t", "모델을 한 번 돌리는 시간의 하한", "max(t_B, t_P)", "ms", also=("s",)),
            Result("v", "decode 속도의 상한", "b / t", "토큰/s"),
        ),
        groups=(
            Group(
                "가속기",
                (
                    Preset("H100 SXM", {"P": "A02.dense", "B": "A03"}),
                    Preset("A100 80GB SXM", {"P": "A06.BF16-dense", "B": "A06.대역폭"}),
                    Preset("HGX B200", {"P": "A12.HGX-B200-dense", "B": "A12.HGX-B200-대역폭"}),
                    Preset("GB200", {"P": "A12.GB200-dense", "B": "A12.GB200-대역폭"}),
                    Preset("MI300X", {"P": "A07.BF16", "B": "A07.대역폭"}),
                    Preset("TPU v5e", {"P": "A09.bf16", "B": "A09.대역폭"}),
                    Preset("TPU v5p", {"P": "A10.bf16", "B": "A10.대역폭"}),
                ),
            ),
            Group(
                "모델",
                (
                    Preset("Llama 3 8B", {"N": "W01"}),
                    Preset("Llama 3 70B", {"N": "W02"}),
                    Preset("Llama 2 7B", {"N": "W05"}),
                    Preset("Qwen2.5 7B", {"N": "W04"}),
                    Preset("Qwen2.5 0.5B", {"N": "W03"}),
                ),
            ),
        ),
        leaves_out=(
            "가중치를 한 번 읽고 곱하는 일만 셉니다. KV 캐시를 읽는 시간, 어텐션, 커널을 부르는 "
            "시간, 가속기 사이의 통신은 없습니다. 모델이 메모리에 들어가는지도 보지 않습니다. "
            "사양표의 최댓값을 그대로 씁니다. 실제로는 그 아래에 머무릅니다. 그래서 시간은 하한, "
            "속도는 상한입니다. 다만 임베딩 표까지 모두 읽고 곱한다고 보므로, 표가 출력층과 "
            "따로인 모델에서는 그 몫만큼 더 빠를 수 있습니다."
        ),
    ),
    Calculator(
        id="waiting",
        title="이용률과 대기",
        inputs=(
            Field("a", "들어오는 요청", "개/s", 9, least=0, most=1e6, also=("개/min",)),
            Field("S", "하나를 처리하는 시간", "ms", 100, least=1e-3, most=3.6e6, also=("s",)),
            Field("C", "처리 시간의 변동계수(표준편차 ÷ 평균)", "1", 1, least=0, most=100),
        ),
        steps=(
            Result("rho", "이용률", "a * S", "%"),
            Reading(
                "1 - rho",
                "",
                "이용률이 100% 이상입니다. 처리하는 속도에 여유가 없어 줄이 끝없이 길어집니다. "
                "그래서 평균 대기라는 값이 없습니다.",
                stops=True,
            ),
            Result(
                "m",
                "평균 대기는 처리 시간의 몇 배인가",
                "rho / (1 - rho) * (1 + C ** 2) / 2",
                "배",
            ),
            Result("W", "평균 대기", "m * S", "ms", also=("s",)),
            Result("T", "들어와서 나갈 때까지", "W + S", "ms", also=("s",)),
            Result("Q", "줄에 서 있는 요청", "a * W", "개"),
            Result("n", "안에 있는 요청", "a * T", "개"),
        ),
        leaves_out=(
            "오래 지켜본 평균입니다(Pollaczek–Khinchine 식과 Little의 법칙). 요청은 서로 상관없이 "
            "들어오고(푸아송 과정), 처리하는 곳은 하나이며, 먼저 온 차례로 하나씩 처리하고, "
            "포기하는 손님은 없다고 봅니다. 여럿을 묶어 처리하는 배치에는 그대로 맞지 않습니다. "
            "처리 시간이 늘 같으면 변동계수가 0, 지수 분포를 따르면 1입니다. 평균만으로는 오래 "
            "기다린 손님이 얼마나 기다렸는지 말할 수 없습니다."
        ),
    ),
)
