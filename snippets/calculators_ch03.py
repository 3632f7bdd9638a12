"""The calculator of chapter 03; see ``snippets/calculators.py``."""

from __future__ import annotations

from .evidence.calculators.calculator import Calculator, Field, Group, Preset, Result
from .evidence.formulas.formula import Constant

CALCULATORS = (
    Calculator(
        id="bits",
        title="척도까지 센 비트",
        inputs=(
            Field("N", "파라미터", "파라미터", "W01", least=1, most=1e14, integer=True),
            Field("w", "파라미터 하나", "bit/파라미터", 4, least=1, most=32),
            Field("s", "척도 하나", "bit", 16, least=0, most=64),
            Field("g", "척도를 나눠 쓰는 수", "파라미터", 32, least=1, most=1e9, integer=True),
        ),
        constants={"h": Constant(16, "bit/파라미터", "bf16 수 하나")},
        steps=(
            Result("b", "유효 비트", "w + s / g", "bit/파라미터"),
            Result("M", "담는 데 드는 공간", "N * b", "GB", also=("GiB",)),
            Result("r", "bf16은 이것의", "h / b", "배"),
        ),
        groups=(
            Group(
                "모델", (Preset("Llama 3 8B", {"N": "W01"}), Preset("Llama 3 70B", {"N": "W02"}))
            ),
        ),
        leaves_out=(
            "모든 파라미터를 같은 형식으로 담는다고 봅니다. 실제로는 임베딩이나 정규화처럼 "
            "bf16으로 남겨 두는 층이 있습니다. 영점(zero point)과 파일의 머리말은 세지 않습니다. "
            "작게 담긴다는 뜻이지 빠르거나 정확하다는 뜻이 아닙니다."
        ),
    ),
)
