"""The calculator of chapter 07; see ``snippets/calculators.py``."""

from __future__ import annotations

from .evidence.calculators.calculator import Calculator, Field, Result

CALCULATORS = (
    Calculator(
        id="guess",
        title="추측 디코딩",
        inputs=(
            Field("alpha", "수용률", "%", 80, least=0, most=99.9),
            Field("gamma", "한 번에 추측할 토큰", "개", 4, least=1, most=64, integer=True),
            Field("c", "초안 한 번 ÷ 큰 모델 한 번", "%", 5, least=0, most=1000),
        ),
        steps=(
            Result("E", "한 번에 나오는 토큰", "(1 - alpha ** (gamma + 1)) / (1 - alpha)", "개"),
            Result("T", "드는 시간(큰 모델 한 번의 배수)", "1 + gamma * c", "배"),
            Result("s", "하나씩 만들 때보다", "E / T", "배"),
        ),
        leaves_out=(
            "추측이 서로 상관없이 같은 확률로 맞는다고 봅니다. 토큰 여럿을 한꺼번에 확인하는 "
            "시간이 하나를 만드는 시간과 같다고 봅니다. 배치가 작아 메모리를 기다릴 때는 그에 "
            "가깝고, 배치가 커서 연산을 기다릴 때는 맞지 않습니다. 결과가 1배보다 작으면 "
            "추측하지 않는 편이 빠릅니다."
        ),
    ),
)
