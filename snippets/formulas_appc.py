"""The formulas of appendix C: what ranks send, how long that takes at least, and what is idle."""

from __future__ import annotations

from .evidence.formulas.formula import Constant, Formula, Input

TWO, FOUR, EIGHT = (Constant(n, "개", "랭크") for n in (2, 4, 8))
MESSAGE = Input("appc.message", "메시지의 크기")
TWICE_A_LAYER = Input("N06", "층마다 더하는 횟수")
LAYERS_70B = Constant(80, "층", "층")
SUMS_70B = Input("appc.sums_70b", "더하는 횟수")
HALF_WEIGHT = Constant(2, "B/파라미터", "bf16 가중치 하나")
PARAMETERS_70B = Input("W02", "파라미터")
TABLE_70B = Constant(128_256 * 8192, "파라미터", "임베딩 표(출력층도 같은 크기)")
SENT_70B = Input("appc.sent_70b", "GPU 하나가 보내는 바이트")
ONE_WAY = Input("appc.one_way", "NVLink의 한 방향")
HBM = Input("A03", "HBM 대역폭")
PROMPT = Constant(1024, "개", "프롬프트의 토큰")
STAGES = Constant(8, "개", "단계")
EXPERTS, CHOSEN = Constant(8, "개", "층마다 전문가"), Constant(2, "개", "토큰마다 고르는 전문가")
MIXTRAL, ACTIVE = Input("W11.전체", "모든 파라미터"), Input("W11.활성", "토큰 하나가 쓰는 파라미터")

