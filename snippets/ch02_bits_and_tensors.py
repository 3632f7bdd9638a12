"""Chapter 02: what the bytes are that flow, counted one by one."""

from __future__ import annotations

import math
import struct
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import tokenizers
import torch
from torch import Tensor

from .evidence.claim import Claim
from .evidence.experiment import Step, Yielded, experiment
from .evidence.figure import calculated, counted
from .evidence.predicate import above, at_least, at_most, equal, ratio
from .evidence.series import counted_series
from .loading import load
from .serving.checkpoint import load_weights, shapes
from .serving.config import MODELS, ModelConfig
from .serving.llama_config import read_config
from .serving.shards import WHOLE
from .serving.tokenizer import BYTES
from .serving.weights import LayerWeights, Weights
from .weight_file import DTYPES, LENGTH_BYTES, read_length, save, write_model

WEIGHT = 0.02  # of the size that weights of language models have
FLIPS = {31: "-0.02", 30: "6.81e+36", 23: "0.01", 22: "0.0278", 0: "0.02"}  # the page's table
GREETING = "안녕하세요"
SIZES = [10**n for n in range(1, 7)]  # elements of a saved tensor
ONE_LAYER = replace(MODELS["mini"], n_layers=1, norm_gain=True)
LLAMA_3_8B = ModelConfig("8b", 128_256, 4096, 32, 32, 8, 14_336, context_len=8192, tied=False)


@experiment(
    "ch02",
    title="비트에서 모델까지, 바이트를 세다",
    timeout_s=90,
    figures={
        "ch02.top_flip": ("번", "지수의 맨 위 비트를 뒤집으면 값이 두 배가 되는 횟수"),
        "ch02.low_flip": ("%", "가수의 맨 아래 비트를 뒤집으면 값이 달라지는 몫"),
        "ch02.characters": ("자", "인사말의 글자"),
        "ch02.utf8_bytes": ("B", "인사말의 UTF-8 바이트"),
        "ch02.byte_tokens": ("토큰", "인사말: 바이트 하나가 토큰 하나일 때"),
        "ch02.korean_tokens": ("토큰", "인사말: 이 인사말로 배운 BPE"),
        "ch02.english_tokens": ("토큰", "인사말: 영어 문장으로 배운 BPE"),
        "ch02.matrix_bytes": ("B", "행렬의 원소가 차지한 바이트"),
        "ch02.view_bytes": ("B", "전치와 잘라 보기 셋이 새로 차지한 바이트"),
        "ch02.copy_bytes": ("B", "잘라 본 열을 촘촘히 베낀 텐서가 새로 차지한 바이트"),
        "ch02.rows_bytes": ("B", "잘라 본 행 16개의 바이트"),
        "ch02.rows_saved": ("B", "잘라 본 행 16개를 torch.save로 적은 파일"),
        "ch02.saved_files": ("개", "저장해 본 safetensors 파일"),
        "ch02.unaccounted": ("B", "설명하지 못한 바이트(모든 파일에서 가장 큰 값)"),
        "ch02.small_ratio": ("배", "가장 작은 fp32 텐서의 safetensors 파일 ÷ 텐서"),
        "ch02.large_excess": ("%", "가장 큰 fp32 텐서에서 safetensors 파일이 더 큰 몫"),
        "ch02.small_pickle": ("배", "가장 작은 fp32 텐서의 torch.save 파일 ÷ 텐서"),
        "ch02.layer_parameters": ("개", "층 하나짜리 모델의 파라미터"),
        "ch02.layer_tensors": ("개", "층 하나짜리 모델의 텐서"),
        "ch02.header_bytes": ("B", "가중치 파일의 머리말"),
        "ch02.file_bytes": ("B", "가중치 파일의 크기"),
        "ch02.loaded_bytes": ("B", "적재를 마친 워커의 텐서"),
        "ch02.llama_tensors": ("개", "Llama 3 8B의 텐서"),
        "ch02.llama_counted": ("개", "Llama 3 8B의 모든 텐서에서 센 원소"),
    },
    series={
        "ch02.flips": ("번", "값이 두 배가 된 횟수(음수는 절반이 된 횟수)"),
        "ch02.file_ratio": ("배", "파일 ÷ 텐서"),
    },
    claims={
        "ch02.bits_differ": (
            "같은 수에서 비트 하나를 뒤집어도, 자리에 따라 값이 100번 넘게 두 배가 되기도 하고 "
            "0.001%도 바뀌지 않기도 한다."
        ),
        "ch02.tokens_differ": (
            "같은 인사말이 토크나이저에 따라 글자보다 적은 토큰도, 글자보다 많은 토큰도 된다."
        ),
        "ch02.views_share": "전치와 잘라 보기는 원소의 바이트를 하나도 늘리지 않는다.",
        "ch02.slice_saves_all": (
            "잘라 본 텐서를 torch.save로 적으면, 파일은 보이는 원소의 60배가 넘는다."
        ),
        "ch02.adds_up": (
            "safetensors 파일은 8 B + 머리말 + 원소 수 × 원소 크기와 한 바이트도 다르지 않다."
        ),
        "ch02.header_fades": (
            "safetensors 파일은 가장 작은 텐서의 두 배가 넘지만, "
            "가장 큰 텐서보다는 0.01%도 크지 않다."
        ),
    },
    traces={"ch02.load": "가중치 파일 하나의 적재"},
    workload={
        "저장": "fp32·fp16·bf16·fp8·int8 텐서를 원소 10개부터 100만 개까지 하나씩",
        "적재": "mini의 차원에서 층만 하나로 줄인 모델, 무작위 가중치, bf16 파일 → fp32 텐서",
        "토크나이저": "바이트 단위, 바이트 수준 BPE(어휘는 많아야 300) 둘",
    },
    procedure={"방식": "시간을 재지 않고 센다. 다시 돌려도 같은 값이 나온다"},
    packages=("torch", "safetensors", "tokenizers"),
)
def bits_and_tensors() -> Iterator[Yielded]:
    """From one bit to a whole model; everything here is counted, nothing is timed."""
    parts = (bits, characters, views, files, model_file, llama)
    for done, part in enumerate(parts, 1):
        yield from part()
        yield Step("세기", done, len(parts))


