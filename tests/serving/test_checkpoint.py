"""Real weights: a folder that Hugging Face's library wrote, against that library's own model."""

import json

import psutil
import pytest
import torch
from transformers import LlamaForCausalLM

from snippets.serving.batch import Batch, Part
from snippets.serving.checkpoint import load_weights
from snippets.serving.hub_tokenizer import HubTokenizer
from snippets.serving.kv_cache import ContiguousKVCache
from snippets.serving.llama_config import read_config
from snippets.serving.model import Model
from snippets.serving.model_folder import CheckpointError
from snippets.serving.probe import NoProbe
from snippets.serving.shards import Stored

from .model_folders import VOCAB, WEIGHTS, edit_json, edit_weights, write_model

INDEX = "model.safetensors.index.json"
IDS = [(7 * i + 3) % VOCAB for i in range(40)]


def ours(folder, dtype="fp32"):
    """Logits after the first 20 of ``IDS`` at once, then after one more at a time."""
    config = read_config(folder, "tiny")
    model = Model(config, load_weights(folder, config), dtype)
    cache = ContiguousKVCache(config, 1, model.activations)
    rows = []
    for start, end in [(0, 20), *((i, i + 1) for i in range(20, len(IDS)))]:
        batch = Batch.of([Part(IDS[start:end], start, [0])], cache)
        rows.append(model.forward(batch, cache, NoProbe())[0])  # (vocab,)
    return torch.stack(rows)  # (21, vocab)


SHAPES = {
    "tied": {},
    "untied": {"tie_word_embeddings": False},
    "no GQA": {"num_key_value_heads": 4},
    "one key head": {"num_key_value_heads": 1},
    "another theta": {"rope_parameters": {"rope_type": "default", "rope_theta": 500.0}},
    "another epsilon": {"rms_norm_eps": 0.1},
}


