"""``transformers``: the library in which most models are published."""

from __future__ import annotations

import torch

from ..serving.config import MODELS, ModelConfig
from ..serving.weights import random_weights
from .case import Prompts
from .engine import Engine
from .tensors import hugging_face


class Forward(Engine):
    """Its model in a bare loop: only what a token needs, as in our own engine."""

    def __init__(self, model: str, threads: int) -> None:
        torch.set_num_threads(threads)
        self._model = load(MODELS[model])
        self.about = f"bf16, {self._model.config._attn_implementation}, DynamicCache"
        self._context = 0

    @torch.inference_mode()
    def fill(self, prompts: Prompts) -> torch.Tensor:
        """See ``Engine``."""
        from transformers import DynamicCache  # noqa: PLC0415  only in the process that runs it

        self._cache = DynamicCache(config=self._model.config)
        self._context = len(prompts[0])
        return self._logits(torch.tensor(prompts))

    def rewind(self) -> None:
        """See ``Engine``."""
        self._cache.crop(self._context - self._cache.get_seq_length())

    @torch.inference_mode()
    def step(self, tokens: list[int]) -> torch.Tensor:
        """See ``Engine``."""
        return self._logits(torch.tensor(tokens)[:, None])

    def _logits(self, tokens: torch.Tensor) -> torch.Tensor:
        """Logits (rows, vocab) after new tokens (rows, n)."""
        found = self._model(tokens, cache=self._cache, use_cache=True, logits_to_keep=1)
        return found.logits[:, -1]


class Generate(Forward):
    """Its ``generate``, as its users call it.

    Beside the loop it prepares a generation, keeps an attention mask, runs every token through
    logits processors and stopping criteria, and copies logits to fp32.
    """

    @torch.inference_mode()
    def decode(self, tokens: list[int], steps: int) -> None:
        """See ``Engine``.

        Raises:
            RuntimeError: When it does not make exactly that many tokens.
        """
        shape = (len(tokens), self._context + 1)
        ids = torch.zeros(shape, dtype=torch.int64)  # all but the last are in the cache
        ids[:, -1] = torch.tensor(tokens)
        found = self._model.generate(
            ids,
            attention_mask=torch.ones_like(ids),
            cache=self._cache,
            max_new_tokens=steps,
            do_sample=False,
        )
        if found.shape[1] != shape[1] + steps:
            raise RuntimeError(f"{found.shape[1] - shape[1]} tokens instead of {steps}")


def load(config: ModelConfig) -> torch.nn.Module:
    """``LlamaForCausalLM`` in bf16 with our random weights."""
    from transformers import LlamaConfig, LlamaForCausalLM  # noqa: PLC0415

    dimensions = LlamaConfig(
        vocab_size=config.vocab,
        hidden_size=config.d_model,
        intermediate_size=config.d_ffn,
        num_hidden_layers=config.n_layers,
        num_attention_heads=config.n_heads,
        num_key_value_heads=config.n_kv_heads,
        max_position_embeddings=config.context_len,
        rms_norm_eps=config.norm_eps,
        rope_theta=config.rope_theta,
        tie_word_embeddings=config.tied,
        bos_token_id=None,
        eos_token_id=None,
        pad_token_id=None,
    )
    model = LlamaForCausalLM(dimensions).bfloat16().eval()
    state = dict(hugging_face(random_weights(config), config))
    missing, extra = model.load_state_dict(state, strict=False)
    if extra or set(missing) - {"lm_head.weight"}:
        raise RuntimeError(f"tensors do not match: {missing} {extra}")
    return model
