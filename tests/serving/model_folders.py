"""Small model folders, as Hugging Face's own libraries write them."""

import json

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import LlamaConfig, LlamaForCausalLM

VOCAB = 384
ALL = {"vocab_size": VOCAB, "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2}
ALL |= {"num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 128}
ALL |= {"tie_word_embeddings": True, "eos_token_id": 1}
WEIGHTS = "model.safetensors"


def write_model(folder, dtype=torch.float32, shard=None, **changes):
    """Save a random Llama to ``folder`` and return it, with a tokenizer beside it."""
    torch.manual_seed(5)
    model = LlamaForCausalLM(LlamaConfig(**ALL | changes)).to(dtype).eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            # Norms of 1 would hide a norm never applied; small weights make all logits alike.
            parameter.uniform_(0.5, 1.5) if "norm" in name else parameter.mul_(6)
    model.save_pretrained(folder, **({"max_shard_size": shard} if shard else {}))
    write_tokenizer(folder)
    return model.requires_grad_(False)


def write_tokenizer(folder):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    specials = ["<s>", "</s>"]
    trainer = trainers.BpeTrainer(
        vocab_size=VOCAB, special_tokens=specials, initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator(["안녕하세요 the quick brown fox " * 20], trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A", special_tokens=[("<s>", 0)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))


def edit_json(file, **changes):
    said = json.loads(file.read_text()) | changes
    file.write_text(json.dumps({k: v for k, v in said.items() if v is not ...}))


def edit_weights(folder, change):
    tensors = load_file(folder / WEIGHTS)
    change(tensors)
    save_file(tensors, folder / WEIGHTS)