@pytest.mark.parametrize("changes", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("shard", [None, "30KB"])
def test_logits_equal_those_of_the_model_that_was_saved(tmp_path, shard, changes):
    theirs = write_model(tmp_path, shard=shard, **changes)
    assert (tmp_path / INDEX).exists() == bool(shard)
    expected = theirs(torch.tensor([IDS])).logits[0, 19:]  # (21, vocab)
    assert (ours(tmp_path) - expected).abs().max() < 1e-4
    assert expected.std() > 0.2  # not equal because everything is zero


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
@pytest.mark.parametrize("shard", [None, "30KB"])
def test_half_precision_is_read_without_loss(tmp_path, dtype, shard):
    write_model(tmp_path, dtype, shard)
    # Read back: ``model.float()`` would keep rotary frequencies that were rounded on the way.
    theirs = LlamaForCausalLM.from_pretrained(tmp_path, dtype=torch.float32).eval()
    config = read_config(tmp_path, "tiny")
    assert {t.dtype for t in load_weights(tmp_path, config).tensors()} == {dtype}
    with torch.inference_mode():
        expected = theirs(torch.tensor([IDS])).logits[0, 19:]  # (21, vocab)
    assert (ours(tmp_path) - expected).abs().max() < 1e-4  # both compute in fp32


def test_bf16_weights_can_be_computed_with_as_they_are(tmp_path):
    write_model(tmp_path, torch.bfloat16)
    exact = ours(tmp_path)
    rounding = (ours(tmp_path, "bf16") - exact).abs().max()
    assert 0 < rounding < 0.1 * exact.std()


def test_weights_do_not_depend_on_the_file_any_more(tmp_path):
    write_model(tmp_path)
    config = read_config(tmp_path, "tiny")
    weights = load_weights(tmp_path, config)
    before = [tensor.clone() for tensor in weights.tensors()]
    (tmp_path / WEIGHTS).write_bytes(bytes((tmp_path / WEIGHTS).stat().st_size))
    assert all(map(torch.equal, before, weights.tensors()))


def test_the_config_becomes_dimensions(tmp_path):
    write_model(tmp_path, rms_norm_eps=1e-3)
    config = read_config(tmp_path, "tiny")
    assert (config.name, config.vocab, config.d_model, config.n_layers) == ("tiny", VOCAB, 32, 2)
    assert (config.n_heads, config.n_kv_heads, config.d_ffn) == (4, 2, 64)
    assert (config.context_len, config.tied, config.norm_eps) == (128, True, 1e-3)
    assert read_config(tmp_path, "tiny", context_len=50).context_len == 50
    with pytest.raises(CheckpointError, match=r"^config\.json: the context is at most 128 tokens"):
        read_config(tmp_path, "tiny", context_len=129)


def test_the_older_names_in_a_config_are_understood(tmp_path):
    write_model(tmp_path)
    edit_json(tmp_path / "config.json", rope_parameters=..., rope_theta=77.0, head_dim=...)
    assert read_config(tmp_path, "tiny").rope_theta == 77.0
    edit_json(tmp_path / "config.json", rope_theta=..., num_key_value_heads=..., rope_scaling=None)
    config = read_config(tmp_path, "tiny")
    assert (config.rope_theta, config.n_kv_heads) == (10_000.0, 4)


BAD_CONFIGS = [
    ({"architectures": ["GPT2LMHeadModel"]}, "architectures is ['GPT2LMHeadModel'], not"),
    ({"architectures": ...}, "architectures is None, not ['LlamaForCausalLM']"),
    ({"hidden_act": "gelu"}, "hidden_act is 'gelu', but only 'silu' is supported"),
    ({"attention_bias": True}, "attention_bias is True, but only False is supported"),
    ({"mlp_bias": True}, "mlp_bias is True, but only False is supported"),
    ({"quantization_config": {"bits": 4}}, "quantization_config is {'bits': 4}, but only None"),
    (
        {"rope_parameters": {"rope_type": "llama3", "factor": 8.0}},
        "rope_type is 'llama3', but only 'default' is supported",
    ),
    (
        {"rope_parameters": ..., "rope_scaling": {"type": "linear", "factor": 2.0}},
        "rope_type is 'linear', but only 'default' is supported",
    ),
    ({"head_dim": 16}, "head_dim is 16, but only 8 is supported"),
    ({"hidden_size": ...}, "hidden_size: Field required"),
    ({"hidden_size": "32"}, "hidden_size: Input should be a valid integer"),
    ({"num_hidden_layers": 0}, "num_hidden_layers: Input should be greater than or equal to 1"),
    ({"num_attention_heads": 5}, "hidden_size 32 does not split into 5 heads of even width"),
    ({"num_attention_heads": 32}, "hidden_size 32 does not split into 32 heads of even width"),
    ({"num_key_value_heads": 3}, "4 query heads cannot share 3 key heads"),
]


@pytest.mark.parametrize(("changes", "message"), BAD_CONFIGS)
def test_a_model_of_another_kind_is_refused(tmp_path, changes, message):
    write_model(tmp_path)
    edit_json(tmp_path / "config.json", **changes)
    with pytest.raises(CheckpointError) as refused:
        read_config(tmp_path, "tiny")
    assert str(refused.value).startswith(f"config.json: {message}")


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", INDEX])
@pytest.mark.parametrize(
    ("content", "message"),
    [(b"{", "not valid JSON"), (b"\xff", "not valid JSON"), (b"[]", "not a JSON object")],
)
def test_a_file_that_is_no_json_object_is_named(tmp_path, name, content, message):
    write_model(tmp_path, shard="30KB")
    (tmp_path / name).write_bytes(content)
    with pytest.raises(CheckpointError) as refused:
        everything(tmp_path)
    assert str(refused.value) == f"{name}: {message}"


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", WEIGHTS])
def test_a_file_that_is_missing_is_named(tmp_path, name):
    write_model(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(CheckpointError) as refused:
        everything(tmp_path)
    assert str(refused.value) == f"{name}: there is no such file"


def everything(folder):
    config = read_config(folder, "tiny")
    HubTokenizer(folder, config.vocab)
    return load_weights(folder, config)


UP = "model.layers.1.mlp.up_proj.weight"
NORM = "model.norm.weight"


def drop(tensors, *names):
    for name in names:
        del tensors[name]


BAD_WEIGHTS = [
    (lambda t: drop(t, NORM), f"tensor '{NORM}' is missing"),
    (
        lambda t: drop(t, UP, NORM, "model.embed_tokens.weight"),
        "tensor 'model.embed_tokens.weight' is missing (and 2 more problems)",
    ),
    (lambda t: t.update(extra=torch.ones(1)), "tensor 'extra' is none that this model has"),
    (
        lambda t: t.update({UP: t[UP].T.contiguous()}),
        f"tensor '{UP}' has shape [32, 64], but config.json makes it [64, 32]",
    ),
    (
        lambda t: t.update({UP: t[UP].to(torch.int8)}),
        f"tensor '{UP}' is I8, but only F32, BF16, F16 are supported",
    ),
    (
        lambda t: t.update({UP: t[UP].bfloat16()}),
        f"tensor '{UP}' is BF16, but 'model.embed_tokens.weight' is F32",
    ),
]


@pytest.fixture
def no_reading(monkeypatch):
    """Reading any weight is an error."""

    def refuse(stored):
        raise AssertionError(stored.name)

    monkeypatch.setattr(Stored, "read", refuse)


@pytest.mark.parametrize(("change", "message"), BAD_WEIGHTS)
def test_weights_that_do_not_fit_the_config_are_refused_unread(
    tmp_path, no_reading, change, message
):
    write_model(tmp_path)
    edit_weights(tmp_path, change)
    with pytest.raises(CheckpointError) as refused:
        everything(tmp_path)
    assert str(refused.value) == f"safetensors: {message}"


def test_tables_of_rotary_frequencies_do_no_harm(tmp_path):
    write_model(tmp_path)
    table = "model.layers.0.self_attn.rotary_emb.inv_freq"
    edit_weights(tmp_path, lambda t: t.update({table: torch.ones(4)}))
    assert everything(tmp_path)


@pytest.mark.parametrize("keep", [0, 4, 300, -1])
@pytest.mark.parametrize("shard", [None, "30KB"])
def test_a_file_cut_short_is_refused_unread(tmp_path, no_reading, keep, shard):
    write_model(tmp_path, shard=shard)
    file = max(tmp_path.glob("*.safetensors"))
    file.write_bytes(file.read_bytes()[:keep])
    with pytest.raises(CheckpointError) as refused:
        everything(tmp_path)
    assert str(refused.value).startswith(f"{file.name}: damaged or cut short: ")


def edited_index(change):
    def edit(folder):
        said = json.loads((folder / INDEX).read_text())
        change(said["weight_map"])
        (folder / INDEX).write_text(json.dumps(said))

    return edit


BAD_INDEXES = [
    (
        lambda folder: (folder / INDEX).unlink(),
        f"{INDEX}: there is no such file, but model-00001-of-00004.safetensors needs it",
    ),
    (
        lambda folder: (folder / "model-00002-of-00004.safetensors").unlink(),
        "model-00002-of-00004.safetensors: there is no such file",
    ),
    (
        edited_index(lambda names: names.update({NORM: "../elsewhere.safetensors"})),
        f"{INDEX}: '../elsewhere.safetensors' is not the name of a file",
    ),
    (
        edited_index(lambda names: names.update(ghost="model-00001-of-00004.safetensors")),
        "model-00001-of-00004.safetensors: tensor 'ghost' of the index is not in it",
    ),
    (
        edited_index(lambda names: names.update({UP: "model-00001-of-00004.safetensors"})),
        f"model-00004-of-00004.safetensors: has tensor '{UP}' against the index",
    ),
    (lambda folder: edit_json(folder / INDEX, weight_map=[]), f"{INDEX}: 'weight_map' is not"),
]


@pytest.mark.parametrize(("damage", "message"), BAD_INDEXES)
def test_an_index_that_is_wrong_is_refused_unread(tmp_path, no_reading, damage, message):
    write_model(tmp_path, shard="30KB")
    damage(tmp_path)
    with pytest.raises(CheckpointError) as refused:
        everything(tmp_path)
    assert str(refused.value).startswith(message)


def test_a_checkpoint_that_is_refused_takes_no_memory(tmp_path):
    write_model(tmp_path, vocab_size=400_000)  # 51 MB, most of it one table
    edit_weights(tmp_path, lambda t: t.pop(NORM))
    process = psutil.Process()
    before = process.memory_info().rss
    with pytest.raises(CheckpointError):
        everything(tmp_path)
    assert process.memory_info().rss - before < 8e6
