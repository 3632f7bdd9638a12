"""The calculator of chapter 08: tails, of many servers and of few requests."""

from __future__ import annotations

from .evidence.calculators.calculator import Calculator, Field, Result

CALCULATORS = (
    Calculator(
        id="tail",
        title="꼬리: 함께 기다리기와 적게 재기",
        inputs=(
            Field("p", "하나가 빠를 확률", "%", 99, least=0.1, most=99.9999),
            Field("m", "모두 기다리는 서버", "개", 100, least=1, most=1e6, integer=True),
            Field("n", "잰 요청", "개", 100, least=1, most=1e7, integer=True),
        ),
        steps=(
            Result("s", "전체가 느릴 확률", "1 - p ** m", "%"),
            Result("q", "전체도 그만큼 빠르려면 하나가", "p ** (1 / m)", "%"),
            Result("k", "느린 요청이 이만큼 보일 것", "n * (1 - p)", "개"),
            Result("u", "하나도 보지 못할 확률", "p ** n", "%"),
        ),
        leaves_out=(
            "서버들도 요청들도 서로 상관없이 느려진다고 봅니다. 같은 네트워크나 같은 큐를 "
            "쓰면 함께 느려지므로 맞지 않습니다. '빠르다'는 정한 한계를 지켰다는 뜻이고, "
            "느릴 때 얼마나 느린지는 보지 않습니다."
        ),
    ),
)
