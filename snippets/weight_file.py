"""A folder with a model, and its weight file opened by hand: eight bytes, a header, the data.

==========  ==================================================================
8 bytes     how long the header is, lowest byte first
header      JSON: name → dtype, shape, and from where to where its bytes lie
data        the bytes of all tensors, one after another
==========  ==================================================================

That is the whole of the safetensors format, so every byte of such a file can be accounted for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import torch
from safetensors import TensorSpec, serialize_file
from torch import Tensor

from .serving.checkpoint import shapes
from .serving.config import ModelConfig
from .serving.llama_config import ARCHITECTURE
from .serving.shards import WHOLE

LENGTH_BYTES = 8
DTYPES = {
    "F32": torch.float32,
    "F16": torch.float16,
    "BF16": torch.bfloat16,
    "F8_E4M3": torch.float8_e4m3fn,
    "I8": torch.int8,
}
"""safetensors' name of a dtype → torch's."""


@dataclass(frozen=True)
class Entry:
    """What the header says of one tensor; ``begin`` and ``end`` count from the first data byte."""

    dtype: torch.dtype
    shape: tuple[int, ...]
    begin: int
    end: int

    @property
    def size(self) -> int:
        """Bytes in the file."""
        return self.end - self.begin


def save(tensors: Mapping[str, Tensor], path: Path) -> None:
    """Write a safetensors file with the library itself; each tensor has to be contiguous."""
    specs = {
        name: TensorSpec(
            dtype=str(one.dtype).removeprefix("torch."),
            shape=list(one.shape),
            data_ptr=one.data_ptr(),
            data_len=one.nbytes,
        )
        for name, one in tensors.items()
        if one.is_contiguous()
    }
    assert specs.keys() == tensors.keys()
    serialize_file(specs, path)


def read_length(file: BinaryIO) -> int:
    """Length of the header in bytes; the file then stands at its first byte."""
    return int.from_bytes(file.read(LENGTH_BYTES), "little")


def read_header(file: BinaryIO, length: int) -> dict[str, Entry]:
    """Name → entry, in the order of the data; the file then stands at the first data byte."""
    said = json.loads(file.read(length))
    entries = {
        name: Entry(DTYPES[one["dtype"]], tuple(one["shape"]), *one["data_offsets"])
        for name, one in said.items()
        if name != "__metadata__"
    }
    return dict(sorted(entries.items(), key=lambda pair: pair[1].begin))


def write_model(folder: Path, config: ModelConfig, dtype: torch.dtype) -> None:
    """Write ``config.json`` and a weight file of noise, under Hugging Face's names."""
    said = {
        "architectures": [ARCHITECTURE],
        "vocab_size": config.vocab,
        "hidden_size": config.d_model,
        "intermediate_size": config.d_ffn,
        "num_hidden_layers": config.n_layers,
        "num_attention_heads": config.n_heads,
        "num_key_value_heads": config.n_kv_heads,
        "tie_word_embeddings": config.tied,
    }
    (folder / "config.json").write_text(json.dumps(said), encoding="utf-8")
    noise = torch.Generator().manual_seed(0)
    wanted = shapes(config).items()
    save({name: torch.randn(s, generator=noise).to(dtype) for name, s in wanted}, folder / WHOLE)
