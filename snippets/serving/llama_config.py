"""``config.json`` of a Hugging Face Llama: what it says becomes a ``ModelConfig``, or an error.

What this system cannot compute is refused: a model that is served with half of its
configuration ignored gives answers that look right.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .config import ModelConfig
from .model_folder import CheckpointError, read_json

ARCHITECTURE = "LlamaForCausalLM"


class LlamaConfig(BaseModel):
    """The fields that matter, by Hugging Face's names. Defaults are those of its Llama."""

    model_config = ConfigDict(frozen=True, strict=True)

    vocab_size: int = Field(ge=1)
    hidden_size: int = Field(ge=1)
    intermediate_size: int = Field(ge=1)
    num_hidden_layers: int = Field(ge=1)
    num_attention_heads: int = Field(ge=1)
    num_key_value_heads: int | None = Field(None, ge=1)  # None: as many as query heads
    head_dim: int | None = None
    max_position_embeddings: int = Field(2048, ge=1)
    rms_norm_eps: float = Field(1e-6, gt=0)
    rope_theta: float = Field(10_000.0, gt=0)
    tie_word_embeddings: bool = False


def read_config(folder: Path, name: str, context_len: int | None = None) -> ModelConfig:
    """The dimensions of the model in ``folder``.

    Args:
        folder: Has a ``config.json``.
        name: What requests call the model.
        context_len: Most tokens of prompt and answer together; by default what the model was
            made for. Every one of them reserves memory in the KV cache.

    Raises:
        CheckpointError: When the file is unreadable, or the model is of another kind.
    """
    said = read_json(folder / "config.json")
    _require_llama(said)
    fields = _fields(said)
    _require_heads(fields)
    longest = fields.max_position_embeddings
    if context_len is not None and context_len > longest:
        raise _error(f"the context is at most {longest} tokens, not {context_len}")
    return ModelConfig(
        name=name,
        vocab=fields.vocab_size,
        d_model=fields.hidden_size,
        n_layers=fields.num_hidden_layers,
        n_heads=fields.num_attention_heads,
        n_kv_heads=fields.num_key_value_heads or fields.num_attention_heads,
        d_ffn=fields.intermediate_size,
        context_len=context_len or longest,
        tied=fields.tie_word_embeddings,
        rope_theta=fields.rope_theta,
        norm_eps=fields.rms_norm_eps,
    )


def _require_llama(said: dict[str, Any]) -> None:
    if said.get("architectures") != [ARCHITECTURE]:
        raise _error(f"architectures is {said.get('architectures')}, not ['{ARCHITECTURE}']")
    rope = said.get("rope_parameters") or said.get("rope_scaling") or {}
    only = {
        "hidden_act": (said.get("hidden_act", "silu"), "silu"),
        "attention_bias": (said.get("attention_bias", False), False),
        "mlp_bias": (said.get("mlp_bias", False), False),
        "quantization_config": (said.get("quantization_config"), None),
        # The older file says "rope_scaling", and "type" in it.
        "rope_type": (rope.get("rope_type", rope.get("type", "default")), "default"),
    }
    for field, (given, supported) in only.items():
        if given != supported:
            raise _error(f"{field} is {given!r}, but only {supported!r} is supported")


def _fields(said: dict[str, Any]) -> LlamaConfig:
    theta = (said.get("rope_parameters") or {}).get("rope_theta")
    given = {name: said[name] for name in LlamaConfig.model_fields if said.get(name) is not None}
    try:
        return LlamaConfig.model_validate(given | ({"rope_theta": theta} if theta else {}))
    except ValidationError as error:
        first = error.errors()[0]
        raise _error(f"{first['loc'][0]}: {first['msg']}") from None


def _require_heads(fields: LlamaConfig) -> None:
    d_model, heads = fields.hidden_size, fields.num_attention_heads
    if d_model % heads or (d_model // heads) % 2:
        raise _error(f"hidden_size {d_model} does not split into {heads} heads of even width")
    if fields.head_dim not in {None, d_model // heads}:
        raise _error(f"head_dim is {fields.head_dim}, but only {d_model // heads} is supported")
    if heads % (fields.num_key_value_heads or heads):
        raise _error(f"{heads} query heads cannot share {fields.num_key_value_heads} key heads")


def _error(message: str) -> CheckpointError:
    return CheckpointError(f"config.json: {message}")
