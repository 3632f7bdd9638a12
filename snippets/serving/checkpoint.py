"""Weights from a Hugging Face Llama folder: everything is checked first, then they are read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from torch import Tensor

from .config import ModelConfig
from .model_folder import CheckpointError
from .shards import Stored, open_shards
from .weights import LayerWeights, Weights, fuse

DTYPES = ("F32", "BF16", "F16")


def load_weights(folder: Path, config: ModelConfig) -> Weights:
    """Read the weights of the model that ``config`` describes.

    They come in the dtype in which they are stored, and in memory of their own: a view of the
    file would be read from disk in the middle of a request.

    Args:
        folder: Has ``model.safetensors``, or several files and an index.
        config: From the ``config.json`` of the same folder.

    Raises:
        CheckpointError: When a tensor is missing, left over, or of the wrong shape or dtype, or
            a file is damaged. No weight has been read then.
    """
    with open_shards(folder) as everything:
        # Old files hold tables of rotary frequencies too; those follow from the config.
        stored = {name: t for name, t in everything.items() if not name.endswith(".inv_freq")}
        _check(stored, config)
        layers = tuple(_layer(stored, i) for i in range(config.n_layers))
        embedding = stored["model.embed_tokens.weight"].read().clone()  # (vocab, d_model)
        norm = stored["model.norm.weight"].read().clone()  # (d_model,)
        head = embedding if config.tied else stored["lm_head.weight"].read().clone()  # as embedding
        return Weights(embedding, layers, norm, head)


def shapes(config: ModelConfig) -> dict[str, tuple[int, ...]]:
    """Name and shape of every tensor that the model has, by Hugging Face's names."""
    d, kv, ffn, table = config.d_model, config.kv_dim, config.d_ffn, (config.vocab, config.d_model)
    layer: dict[str, tuple[int, ...]] = {
        "input_layernorm": (d,),
        "self_attn.q_proj": (d, d),
        "self_attn.k_proj": (kv, d),
        "self_attn.v_proj": (kv, d),
        "self_attn.o_proj": (d, d),
        "post_attention_layernorm": (d,),
        "mlp.gate_proj": (ffn, d),
        "mlp.up_proj": (ffn, d),
        "mlp.down_proj": (d, ffn),
    }
    all_layers = {
        f"model.layers.{i}.{name}.weight": shape
        for i in range(config.n_layers)
        for name, shape in layer.items()
    }
    outside = {"model.embed_tokens.weight": table, "model.norm.weight": (d,)}
    return all_layers | outside | ({} if config.tied else {"lm_head.weight": table})


def _check(stored: dict[str, Stored], config: ModelConfig) -> None:
    """Hold the headers against the config.

    Raises:
        CheckpointError: With the first problem, and how many there are.
    """
    problems = list(_problems(stored, shapes(config)))
    if problems:
        more = f" (and {len(problems) - 1} more problems)" if problems[1:] else ""
        raise CheckpointError(f"safetensors: {problems[0]}{more}")


def _problems(stored: dict[str, Stored], wanted: dict[str, tuple[int, ...]]) -> Iterator[str]:
    for name in sorted(wanted.keys() - stored.keys()):
        yield f"tensor '{name}' is missing"
    for name in sorted(stored.keys() - wanted.keys()):
        yield f"tensor '{name}' is none that this model has"
    common = sorted(stored.keys() & wanted.keys())
    for name in common:
        found = stored[name]
        if found.shape != wanted[name]:
            yield (
                f"tensor '{name}' has shape {list(found.shape)}, "
                f"but config.json makes it {list(wanted[name])}"
            )
        if found.dtype not in DTYPES:
            yield f"tensor '{name}' is {found.dtype}, but only {', '.join(DTYPES)} are supported"
        elif found.dtype != stored[common[0]].dtype:
            first = stored[common[0]].dtype
            yield f"tensor '{name}' is {found.dtype}, but '{common[0]}' is {first}"


def _layer(stored: dict[str, Stored], i: int) -> LayerWeights:
    def read(name: str) -> Tensor:
        return stored[f"model.layers.{i}.{name}.weight"].read()

    return fuse(  # shapes are those of ``shapes``
        attn_norm=read("input_layernorm").clone(),
        q=read("self_attn.q_proj"),
        k=read("self_attn.k_proj"),
        v=read("self_attn.v_proj"),
        o=read("self_attn.o_proj").clone(),
        mlp_norm=read("post_attention_layernorm").clone(),
        gate=read("mlp.gate_proj"),
        up=read("mlp.up_proj"),
        down=read("mlp.down_proj").clone(),
    )
