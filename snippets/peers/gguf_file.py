"""The weights as a GGUF file, the format of llama.cpp."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from ..serving.config import ModelConfig
from ..serving.weights import Weights
from .tensors import gguf_name, hugging_face, in_pairs

Kind = Literal["BF16", "Q8_0"]
"""Of the matrices. Q8_0: blocks of 32 weights, 8 bits each and 16 for the scale of a block."""

BITS: dict[Kind, float] = {"BF16": 16, "Q8_0": 8.5}


def write(path: Path, config: ModelConfig, weights: Weights, kind: Kind) -> None:
    """Write a model without a tokenizer: it is asked in token ids."""
    import gguf  # noqa: PLC0415  only where a file is written

    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(config.context_len)
    writer.add_embedding_length(config.d_model)
    writer.add_block_count(config.n_layers)
    writer.add_feed_forward_length(config.d_ffn)
    writer.add_head_count(config.n_heads)
    writer.add_head_count_kv(config.n_kv_heads)
    writer.add_rope_dimension_count(config.head_dim)
    writer.add_rope_freq_base(config.rope_theta)
    writer.add_layer_norm_rms_eps(config.norm_eps)
    writer.add_vocab_size(config.vocab)
    writer.add_tokenizer_model("none")
    for name, tensor in hugging_face(weights, config):
        array = in_pairs(name, tensor, config).contiguous().numpy()
        # Norms stay in fp32, as in every GGUF file; they are too small to matter.
        form = gguf.GGMLQuantizationType[kind if tensor.ndim == 2 else "F32"]
        writer.add_tensor(gguf_name(name), gguf.quantize(array, form), raw_dtype=form)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
