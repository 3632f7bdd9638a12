"""What is a bare number and what is not, sentence by sentence."""

from __future__ import annotations

import unicodedata

import pytest

from hooks.lint import numbers


def found(body: str) -> list[str]:
    """The offending texts of a page."""
    return [problem.message.split("'")[1] for problem in numbers.check("docs/x.md", body)]


BARE = {
    # time
    "첫 토큰까지 12 ms 걸렸습니다.": ["12 ms"],
    "12ms입니다": ["12ms"],
    "약12 ms": ["12 ms"],
    "커널 하나에 0.97 µs": ["0.97 µs"],
    "커널 하나에 0.97 μs": ["0.97 μs"],
    "3us와 20 ns": ["3us", "20 ns"],
    "4.5 s 동안": ["4.5 s"],
    "3초가 지나면": ["3초"],
    "3 초 안에, 3초짜리": ["3 초", "3초"],
    "60초, 전체 6분 이내": ["60초", "6분"],
    "24시간마다": ["24시간"],
    "120 밀리초와 5마이크로초": ["120 밀리초", "5마이크로초"],
    "1초에 세 번": ["1초"],
    "0 초": ["0 초"],
    # size
    "가중치는 16.06 GB입니다": ["16.06 GB"],
    "1,677,721,600 B": ["1,677,721,600 B"],
    "8,192 B/토큰": ["8,192 B/토큰"],
    "16 KiB에서 1 GiB까지": ["16 KiB", "1 GiB"],
    "16 KiB…1 GiB": ["16 KiB", "1 GiB"],
    "15바이트, 3 킬로바이트": ["15바이트", "3 킬로바이트"],
    "1바이트는 8비트입니다": ["1바이트", "8비트"],
    "8만 바이트": ["8만 바이트"],
    "오버헤드는 64B입니다": ["64B"],
    "H100 80GB 한 장": ["80GB"],
    "10² B 대 1.6×10¹⁰ B": ["10² B", "1.6×10¹⁰ B"],
    "2^24 B": ["2^24 B"],
    # rate
    "400 Gb/s와 51.2Tbps": ["400 Gb/s", "51.2Tbps"],
    "대역폭 4.8e12 B/s": ["4.8e12 B/s"],
    "4.8TB/s": ["4.8TB/s"],
    "51.2TB/초": ["51.2TB/초"],
    "98 → 0.1 GFLOP/s": ["0.1 GFLOP/s"],
    "1,979 TFLOPS, 400 TOPS": ["1,979 TFLOPS", "400 TOPS"],
    "릿지는 166 FLOP/B": ["166 FLOP/B"],
    "21,606 tok/s": ["21,606 tok/s"],
    "35 tokens/s, 3K tok/s": ["35 tokens/s", "3K tok/s"],
    "20토큰/초, 100.35 req/s": ["20토큰/초", "100.35 req/s"],
    "초당 5건이 옵니다": ["초당 5"],
    "초당 약 30토큰": ["초당 약 30"],
    "1.83 GHz에 700 W, 토큰마다 3 J": ["1.83 GHz", "700 W", "3 J"],
    # share and ratio
    "27%에 그쳤습니다": ["27%"],
    "27 %에, 27 퍼센트에": ["27 %", "27 퍼센트"],
    "50%p 다르다": ["50%p"],
    "이용률 100 %": ["100 %"],
    "±20% 안": ["20%"],
    "95 % 이상": ["95 %"],
    "3배 빠릅니다": ["3배"],
    "1.3 배 이내": ["1.3 배"],
    "10⁸배": ["10⁸배"],
    "3x 빠릅니다": ["3x"],
    "2x faster": ["2x"],
    "3× 빠릅니다": ["3×"],
    "빨라졌습니다(×8).": ["×8"],
    "4분의 1로 줄었습니다": ["4분의 1"],
    "½배": ["½배"],
    # money
    "한 달에 3만 원": ["3만 원"],
    "$3.20이고 ₩5,000": ["$3.20", "₩5,000"],
    "100원인 상품": ["100원"],
    "12달러": ["12달러"],
    # ranges and separators
    "3–5 ms": ["3–5 ms"],
    "3~5 ms, 3 ∼ 5 ms": ["3~5 ms", "3 ∼ 5 ms"],
    "12 ± 0.3 ms": ["12 ± 0.3 ms"],
    "10 ms–12 ms": ["10 ms", "12 ms"],
    "12,5 ms": ["12,5 ms"],
    "20여 초": ["20여 초"],
    # disguises
    "１２ ms": ["１２ ms"],
    "12 ｍｓ, 30％": ["12 ｍｓ", "30％"],
    "12\u00a0ms, 12&nbsp;ms, 12\u202fms": ["12 ms", "12 ms", "12 ms"],
    "12\u200bms": ["12\u200bms"],
    "12㎳": ["12㎳"],
    "**12** ms": ["12 ms"],
    "*12* **ms**": ["12 ms"],
    "**12%**입니다": ["12%"],
    "12**%**입니다": ["12%"],
    "12<br>ms와 <b>13</b> ms": ["12 ms", "13 ms"],
    "`12` ms와 12 `ms`": ["12 ms", "12 ms"],
    "[12](x.md) ms": ["12 ms"],
    "12[^a] ms": ["12[^a] ms"],
    "12 (ms)": ["12 (ms)"],
    "12-ms 지연": ["12-ms"],
    "12\nms": ["12 ms"],
    "12\\\nms": ["12 ms"],
    "지연은\n12 ms": ["12 ms"],
    unicodedata.normalize("NFD", "삼십 퍼센트, 3배, 5초"): ["삼십 퍼센트", "3배", "5초"],
    # in words
    "두 배로 빨라집니다": ["두 배"],
    "열두 배, 수백 배, 백 배": ["열두 배", "수백 배", "백 배"],
    "십 초와 삼백 밀리초": ["십 초", "삼백 밀리초"],
    "수백 ms, 몇십 GB": ["수백 ms", "몇십 GB"],
    "오 퍼센트": ["오 퍼센트"],
    "사분의 일": ["사분의 일"],
    "시간이 절반으로 줄고 속도의 절반": ["절반으로", "속도의 절반"],
    "곱절": ["곱절"],
    # on an English page
    "It is three times faster, twice as fast, half as long.": [
        "three times faster",
        "twice as fast",
        "half as long",
    ],
    "3 times slower, 10-fold more, ten percent": ["3 times slower", "10-fold more", "ten percent"],
    "It took 12 ms for 80 GB, or 90 percent of 3 seconds": [
        "12 ms",
        "80 GB",
        "90 percent",
        "3 seconds",
    ],
}

