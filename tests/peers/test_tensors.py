"""One set of weights under three names: what each engine is given is the same."""

from __future__ import annotations

import pytest
import torch

from snippets.peers.tensors import gguf_name, hugging_face, in_pairs
from snippets.serving.checkpoint import shapes
from snippets.serving.config import MODELS
from snippets.serving.rope import Rope, rotate
from snippets.serving.weights import random_weights

NANO = MODELS["nano"]


def test_every_tensor_of_a_checkpoint_is_given_once_in_its_shape() -> None:
    given = list(hugging_face(random_weights(NANO), NANO))
    assert {name: tuple(tensor.shape) for name, tensor in given} == shapes(NANO)
    assert len(given) == len(dict(given))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("model.embed_tokens.weight", "token_embd.weight"),
        ("model.norm.weight", "output_norm.weight"),
        ("lm_head.weight", "output.weight"),
        ("model.layers.0.input_layernorm.weight", "blk.0.attn_norm.weight"),
        ("model.layers.11.self_attn.o_proj.weight", "blk.11.attn_output.weight"),
        ("model.layers.2.post_attention_layernorm.weight", "blk.2.ffn_norm.weight"),
        ("model.layers.2.mlp.down_proj.weight", "blk.2.ffn_down.weight"),
    ],
)
def test_names_of_gguf(name: str, expected: str) -> None:
    assert gguf_name(name) == expected


def test_names_are_those_of_the_gguf_package() -> None:
    gguf = pytest.importorskip("gguf", reason="gguf is in requirements-bench.txt")
    official = gguf.get_tensor_name_map(gguf.MODEL_ARCH.LLAMA, NANO.n_layers)
    for name in shapes(NANO):
        assert gguf_name(name) == official.get_name(name, try_suffixes=(".weight",))


def test_neighbours_turned_together_give_what_halves_turned_together_give() -> None:
    """llama.cpp's way with the rows laid out anew is Hugging Face's way with the old ones."""
    hd, x = NANO.head_dim, torch.randn(3, NANO.d_model)
    weight = torch.randn(NANO.d_model, NANO.d_model)
    cos, sin = Rope(NANO).at(torch.arange(3))
    halves = rotate((x @ weight.T).view(3, -1, hd), (cos, sin))

    anew = in_pairs("model.layers.0.self_attn.q_proj.weight", weight, NANO)
    even, odd = (x @ anew.T).view(3, -1, hd // 2, 2).unbind(-1)
    c, s = cos[..., : hd // 2], sin[..., hd // 2 :]
    turned = torch.cat([even * c - odd * s, even * s + odd * c], dim=-1)
    assert torch.allclose(turned, halves, atol=1e-5)
    assert not torch.equal(anew, weight)


def test_only_queries_and_keys_are_laid_out_anew() -> None:
    weight = torch.randn(NANO.kv_dim, NANO.d_model)
    assert in_pairs("model.layers.0.self_attn.v_proj.weight", weight, NANO) is weight


def test_norms_without_a_gain_are_refused() -> None:
    mini = MODELS["mini"]
    with pytest.raises(ValueError, match="mini: a norm without a gain"):
        next(hugging_face(random_weights(mini), mini))
