"""One set of weights, by the names and in the layouts that the others use."""

from __future__ import annotations

from collections.abc import Iterator

from torch import Tensor

from ..serving.config import ModelConfig
from ..serving.weights import Weights

LAYER = {
    "input_layernorm": "attn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "post_attention_layernorm": "ffn_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
"""What Hugging Face calls a tensor of a layer → what GGUF calls it."""

OUTSIDE = {
    "model.embed_tokens": "token_embd",
    "model.norm": "output_norm",
    "lm_head": "output",
}


def hugging_face(weights: Weights, config: ModelConfig) -> Iterator[tuple[str, Tensor]]:
    """Every tensor by Hugging Face's name; fused matrices are taken apart again.

    Raises:
        ValueError: When the norms have no gain: the others cannot do without.
    """
    if weights.norm is None:
        raise ValueError(f"{config.name}: a norm without a gain")
    yield "model.embed_tokens.weight", weights.embedding  # (vocab, d_model)
    yield "model.norm.weight", weights.norm  # (d_model,)
    if not config.tied:
        yield "lm_head.weight", weights.head  # (vocab, d_model)
    for i, layer in enumerate(weights.layers):
        q, k, v = layer.qkv.split([config.d_model, config.kv_dim, config.kv_dim])  # (·, d_model)
        gate, up = layer.gate_up.chunk(2)  # (d_ffn, d_model) each
        in_order = (layer.attn_norm, q, k, v, layer.o, layer.mlp_norm, gate, up, layer.down)
        for name, tensor in zip(LAYER, in_order, strict=True):
            yield f"model.layers.{i}.{name}.weight", tensor


def gguf_name(name: str) -> str:
    """GGUF's name of a tensor, from Hugging Face's."""
    stem = name.removesuffix(".weight")
    if stem in OUTSIDE:
        return f"{OUTSIDE[stem]}.weight"
    number, _, rest = stem.removeprefix("model.layers.").partition(".")
    return f"blk.{number}.{LAYER[rest]}.weight"


def in_pairs(name: str, tensor: Tensor, config: ModelConfig) -> Tensor:
    """Lay the rows of a query or key matrix out as llama.cpp turns them.

    Hugging Face turns element i of a head with element i + head_dim/2, llama.cpp with its
    neighbour, as the original Llama did. So the two halves of a head are interleaved.
    """
    if "q_proj" not in name and "k_proj" not in name:
        return tensor
    halves = tensor.unflatten(0, (-1, 2, config.head_dim // 2))  # (heads, 2, head_dim/2, d_model)
    return halves.transpose(1, 2).reshape(tensor.shape)  # (heads · head_dim, d_model)
