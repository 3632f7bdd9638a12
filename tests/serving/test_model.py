"""The forward pass: against itself without a cache, and against Hugging Face's Llama."""

from dataclasses import replace

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from snippets.serving.batch import Batch, Part
from snippets.serving.config import MODELS
from snippets.serving.kv_cache import ContiguousKVCache, PagedKVCache
from snippets.serving.model import Model
from snippets.serving.probe import NoProbe
from snippets.serving.weights import random_weights

NANO = MODELS["nano"]
PROMPTS = {0: [1, 2, 3, 4, 5, 6, 7], 1: [300], 2: [9, 9, 8]}
CACHES = {
    "contiguous": (lambda: ContiguousKVCache(NANO, 4), [[0], [3], [1]]),
    # Blocks of 3 tokens, dealt out in turn, so that no request has two in a row.
    "paged": (lambda: PagedKVCache(NANO, 60, 3), [list(range(at, 60, 3)) for at in range(3)]),
}


class Requests:
    """Requests that share a cache; each has its tokens so far and its block table."""

    def __init__(self, model, kind="contiguous"):
        fresh, self.tables = CACHES[kind]
        self.model, self.cache, self.cached = model, fresh(), [0, 0, 0]

    def logits(self, new, last=True):
        """Compute new tokens ``{request: ids}`` in one pass."""
        parts = [Part(ids, self.cached[one], self.tables[one], last) for one, ids in new.items()]
        for one, ids in new.items():
            self.cached[one] += len(ids)
        return self.model.forward(Batch.of(parts, self.cache), self.cache, NoProbe())


@pytest.fixture(scope="module")
def model():
    return Model(NANO, random_weights(NANO, 3))


def recomputed(model, ids):
    return Requests(model).logits({0: ids})[0]


def close(one, other):
    torch.testing.assert_close(one, other, atol=1e-5, rtol=0)


@pytest.mark.parametrize("kind", CACHES)
def test_cached_steps_equal_recomputing_everything(model, kind):
    requests = Requests(model, kind)
    seen = {one: list(ids) for one, ids in PROMPTS.items()}
    rows = list(requests.logits(seen))  # all prompts in one pass
    for _ in range(20):  # far enough for lengths of two classes, and for blocks to be full
        for one, row in enumerate(rows):
            close(row, recomputed(model, seen[one]))
        new = {one: [int(row.argmax())] for one, row in enumerate(rows)}
        for one, ids in new.items():
            seen[one] += ids
        rows = list(requests.logits(new))


@pytest.mark.parametrize("kind", CACHES)
def test_a_prompt_in_pieces_equals_a_prompt_at_once(model, kind):
    prompt, requests = list(range(30)), Requests(model, kind)
    for start in range(0, 24, 8):
        assert requests.logits({0: prompt[start : start + 8]}, last=False).shape == (0, NANO.vocab)
    close(requests.logits({0: prompt[24:]})[0], recomputed(model, prompt))


@pytest.mark.parametrize("kind", CACHES)
def test_pieces_of_prompts_and_decodes_share_a_pass(model, kind):
    requests, other = Requests(model, kind), list(range(100, 130))
    requests.logits({0: PROMPTS[0], 1: other[:10]})
    rows = requests.logits({1: other[10:], 2: PROMPTS[2], 0: [44]})
    for row, ids in zip(rows, [other, PROMPTS[2], [*PROMPTS[0], 44]], strict=True):
        close(row, recomputed(model, ids))


@pytest.mark.parametrize(("dtype", "bound"), [("bf16", 0.02), ("int8", 0.04)])
def test_other_dtypes_stay_within_their_error(model, dtype, bound):
    coarse = Model(NANO, random_weights(NANO, 3), dtype)
    ids, requests = list(range(200, 230)), Requests(coarse)
    requests.cache = ContiguousKVCache(NANO, 4, torch.bfloat16)
    rows = [requests.logits({0: ids[:20]})[0]]
    rows += [requests.logits({0: [token]})[0] for token in ids[20:]]
    exact = torch.stack([recomputed(model, ids[: 20 + n]) for n in range(11)])
    error = (torch.stack(rows) - exact).std() / exact.std()
    assert bound / 4 < error < bound  # far less would mean that another dtype was used


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("norm_gain", [True, False])
@pytest.mark.parametrize("kind", CACHES)
def test_logits_equal_hugging_face_llama(tied, norm_gain, kind):
    config = replace(NANO, tied=tied, norm_gain=norm_gain)
    weights = random_weights(config, 7)
    for layer in weights.layers if norm_gain else ():
        layer.attn_norm.uniform_(0.5, 1.5)  # a gain of 1 would hide a gain never applied
        layer.mlp_norm.uniform_(0.5, 1.5)
    ids = list(range(250, 290))
    theirs = as_hugging_face(config, weights)(torch.tensor([ids])).logits[0]  # (40, vocab)
    requests = Requests(Model(config, weights), kind)
    ours = [requests.logits({0: ids[:20]})[0]]
    ours += [requests.logits({0: [token]})[0] for token in ids[20:]]
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
        kv = (len(layer.qkv) - layer.qkv.shape[1]) // 2
        q, k, v = layer.qkv.split([layer.qkv.shape[1], kv, kv])
        attn = {"q": q, "k": k, "v": v, "o": layer.o}
        state |= {f"{at}.self_attn.{x}_proj.weight": tensor for x, tensor in attn.items()}
        gate, up = layer.gate_up.chunk(2)
        mlp = {"gate": gate, "up": up, "down": layer.down}
        state |= {f"{at}.mlp.{x}_proj.weight": tensor for x, tensor in mlp.items()}
        state[f"{at}.input_layernorm.weight"] = layer.attn_norm
        state[f"{at}.post_attention_layernorm.weight"] = layer.mlp_norm
    return {name: tensor for name, tensor in state.items() if tensor is not None}