def bits() -> Iterator[Yielded]:
    """Flip each of the 32 bits of one weight."""
    assert f"{as_bits(WEIGHT):032b}" == "00111100101000111101011100001010"  # the page draws it
    assert {bit: f"{flipped(WEIGHT, bit):.3g}" for bit in FLIPS} == FLIPS
    stored = as_float(as_bits(WEIGHT))  # 0.02 itself has no end in binary
    doubled = {bit: math.log2(abs(flipped(WEIGHT, bit) / stored)) for bit in range(32)}
    yield counted_series(
        "ch02.flips",
        "번",
        doubled,
        kind="points",
        x_label="뒤집은 비트의 자리(31 부호, 30–23 지수, 22–0 가수)",
    )
    yield counted("ch02.top_flip", "번", doubled[30])
    change = 100 * abs(flipped(WEIGHT, 0) / stored - 1)
    yield counted("ch02.low_flip", "%", change)
    differ = above("ch02.top_flip", 100) & at_most("ch02.low_flip", 0.001)
    yield Claim(id="ch02.bits_differ", test=differ, deterministic=True)


def as_bits(value: float) -> int:
    """The 32 bits of ``value`` in fp32, as one whole number."""
    return int.from_bytes(struct.pack(">f", value), "big")


def as_float(pattern: int) -> float:
    """The number that 32 bits stand for in fp32."""
    (value,) = struct.unpack(">f", pattern.to_bytes(4, "big"))
    return float(value)


def flipped(value: float, bit: int) -> float:
    """``value`` in fp32 with one bit turned over; bit 0 is the lowest."""
    return as_float(as_bits(value) ^ (1 << bit))


def characters() -> Iterator[Yielded]:
    """One greeting in characters, in bytes, and in the tokens of three tokenizers."""
    yield counted("ch02.characters", "자", len(GREETING))
    yield counted("ch02.utf8_bytes", "B", len(GREETING.encode("utf-8")))
    yield counted("ch02.byte_tokens", "토큰", len(BYTES.encode(GREETING)))
    for name, corpus in (("korean", f"{GREETING} "), ("english", "nice to meet you ")):
        tokens = trained(corpus * 20).encode(GREETING).tokens
        yield counted(f"ch02.{name}_tokens", "토큰", len(tokens))
    fewer = at_most("ch02.korean_tokens", len(GREETING) - 1)
    more = at_least("ch02.english_tokens", len(GREETING) + 1)
    yield Claim(id="ch02.tokens_differ", test=fewer & more, deterministic=True)


def trained(corpus: str) -> tokenizers.Tokenizer:
    """A byte-level BPE: it begins with all bytes, and joins what stands together often."""
    made = tokenizers.Tokenizer(tokenizers.models.BPE())
    made.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=300, initial_alphabet=alphabet, show_progress=False
    )
    made.train_from_iterator([corpus], trainer)
    return made


