"""The calculator of appendix C: the least time that tensor parallelism spends on sums."""

from __future__ import annotations

from .evidence.calculators.calculator import Calculator, Field, Reading, Result
from .evidence.formulas.formula import Constant

CALCULATORS = (
    Calculator(
        id="sums",
        title="TP의 통신 하한",
        inputs=(
            Field("L", "층", "층", "W02:L", least=1, most=1000, integer=True),
            Field("d", "모델의 폭", "개", "W02:d", least=1, most=1e6, integer=True),
            Field("n", "GPU", "개", 8, least=2, most=1024, integer=True),
            Field("T", "한 스텝의 토큰", "개", 1, least=1, most=1e7, integer=True),
            Field("B", "한 방향의 대역폭", "GB/s", 450, least=1e-3, most=1e6, also=("Gb/s",)),
            Field("a", "all-reduce 한 번의 고정 비용", "µs", 10, least=1e-3, most=1e6),
        ),
        constants={"e": Constant(2, "B", "bf16 수 하나")},
        steps=(
            Result("V", "GPU 하나가 보내는 바이트", "4 * L * (n - 1) / n * d * e * T", "MB"),
            Result("t_V", "바이트의 시간", "V / B", "µs", also=("ms",)),
            Result("t_a", "고정 비용의 시간", "2 * L * a", "µs", also=("ms",)),
            Result("t", "합친 시간", "t_V + t_a", "µs", also=("ms",)),
            Reading("t_V / t_a - 1", "바이트가 더 큽니다.", "고정 비용이 더 크거나 같습니다."),
        ),
        leaves_out=(
            "층마다 all-reduce 두 번을 링으로 하고, 계산과 겹치지 않는다고 봅니다. "
            "고정 비용의 기본값은 지어낸 값입니다."
        ),
    ),
)