FREE = [
    # chapters, sections, ordinals
    "05장과 05·06장, 08 지표, 02~06",
    "다음 장: 02 · bit, byte, parameter",
    "03 초기화, 02 bit",
    "첫 번째, 1번째, 2단계",
    "## 3.2 초기화",
    "1. B로 시작하는 목록",
    # dates and times of day
    "2026-11-30에, 2026년 초에, 3월 초",
    "오전 10시 5분에 시작",
    # names
    "torch 2.13.0, Python 3.11",
    "U03, H100, B200, bf16, fp8, E4M3, W8A8, int4",
    "Llama 3 8B, Llama 3 8B·70B, Qwen2.5 0.5B, OPT-13B, GPT-3 175B, Mixtral 8x7B",
    "8B bf16과 70B 모델",
    "Llama 3 8B를 씁니다. 8B는 작은 쪽입니다.",
    "64비트 정수, 16비트 부동소수점, 4비트로 양자화, 8-bit, 32비트 형식",
    "P99와 P50",
    "HTTP/1.1, RFC 9110",
    "PCIe Gen5 x16",
    "H200 8x H100",
    # counts whose counter is not listed
    "여섯 명, 3번, 요청 6개, 토큰 n개, 한 대, 2,048토큰",
    "파라미터 80억 개, 표본 300개",
    # formulas
    "n − 1개, (n − 1)번",
    "64×64 곱, 3 × 4, 3 × n, 2x + 1, 3×가중치",
    "n배, k초",
    # words that only begin like a unit
    "3 초과, 1 배치, 8 배열, 2 배포, 4 원소, 3 원인",
    "2 분할, 4 분기, 3 비트맵, 2 시간순, 3 프로세스",
    "배치 1과 8 배치",
    # idioms, and what no numeral measures
    "한 배를 탔습니다. 몇 배인지, 일 초, 십분 이해, 이 초, 두 시간을 더하면",
    "지도의 절반은 아직 비어 있습니다",
    "두 배치, 세 배열, 열 배정",
    # a name in statistics
    "중앙값의 95 % 구간, 95% 신뢰구간, 99 % 신뢰 구간",
    # code and addresses
    "`12 ms` 그리고 `timeout=3s`",
    "<code>12 ms</code>",
    "https://example.com/12ms 와 <https://example.com/3GB>",
    "![그림](a.png){ width=50% }",
    "``{example}`12 ms` ``",
    "<!-- 12 ms -->\n",
    # roles
    "{example}`12 ms`",
    "{figure}`ch01.ttft`와 {fact}`A05`",
    "약 {example}`3–5 ms`입니다",
    "값은 {{ 그대로 }}입니다",
    "We asked three times. Half of it is yours; the 95 % interval is in brackets.",
    "Chapter 05, batch 1, one request, 8,192 tokens.",
]


@pytest.mark.parametrize(("body", "texts"), BARE.items(), ids=range(len(BARE)))
def test_a_bare_number_is_found(body: str, texts: list[str]) -> None:
    assert found(body) == [" ".join(text.split()) for text in texts]


@pytest.mark.parametrize("body", FREE, ids=range(len(FREE)))
def test_no_number_or_no_bare_one(body: str) -> None:
    assert found(body) == []


def test_the_table_is_long_enough() -> None:
    assert len(BARE) + len(FREE) >= 80
