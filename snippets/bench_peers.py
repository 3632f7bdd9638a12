"""Other people's engines beside ours: same weights, same threads, same work, in turn.

Takes several minutes, and packages that the site does without: ``make bench``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.problem import GuideError
from .peers.goals import claims
from .peers.line_up import line_up
from .peers.races import MODELS, RACES, policies

NEEDED = ("llama_cpp", "gguf", "transformers")


@experiment(
    "bench",
    title="같은 가중치로 다른 엔진과 견주기",
    timeout_s=1800,
    figures={
        "bench.read": ("GB/s", "이 기계가 메모리를 읽는 속도"),
        "bench.matmul": ("GFLOP/s", "이 기계가 bf16 행렬을 곱하는 속도"),
        "bench.base_decode1_ours": ("tokens/s", "100M decode 1행: 우리 bf16"),
        "bench.base_decode1_ours8": ("tokens/s", "100M decode 1행: 우리 int8"),
        "bench.base_decode1_eager": (
            "배",
            "100M decode 1행: 컴파일하지 않은 우리의 시간 ÷ 우리 bf16",
        ),
        "bench.base_decode1_generate": (
            "배",
            "100M decode 1행: transformers generate의 시간 ÷ 우리 bf16",
        ),
        "bench.base_decode1_forward": (
            "배",
            "100M decode 1행: transformers 순전파의 시간 ÷ 우리 bf16",
        ),
        "bench.base_decode1_llama": ("배", "100M decode 1행: llama.cpp bf16의 시간 ÷ 우리 bf16"),
        "bench.base_decode1_llama8": ("배", "100M decode 1행: llama.cpp q8_0의 시간 ÷ 우리 int8"),
        "bench.base_read_ours": ("%", "100M decode 1행: 읽기 대역폭에서 우리 bf16이 쓴 몫"),
        "bench.base_read_ours8": ("%", "100M decode 1행: 읽기 대역폭에서 우리 int8이 쓴 몫"),
        "bench.base_read_llama": ("%", "100M decode 1행: 읽기 대역폭에서 llama.cpp bf16이 쓴 몫"),
        "bench.base_decode16_ours": ("tokens/s", "100M decode 16행: 우리 bf16"),
        "bench.base_decode16_ours8": ("tokens/s", "100M decode 16행: 우리 int8"),
        "bench.base_decode16_eager": (
            "배",
            "100M decode 16행: 컴파일하지 않은 우리의 시간 ÷ 우리 bf16",
        ),
        "bench.base_decode16_generate": (
            "배",
            "100M decode 16행: transformers generate의 시간 ÷ 우리 bf16",
        ),
        "bench.base_decode16_forward": (
            "배",
            "100M decode 16행: transformers 순전파의 시간 ÷ 우리 bf16",
        ),
        "bench.base_decode16_llama": ("배", "100M decode 16행: llama.cpp bf16의 시간 ÷ 우리 bf16"),
        "bench.base_decode16_llama8": ("배", "100M decode 16행: llama.cpp q8_0의 시간 ÷ 우리 int8"),
        "bench.base_step": ("배", "100M 우리 bf16: 16행 스텝의 시간 ÷ 1행 스텝"),
        "bench.base_prefill_ours": ("tokens/s", "100M prefill: 우리 bf16"),
        "bench.base_prefill_ours8": ("tokens/s", "100M prefill: 우리 int8"),
        "bench.base_prefill_forward": (
            "배",
            "100M prefill: transformers 순전파의 시간 ÷ 우리 bf16",
        ),
        "bench.base_prefill_llama": ("배", "100M prefill: llama.cpp bf16의 시간 ÷ 우리 bf16"),
        "bench.base_prefill_llama8": ("배", "100M prefill: llama.cpp q8_0의 시간 ÷ 우리 int8"),
        "bench.base_matmul_ours": ("%", "100M prefill: 행렬 곱 속도에서 우리 bf16이 쓴 몫"),
        "bench.large_decode1_ours": ("tokens/s", "303M decode 1행: 우리 bf16"),
        "bench.large_decode1_ours8": ("tokens/s", "303M decode 1행: 우리 int8"),
        "bench.large_decode1_eager": (
            "배",
            "303M decode 1행: 컴파일하지 않은 우리의 시간 ÷ 우리 bf16",
        ),
        "bench.large_decode1_generate": (
            "배",
            "303M decode 1행: transformers generate의 시간 ÷ 우리 bf16",
        ),
        "bench.large_decode1_forward": (
            "배",
            "303M decode 1행: transformers 순전파의 시간 ÷ 우리 bf16",
        ),
        "bench.large_decode1_llama": ("배", "303M decode 1행: llama.cpp bf16의 시간 ÷ 우리 bf16"),
        "bench.large_decode1_llama8": ("배", "303M decode 1행: llama.cpp q8_0의 시간 ÷ 우리 int8"),
        "bench.large_read_ours": ("%", "303M decode 1행: 읽기 대역폭에서 우리 bf16이 쓴 몫"),
        "bench.large_read_ours8": ("%", "303M decode 1행: 읽기 대역폭에서 우리 int8이 쓴 몫"),
        "bench.large_read_llama": ("%", "303M decode 1행: 읽기 대역폭에서 llama.cpp bf16이 쓴 몫"),
        "bench.large_decode16_ours": ("tokens/s", "303M decode 16행: 우리 bf16"),
        "bench.large_decode16_ours8": ("tokens/s", "303M decode 16행: 우리 int8"),
        "bench.large_decode16_eager": (
            "배",
            "303M decode 16행: 컴파일하지 않은 우리의 시간 ÷ 우리 bf16",
        ),
        "bench.large_decode16_generate": (
            "배",
            "303M decode 16행: transformers generate의 시간 ÷ 우리 bf16",
        ),
        "bench.large_decode16_forward": (
            "배",
            "303M decode 16행: transformers 순전파의 시간 ÷ 우리 bf16",
        ),
        "bench.large_decode16_llama": ("배", "303M decode 16행: llama.cpp bf16의 시간 ÷ 우리 bf16"),
        "bench.large_decode16_llama8": (
            "배",
            "303M decode 16행: llama.cpp q8_0의 시간 ÷ 우리 int8",
        ),
        "bench.large_step": ("배", "303M 우리 bf16: 16행 스텝의 시간 ÷ 1행 스텝"),
        "bench.large_prefill_ours": ("tokens/s", "303M prefill: 우리 bf16"),
        "bench.large_prefill_ours8": ("tokens/s", "303M prefill: 우리 int8"),
        "bench.large_prefill_forward": (
            "배",
            "303M prefill: transformers 순전파의 시간 ÷ 우리 bf16",
        ),
        "bench.large_prefill_llama": ("배", "303M prefill: llama.cpp bf16의 시간 ÷ 우리 bf16"),
        "bench.large_prefill_llama8": ("배", "303M prefill: llama.cpp q8_0의 시간 ÷ 우리 int8"),
        "bench.large_matmul_ours": ("%", "303M prefill: 행렬 곱 속도에서 우리 bf16이 쓴 몫"),
        "bench.ttft": ("ms", "continuous batching: TTFT의 중앙값"),
        "bench.static": ("배", "TTFT의 중앙값: static ÷ continuous batching"),
    },
    claims={
        "bench.beats_generate": "100M bf16 decode는 transformers generate보다 2배 이상 빠르다.",
        "bench.near_llama": "100M bf16 decode의 빠르기는 llama.cpp bf16의 0.8배 이상이다.",
        "bench.near_llama8": "100M int8 decode의 빠르기는 llama.cpp q8_0의 0.85배 이상이다.",
        "bench.beats_prefill": "100M bf16 prefill은 transformers보다 1.2배 이상 빠르다.",
        "bench.reads": "100M bf16 decode는 읽기 대역폭의 60% 이상을 쓴다.",
        "bench.multiplies": "100M bf16 prefill은 행렬 곱 속도의 50% 이상을 쓴다.",
        "bench.flat": "303M에서 16행 스텝의 시간은 1행 스텝의 1.25배를 넘지 않는다.",
        "bench.continuous": "continuous batching의 TTFT는 static batching의 3분의 1 이하이다.",
    },
    workload={
        "모델": "base(100M)와 large(303M). Llama 구조, 같은 무작위 가중치. 로짓이 같은지 먼저 확인",
        "decode": "64토큰 뒤에서 greedy. 표본 하나는 100M 24스텝(16행은 16), 303M 12스텝(16행은 8)",
        "prefill": "512토큰 한 줄, 첫 토큰의 로짓까지",
        "배칭": "mini bf16, 워커 스레드 1개, 자리 8개. 0.4초마다 요청 8개씩 6번, 답은 8~64토큰",
    },
    procedure={
        "측정": "엔진마다 프로세스 하나, 스레드 2개. 회차마다 순서를 섞어 번갈아, 조건마다 8회",
        "비": "같은 회차의 두 시간을 나눔. 구간은 같은 엔진을 두 번 잰 차이(A/A)보다 좁지 않음",
        "읽기 대역폭의 몫": "가중치의 바이트를 스텝 시간으로 나눔. 같은 회차의 읽기 속도가 100%",
        "행렬 곱 속도의 몫": "가중치와 곱하는 연산만 셈. 같은 회차의 2048×2048 bf16 행렬 곱이 100%",
    },
    threads=2,
    huge_pages=True,
    packages=("torch", "transformers", "llama-cpp-python", "gguf"),
    on_request=True,
)
def peers() -> Iterator[Yielded]:
    """Race everybody at each piece of work, then our two policies."""
    _check_installed()
    stages = len(MODELS) * (1 + len(RACES)) + 1
    done = 0
    for model in MODELS:
        yield Step(f"{model} 엔진을 켜고 로짓을 견주기", done, stages)
        with tempfile.TemporaryDirectory() as folder, line_up(model, Path(folder)) as line:
            for name, about in line.about.items():
                yield Condition(f"{model} {name}", about)
            for name, race in RACES.items():
                done += 1
                yield Step(f"{model} {name}", done, stages)
                yield from race(model, line)
        done += 1
    yield Step("static과 continuous batching", done, stages)
    yield from policies()
    yield from claims()


def _check_installed() -> None:
    """Raises ``bench-missing``: the site is built without these packages."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise GuideError(
            "", 1, "bench-missing", f"없는 패키지: {', '.join(missing)}", "make bench 로 돌리세요"
        )
