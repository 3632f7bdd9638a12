"""Names and sizes. Nothing here needs torch, so the gateway can read it too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

HOST = "127.0.0.1"
"""Only this machine is served."""

KEY_VARIABLE = "SERVING_API_KEY"
"""Environment variable with the API key: a command line could be read by everyone."""

LISTENING = "listening on "
"""What the gateway prints, before its address, when it is ready."""

Policy = Literal["continuous", "static"]
"""When a waiting request may join: at any step, or when all running ones are done."""

Dtype = Literal["fp32", "bf16", "int8"]
"""What the matrices are kept in. Activations and KV cache are fp32, or bf16 with both others."""

ELEMENT_BYTES = 4
"""Bytes of one fp32 number: the dtype that a server has unless told otherwise."""

ACTIVATION_BYTES: dict[Dtype, int] = {"fp32": ELEMENT_BYTES, "bf16": 2, "int8": 2}
"""Bytes of one number of an activation or of the KV cache."""

BLOCK_SIZE = 16
"""Tokens in a block of a paged KV cache, as in vLLM."""


@dataclass(frozen=True)
class ModelConfig:
    """Dimensions of a Llama-style decoder.

    Attributes:
        name: What a request calls the model.
        vocab: Token ids, ``0 … vocab - 1``.
        d_model: Width of the residual stream.
        n_layers: Decoder layers.
        n_heads: Query heads.
        n_kv_heads: Key/value heads; several query heads share one (GQA).
        d_ffn: Width inside the SwiGLU block.
        context_len: Most tokens of prompt and answer together.
        tied: Whether the embedding table is the output head as well.
        norm_gain: Whether each RMSNorm has a learned gain. With random weights every gain
            is 1, so leaving it out changes the parameter count and nothing else.
        rope_theta: Base of the rotary frequencies.
        norm_eps: Added under the root of RMSNorm.
    """

    name: str
    vocab: int
    d_model: int
    n_layers: int
    n_heads: int
    n_kv_heads: int
    d_ffn: int
    context_len: int
    tied: bool
    norm_gain: bool = True
    rope_theta: float = 10_000.0
    norm_eps: float = 1e-5

    @property
    def head_dim(self) -> int:
        """Width of one head."""
        return self.d_model // self.n_heads

    @property
    def kv_dim(self) -> int:
        """Width of all keys (or all values) of one token in one layer."""
        return self.n_kv_heads * self.head_dim

    @property
    def kv_bytes_per_token(self) -> int:
        """Bytes an fp32 KV cache holds for one token: K and V, in every layer."""
        return 2 * self.n_layers * self.kv_dim * ELEMENT_BYTES

    @property
    def parameters(self) -> int:
        """Number of parameters, counted from the dimensions."""
        d, norm = self.d_model, self.d_model if self.norm_gain else 0
        attention = 2 * d * d + 2 * d * self.kv_dim  # q and o, k and v
        mlp = 3 * d * self.d_ffn  # gate, up, down
        tables = (1 if self.tied else 2) * self.vocab * d
        return tables + self.n_layers * (attention + mlp + 2 * norm) + norm


MODELS = {
    model.name: model
    for model in (
        # For tests: everything a real one has (GQA, several layers), next to no work.
        ModelConfig("nano", 512, 32, 2, 4, 2, 64, context_len=128, tied=True),
        # For control-path and scheduling experiments: 107 MB, 8,192 B of KV a token.
        ModelConfig(
            "mini", 4096, 512, 8, 8, 2, 1408, context_len=1024, tied=False, norm_gain=False
        ),
        # About 100 million parameters: large enough that weights stream from memory.
        ModelConfig("base", 32_000, 768, 12, 12, 4, 2048, context_len=1024, tied=True),
        # About 300 million: the weights outweigh everything else that a step touches.
        ModelConfig("large", 32_000, 1024, 24, 16, 4, 2816, context_len=1024, tied=True),
    )
}
