"""What the panel says. The browser puts numbers in, and chooses; it writes nothing of its own."""

from __future__ import annotations

ROWS, K = 10_240, 1_664
"""Of W in the browser: 68 MB in fp32, beyond the caches of phones and of most computers.

A row is no power of two bytes long, or the rows of a tile would fight for one place in the cache.
"""

TEXTS = {
    "again": "다시 재기",
    "running": "재는 중입니다. 이 탭을 그대로 두고 몇 초 기다려 주세요.",
    "done": "다 쟀습니다. 아래 그림과 표에 내 기기의 값을 더했습니다.",
    "stopped": "멈췄습니다. 재던 값은 버렸습니다.",
    "undecided": "판정불가 — {0}. 잰 값은 보여 드리지 않습니다.",
    # Why there is no number.
    "few": "표본이 모자랍니다 ({0}개, 적어도 {1}개)",
    "unsteady": "너무 흩어집니다 (IQR이 중앙값의 {0}%)",
    "flag": "흩어짐 큼",
    "coarse": "이 브라우저의 시계는 {0} ms씩 움직여, 이렇게 짧은 일은 잴 수 없습니다",
    "slow": "정해진 시간 안에 {0}회를 재지 못했습니다",
    "slower": "재는 동안 기기가 {0}% 느려졌습니다. 열이나 절전 때문일 수 있습니다",
    "faster": "재는 동안 기기가 {0}% 빨라졌습니다. 처음에는 다른 일을 하고 있었을 수 있습니다",
    "busy": "기기가 다른 일로 바빴습니다 (조용한 회차 {0}/{1})",
    "hidden": "탭이 가려졌습니다. 가려진 탭은 브라우저가 늦춥니다",
    "long": "너무 오래 걸립니다",
    "wrong": "곱셈의 답이 평범한 계산과 다릅니다. 틀린 답의 시간은 재지 않습니다",
    "memory": "행렬을 둘 메모리를 얻지 못했습니다",
    "worker": "이 브라우저에서는 재는 프로그램을 켜지 못했습니다",
    "broken": "재는 프로그램이 멈췄습니다 ({0})",
    # Conditions.
    "simd": "WebAssembly SIMD(f32x4), 스레드 1개",
    "array": "JavaScript typed array, 스레드 1개(WebAssembly SIMD가 없는 브라우저). "
    "연산이 느려 메모리의 몫이 잘 드러나지 않습니다",
    "device": "논리 코어 {0} · 메모리 {1}",
    "cores": "{0}개",
    "memory_size": "{0} GB(브라우저의 어림값)",
    "unknown": "알려 주지 않음",
    "clock": "눈금 {0} ms. 표본 하나를 눈금의 20배보다 길게 잽니다",
    "rounds": "{0}회 가운데 {1}회 채택. 값은 중앙값과 그 95% 구간",
}

CONDITIONS = (
    ("유형", "측정(measured) — 이 기기에서 방금 관측했습니다", ""),
    ("행렬", f"W {ROWS:,} × {K:,}, fp32, {4 * ROWS * K / 1e6:.0f} MB", ""),
    ("방법", "", "kind"),
    ("기기", "", "device"),
    ("브라우저", "", "browser"),
    ("시계", "", "clock"),
    ("회차", "", "rounds"),
    ("잰 때", "", "when"),
    ("모르는 것", "배터리, 온도, 다른 앱, 실제 클럭. 이 페이지는 보지 못합니다", ""),
    ("보관", "하지 않습니다. 어디로도 보내지 않고, 이 페이지를 떠나면 사라집니다", ""),
)
"""Key, text, and the name of what the browser fills in."""