def views() -> Iterator[Yielded]:
    """Turn and slice one matrix: which bytes are new?"""
    matrix = torch.zeros(1024, 4096)  # (1024, 4096), strides (4096, 1)
    turned, rows, columns = matrix.T, matrix[:16], matrix[:, :16]
    assert (matrix.stride(), turned.stride(), columns.stride()) == ((4096, 1), (1, 4096), (4096, 1))
    packed = columns.contiguous()  # (1024, 16), strides (16, 1)
    file = BytesIO()
    torch.save(rows, file)
    yield counted("ch02.matrix_bytes", "B", matrix.nbytes)
    views = sum(new_bytes(one, matrix) for one in (turned, rows, columns))
    yield counted("ch02.view_bytes", "B", views)
    yield counted("ch02.copy_bytes", "B", new_bytes(packed, matrix))
    yield counted("ch02.rows_bytes", "B", rows.nbytes)
    yield counted("ch02.rows_saved", "B", file.tell())
    yield Claim(id="ch02.views_share", test=equal("ch02.view_bytes", 0), deterministic=True)
    saved = ratio("ch02.rows_saved", "ch02.rows_bytes")
    yield Claim(id="ch02.slice_saves_all", test=above(saved, 60), deterministic=True)


def new_bytes(tensor: Tensor, source: Tensor) -> int:
    """Bytes of memory that ``tensor`` does not share with ``source``."""
    mine, theirs = tensor.untyped_storage(), source.untyped_storage()
    return 0 if mine.data_ptr() == theirs.data_ptr() else mine.nbytes()


def files() -> Iterator[Yielded]:
    """Save tensors of many sizes: what of a file is not the tensor?"""
    left, ratios = [], {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / WHOLE
        for dtype in DTYPES.values():
            for count in SIZES:
                tensor = torch.zeros(count, dtype=dtype)  # (count,)
                save({"weight": tensor}, path)
                with path.open("rb") as file:
                    header = read_length(file)
                size = path.stat().st_size
                left.append(abs(size - LENGTH_BYTES - header - count * dtype.itemsize))
                if dtype is torch.float32:
                    ratios["safetensors", count] = size / tensor.nbytes
                    torch.save(tensor, path)
                    ratios["torch.save", count] = path.stat().st_size / tensor.nbytes
    yield counted_series(
        "ch02.file_ratio",
        "배",
        ratios,
        x_label="텐서의 원소",
        x_unit="개",
        x_scale="log",
        y_scale="log",
    )
    small, large = SIZES[0], SIZES[-1]
    yield counted("ch02.saved_files", "개", len(left))
    yield counted("ch02.unaccounted", "B", max(left))
    yield counted("ch02.small_ratio", "배", ratios["safetensors", small])
    excess = 100 * (ratios["safetensors", large] - 1)
    yield counted("ch02.large_excess", "%", excess)
    yield counted("ch02.small_pickle", "배", ratios["torch.save", small])
    yield Claim(id="ch02.adds_up", test=equal("ch02.unaccounted", 0), deterministic=True)
    fades = above("ch02.small_ratio", 2) & at_most("ch02.large_excess", 0.01)
    yield Claim(id="ch02.header_fades", test=fades, deterministic=True)


def model_file() -> Iterator[Yielded]:
    """Write a small model, load it by hand, and hold it against what the server loads."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_model(folder, ONE_LAYER, torch.bfloat16)
        loaded, trace = load(folder, torch.float32, "ch02.load")
        served = load_weights(folder, read_config(folder, "served"))
        size = (folder / WHOLE).stat().st_size
    assert_same(loaded, served)
    parameters = ONE_LAYER.parameters
    yield calculated(
        "ch02.layer_parameters", "개", parameters, "차원에서 센 수", ("층 하나짜리 mini의 차원",)
    )
    yield counted("ch02.layer_tensors", "개", len(loaded))
    yield counted("ch02.header_bytes", "B", trace.moved("load.header", None))
    yield counted("ch02.file_bytes", "B", size)
    yield counted("ch02.loaded_bytes", "B", sum(one.nbytes for one in loaded.values()))
    yield trace


def assert_same(loaded: dict[str, Tensor], served: Weights) -> None:
    """Both have the same values; the server keeps some matrices of a layer in one tensor."""

    def layer(*names: str) -> Tensor:
        return torch.cat([loaded[f"model.layers.0.{name}.weight"] for name in names])

    ours = Weights(
        embedding=loaded["model.embed_tokens.weight"],
        layers=(
            LayerWeights(
                attn_norm=layer("input_layernorm"),
                qkv=layer("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"),
                o=layer("self_attn.o_proj"),
                mlp_norm=layer("post_attention_layernorm"),
                gate_up=layer("mlp.gate_proj", "mlp.up_proj"),
                down=layer("mlp.down_proj"),
            ),
        ),
        norm=loaded["model.norm.weight"],
        head=loaded["lm_head.weight"],
    )
    for mine, theirs in zip(ours.tensors(), served.tensors(), strict=True):
        assert torch.equal(mine, theirs.float())


def llama() -> Iterator[Yielded]:
    """Add up the tensors of a real model, of which nothing is allocated."""
    tensors = [torch.empty(shape, device="meta") for shape in shapes(LLAMA_3_8B).values()]
    yield counted("ch02.llama_tensors", "개", len(tensors))
    yield counted("ch02.llama_counted", "개", sum(one.numel() for one in tensors))