FORMULAS = (
    # ---- The ring, held against what was sent ----
    Formula(
        id="appc.ring_sent_2",
        label="식이 말하는, 랭크 둘의 링에서 하나가 보내는 바이트",
        symbol="V",
        expression="2 * (n - 1) / n * S",
        unit="MB",
        inputs={"n": TWO, "S": MESSAGE},
        measured="appc.ring_2",
    ),
    Formula(
        id="appc.ring_sent_4",
        label="식이 말하는, 랭크 넷의 링에서 하나가 보내는 바이트",
        symbol="V",
        expression="2 * (n - 1) / n * S",
        unit="MB",
        inputs={"n": FOUR, "S": MESSAGE},
        measured="appc.ring_4",
    ),
    Formula(
        id="appc.ring_steps_4",
        label="식이 말하는, 랭크 넷의 링에서 하나가 보내는 횟수",
        symbol="k",
        expression="2 * (n - 1)",
        unit="번",
        inputs={"n": FOUR},
        measured="appc.steps_4",
    ),
    Formula(
        id="appc.ring_wire_2",
        label="식이 말하는, 랭크 둘에서 하나가 보내는 바이트 ÷ 메시지",
        symbol="v",
        expression="2 * (n - 1) / n",
        unit="배",
        inputs={"n": TWO},
        measured="appc.wire_2",
        band=(0.99, 1.05),  # headers and acknowledgements come on top
    ),
    Formula(
        id="appc.ring_wire_4",
        label="식이 말하는, 랭크 넷에서 하나가 보내는 바이트 ÷ 메시지",
        symbol="v",
        expression="2 * (n - 1) / n",
        unit="배",
        inputs={"n": FOUR},
        measured="appc.wire_4",
        band=(0.99, 1.05),
    ),
    Formula(
        id="appc.ring_wire_8",
        label="랭크 여덟에서 하나가 보내는 바이트 ÷ 메시지",
        symbol="v",
        expression="2 * (n - 1) / n",
        unit="배",
        inputs={"n": EIGHT},
    ),
    # ---- One step of the split model ----
    Formula(
        id="appc.step_sums",
        label="식이 말하는, 토큰 하나에 랭크끼리 더하는 횟수",
        symbol="m",
        expression="c * L",
        unit="번",
        inputs={"c": TWICE_A_LAYER, "L": Constant(2, "층", "층")},
        measured="appc.sums",
    ),
    Formula(
        id="appc.row",
        label="토큰 하나의 활성값(폭 1,024, fp32)",
        symbol="s",
        expression="d * e",
        unit="kB",
        inputs={"d": Constant(1024, "개", "모델의 폭"), "e": Constant(4, "B", "fp32 수 하나")},
    ),
    Formula(
        id="appc.step_sent",
        label="식이 말하는, 토큰 하나에 랭크 하나가 보내는 바이트",
        symbol="V",
        expression="m * v * s",
        unit="kB",
        inputs={
            "m": Input("appc.step_sums", "더하는 횟수"),
            "v": Input("appc.ring_wire_2", "랭크 둘의 2(n − 1)/n"),
            "s": Input("appc.row", "토큰 하나의 활성값"),
        },
        measured="appc.sent",
    ),
    # ---- Two terms: a fixed cost and bytes over bandwidth ----
    Formula(
        id="appc.two_terms",
        label="두 항의 식이 말하는, 1 MiB를 더하는 시간",
        symbol="t",
        expression="a + 2 * (n - 1) / n * S / B",
        unit="µs",
        inputs={
            "a": Input("appc_time.sum_4b", "고정 비용(4 B의 시간)"),
            "n": TWO,
            "S": Constant(2**20, "B", "메시지의 크기"),
            "B": Input("appc_time.rate", "보내는 속도(16 MiB에서)"),
        },
        measured="appc_time.sum_1m",
        band=(0.5, 2),  # two terms are a rough rule
    ),
    # ---- Llama 3 70B over eight GPUs ----
    Formula(
        id="appc.sums_70b",
        label="Llama 3 70B: 토큰 하나에 더하는 횟수",
        symbol="m",
        expression="c * L",
        unit="번",
        inputs={"c": TWICE_A_LAYER, "L": LAYERS_70B},
    ),
    Formula(
        id="appc.row_70b",
        label="Llama 3 70B: 토큰 하나의 활성값(bf16)",
        symbol="s",
        expression="d * e",
        unit="kB",
        inputs={"d": Constant(8192, "개", "모델의 폭"), "e": Constant(2, "B", "bf16 수 하나")},
    ),
    Formula(
        id="appc.sent_70b",
        label="Llama 3 70B, TP=8: 토큰 하나에 GPU 하나가 보내는 바이트",
        symbol="V",
        expression="m * v * s",
        unit="MB",
        inputs={
            "m": SUMS_70B,
            "v": Input("appc.ring_wire_8", "랭크 여덟의 2(n − 1)/n"),
            "s": Input("appc.row_70b", "토큰 하나의 활성값"),
        },
    ),
    Formula(
        id="appc.one_way",
        label="H100 NVLink의 한 방향",
        symbol="B",
        expression="N / w",
        unit="GB/s",
        inputs={
            "N": Input("N02", "두 방향의 합"),
            "w": Constant(2, "개", "방향"),
        },
    ),
    Formula(
        id="appc.floor_70b",
        label="그 바이트를 한 방향으로 보내는 시간(고정 비용 0)",
        symbol="t",
        expression="V / B",
        unit="µs",
        inputs={"V": SENT_70B, "B": ONE_WAY},
    ),
    Formula(
        id="appc.floor_wrong",
        label="두 방향의 합으로 잘못 나눈 시간",
        symbol="t",
        expression="V / N",
        unit="µs",
        inputs={"V": SENT_70B, "N": Input("N02", "두 방향의 합")},
    ),
    Formula(
        id="appc.floor_pcie",
        label="PCIe Gen5 x16의 한 방향으로 보내는 시간",
        symbol="t",
        expression="V / B",
        unit="µs",
        inputs={"V": SENT_70B, "B": Input("N01.방향당", "PCIe의 한 방향")},
    ),
    Formula(
        id="appc.floor_ndr",
        label="NDR 포트 하나로 보내는 시간",
        symbol="t",
        expression="V / B",
        unit="µs",
        inputs={"V": SENT_70B, "B": Input("N07", "NDR 포트 하나")},
    ),
    Formula(
        id="appc.each_70b",
        label="all-reduce 한 번에 돌아가는 바이트의 시간",
        symbol="a",
        expression="t / m",
        unit="ns",
        inputs={"t": Input("appc.floor_70b", "토큰 하나의 하한"), "m": SUMS_70B},
    ),
    Formula(
        id="appc.whole_70b",
        label="가중치를 H100 한 장의 속도로 읽는 시간",
        symbol="t_1",
        expression="(N - E) * e / B",
        unit="ms",
        inputs={"N": PARAMETERS_70B, "E": TABLE_70B, "e": HALF_WEIGHT, "B": HBM},
    ),
    Formula(
        id="appc.read_70b",
        label="여덟으로 나눈 가중치를 저마다 읽는 시간",
        symbol="t_8",
        expression="t_1 / n",
        unit="ms",
        inputs={"t_1": Input("appc.whole_70b", "한 장의 속도로 읽는 시간"), "n": EIGHT},
    ),
    Formula(
        id="appc.gain_70b",
        label="여덟으로 나눈 토큰 하나는 몇 배 빠른가",
        symbol="g",
        expression="t_1 / (t_8 + m * a + t)",
        unit="배",
        inputs={
            "t_1": Input("appc.whole_70b", "한 장의 속도로 읽는 시간"),
            "t_8": Input("appc.read_70b", "나눠서 읽는 시간"),
            "m": SUMS_70B,
            "a": Constant(10, "µs", "all-reduce 한 번의 고정 비용(지어낸 값)"),
            "t": Input("appc.floor_70b", "보내는 시간"),
        },
    ),
    Formula(
        id="appc.prefill_ndr",
        label="1,024토큰 prefill에서 NDR 포트 하나로 보내는 시간",
        symbol="t",
        expression="T * V / B",
        unit="ms",
        inputs={"T": PROMPT, "V": SENT_70B, "B": Input("N07", "NDR 포트 하나")},
    ),
    Formula(
        id="appc.prefill_sent",
        label="1,024토큰 prefill에서 보내는 시간",
        symbol="t",
        expression="T * V / B",
        unit="ms",
        inputs={"T": PROMPT, "V": SENT_70B, "B": ONE_WAY},
    ),
    Formula(
        id="appc.layers_70b",
        label="Llama 3 70B에서 토큰마다 곱하는 파라미터",
        symbol="W",
        expression="N - 2 * E",  # the table is looked up, the head sees the last token alone
        unit="파라미터",
        inputs={"N": PARAMETERS_70B, "E": TABLE_70B},
    ),
    Formula(
        id="appc.prefill_work",
        label="1,024토큰 prefill에서 저마다 곱하는 시간",
        symbol="t",
        expression="c * W * T / (n * P)",
        unit="ms",
        inputs={
            "c": Constant(2, "FLOP/파라미터", "곱하고 더하기"),
            "W": Input("appc.layers_70b", "토큰마다 곱하는 파라미터"),
            "T": PROMPT,
            "n": EIGHT,
            "P": Input("A02.dense", "최대 연산 속도"),
        },
    ),
    Formula(
        id="appc.prefill_share",
        label="1,024토큰 prefill에서 보내는 시간 ÷ 곱하는 시간",
        expression="t_V / t",
        unit="%",
        inputs={
            "t_V": Input("appc.prefill_sent", "보내는 시간"),
            "t": Input("appc.prefill_work", "곱하는 시간"),
        },
    ),
    # ---- What others measured ----
    Formula(
        id="appc.both_least",
        label="양방향: 잰 값의 최소 ÷ 사양",
        expression="m / N",
        unit="%",
        inputs={"m": Input("N03.양방향-최소", "잰 값"), "N": Input("N02", "사양")},
    ),
    Formula(
        id="appc.both_most",
        label="양방향: 잰 값의 최대 ÷ 사양",
        expression="m / N",
        unit="%",
        inputs={"m": Input("N03.양방향-최대", "잰 값"), "N": Input("N02", "사양")},
    ),
    Formula(
        id="appc.single",
        label="한 방향: 잰 값 ÷ 사양",
        expression="m / B",
        unit="%",
        inputs={"m": Input("N03.단방향", "잰 값"), "B": ONE_WAY},
    ),
    Formula(
        id="appc.effective",
        label="한 방향: NCCL 개발자가 말한 실효 ÷ 회선 속도",
        expression="m / B",
        unit="%",
        inputs={
            "m": Input("N04.실효", "실효"),
            "B": Input("N04.회선-속도", "회선 속도"),
        },
    ),
    Formula(
        id="appc.floor_effective",
        label="토큰 하나의 바이트를 실효 속도로 보내는 시간",
        symbol="t",
        expression="V / m",
        unit="µs",
        inputs={"V": SENT_70B, "m": Input("N04.실효", "실효")},
    ),
    # ---- Pipelines ----
    Formula(
        id="appc.bubble_1",
        label="단계 여덟, 마이크로배치 하나일 때의 거품",
        symbol="b",
        expression="(K - 1) / (M + K - 1)",
        unit="%",
        inputs={"K": STAGES, "M": Constant(1, "개", "마이크로배치")},
    ),
    Formula(
        id="appc.bubble_8",
        label="단계 여덟, 마이크로배치 여덟일 때의 거품",
        symbol="b",
        expression="(K - 1) / (M + K - 1)",
        unit="%",
        inputs={"K": STAGES, "M": Constant(8, "개", "마이크로배치")},
    ),
    Formula(
        id="appc.bubble_32",
        label="단계 여덟, 마이크로배치 서른둘일 때의 거품",
        symbol="b",
        expression="(K - 1) / (M + K - 1)",
        unit="%",
        inputs={"K": STAGES, "M": Constant(32, "개", "마이크로배치")},
    ),
    # ---- Experts ----
    Formula(
        id="appc.mixtral_kept",
        label="Mixtral 8x7B bf16: 담아야 하는 바이트",
        symbol="M",
        expression="N * e",
        unit="GB",
        inputs={"N": MIXTRAL, "e": HALF_WEIGHT},
    ),
    Formula(
        id="appc.mixtral_read_1",
        label="Mixtral 8x7B bf16: 토큰 하나의 스텝이 읽는 바이트",
        symbol="R",
        expression="A * e",
        unit="GB",
        inputs={"A": ACTIVE, "e": HALF_WEIGHT},
    ),
    Formula(
        id="appc.experts_8",
        label="토큰 여덟이 층마다 쓰는 전문가의 기댓값(고르게 고를 때)",
        symbol="u",
        expression="E * (1 - (1 - k / E) ** T)",
        unit="개",
        inputs={"E": EXPERTS, "k": CHOSEN, "T": Constant(8, "개", "한 스텝의 토큰")},
    ),
    Formula(
        id="appc.mixtral_read_8",
        label="Mixtral 8x7B bf16: 토큰 여덟의 스텝이 읽는 바이트의 기댓값",
        symbol="R_8",
        # What all tokens share is in both; the rest grows with the experts that are called.
        expression="R + (M - R) * (u - k) / (E - k)",
        unit="GB",
        inputs={
            "R": Input("appc.mixtral_read_1", "토큰 하나가 읽는 바이트"),
            "M": Input("appc.mixtral_kept", "모든 파라미터의 바이트"),
            "u": Input("appc.experts_8", "쓰는 전문가"),
            "k": CHOSEN,
            "E": EXPERTS,
        },
    ),
)
