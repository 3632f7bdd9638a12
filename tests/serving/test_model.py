"""The forward pass: against itself without a cache, and against Hugging Face's Llama."""

from dataclasses import replace

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from snippets.serving.config import MODELS
from snippets.serving.kv_cache import KVCache
from snippets.serving.model import Batch, Model
from snippets.serving.probe import NoProbe
from snippets.serving.weights import random_weights

NANO = MODELS["nano"]
PROMPTS = {0: [1, 2, 3, 4, 5, 6, 7], 1: [300], 2: [9, 9, 8]}


def logits_of(model, cache, new):
    return model.forward(Batch.of(new, cache), cache, NoProbe())


def fresh(slots):
    cache = KVCache(NANO, slots)
    for slot in range(slots):
        cache.claim(slot)
    return cache


def test_cached_steps_equal_recomputing_everything():
    model, cache = Model(NANO, random_weights(NANO, 3)), fresh(len(PROMPTS))
    seen = {slot: list(ids) for slot, ids in PROMPTS.items()}
    rows = [logits_of(model, cache, {slot: ids})[0] for slot, ids in seen.items()]
    for _ in range(6):
        for slot, row in enumerate(rows):
            alone = logits_of(model, fresh(slot + 1), {slot: seen[slot]})[0]
            torch.testing.assert_close(row, alone, atol=1e-5, rtol=0)
        new = {slot: [int(row.argmax())] for slot, row in enumerate(rows)}
        for slot, ids in new.items():
            seen[slot] += ids
        rows = list(logits_of(model, cache, new))


def test_a_prompt_in_pieces_equals_a_prompt_at_once():
    model, prompt = Model(NANO, random_weights(NANO, 3)), list(range(30))
    whole = logits_of(model, fresh(1), {0: prompt})
    cache = fresh(1)
    pieces = [logits_of(model, cache, {0: prompt[i : i + 8]}) for i in range(0, 30, 8)]
    torch.testing.assert_close(pieces[-1], whole, atol=1e-5, rtol=0)


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("norm_gain", [True, False])
def test_logits_equal_hugging_face_llama(tied, norm_gain):
    config = replace(NANO, tied=tied, norm_gain=norm_gain)
    weights = random_weights(config, 7)
    for layer in weights.layers if norm_gain else ():
        layer.attn_norm.uniform_(0.5, 1.5)  # a gain of 1 would hide a gain never applied
        layer.mlp_norm.uniform_(0.5, 1.5)
    ids = list(range(250, 290))
    theirs = as_hugging_face(config, weights)(torch.tensor([ids])).logits[0]  # (40, vocab)
    model, cache = Model(config, weights), fresh(1)
    ours = [logits_of(model, cache, {0: ids[:20]})[0]]
    ours += [logits_of(model, cache, {0: [token]})[0] for token in ids[20:]]
    assert (torch.stack(ours) - theirs[19:]).abs().max() < 1e-4
    assert theirs.std() > 0.1  # not equal because everything is zero


def as_hugging_face(config, weights):
    llama = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=config.vocab,
            hidden_size=config.d_model,
            intermediate_size=config.d_ffn,
            num_hidden_layers=config.n_layers,
            num_attention_heads=config.n_heads,
            num_key_value_heads=config.n_kv_heads,
            max_position_embeddings=config.context_len,
            rms_norm_eps=config.norm_eps,
            tie_word_embeddings=config.tied,
        )
    ).eval()
    missing, unexpected = llama.load_state_dict(names(weights), strict=False)
    assert not unexpected
    norms = {key for key in missing if "norm" in key}
    assert set(missing) - norms == ({"lm_head.weight"} & set(missing) if config.tied else set())
    assert bool(norms) != config.norm_gain
    return llama.requires_grad_(False)


def names(weights):
    state = {"model.embed_tokens.weight": weights.embedding, "model.norm.weight": weights.norm}
    if weights.head is not weights.embedding:
        state["lm_head.weight"] = weights.head
    for i, layer in enumerate(weights.layers):
        at = f"model.layers.{i}"
        state |= {f"{at}.self_attn.{x}_proj.weight": getattr(layer, x) for x in "qkvo"}
        state |= {f"{at}.mlp.{x}_proj.weight": getattr(layer, x) for x in ("gate", "up", "down")}
        state[f"{at}.input_layernorm.weight"] = layer.attn_norm
        state[f"{at}.post_attention_layernorm.weight"] = layer.mlp_norm
    return {name: tensor for name, tensor in state.items() if tensor is not None}
