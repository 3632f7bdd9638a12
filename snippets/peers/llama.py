"""llama.cpp, through its C interface: the engine that is fast on a CPU."""

from __future__ import annotations

from pathlib import Path

import torch

from .case import PREFILL, ROWS, Prompts
from .engine import Engine, Rows


class Llama(Engine):
    """A model from a GGUF file.

    Each request has a part of the KV cache of its own. The file is read into memory instead of
    being mapped, so that the weights get pages of 2 MiB as everybody's do.
    """

    def __init__(self, file: Path, vocab: int, threads: int, repack: bool, why: str = "") -> None:
        """Load a model.

        Args:
            file: GGUF.
            vocab: Its token ids.
            threads: CPU threads.
            repack: Let it lay out matrices anew for its fastest kernels (``--repack``).
            why: If not, why not; for the conditions.
        """
        import llama_cpp  # noqa: PLC0415  only in the process that runs it

        self._c = c = llama_cpp
        self._silent = c.llama_log_callback(lambda *_: None)  # kept: C calls it
        c.llama_log_set(self._silent, None)
        c.llama_backend_init()
        self._vocab = vocab
        model, context = c.llama_model_default_params(), c.llama_context_default_params()
        model.load_mode, model.use_extra_bufts = c.LLAMA_LOAD_MODE_NONE, repack
        context.n_ctx, context.n_seq_max = ROWS * 2 * PREFILL.context, ROWS
        context.n_batch, context.n_ubatch = 2 * PREFILL.context, PREFILL.context
        context.n_threads = context.n_threads_batch = threads
        self._model = c.llama_model_load_from_file(str(file).encode(), model)
        self._context = c.llama_init_from_model(self._model, context)
        self._memory = c.llama_get_memory(self._context)
        self._batch = c.llama_batch_init(context.n_batch, 0, 1)
        self._start = self._length = 0
        built = c.llama_print_system_info().decode().strip(" |\n").replace(" = 1", "")
        self.about = f"{built}; repack {'켬' if repack else f'끔: {why}'}"

    def fill(self, prompts: Prompts) -> Rows:
        """See ``Engine``."""
        self._c.llama_memory_clear(self._memory, False)
        self._start, self._length = len(prompts[0]), 0
        return self._logits(prompts)

    def rewind(self) -> None:
        """See ``Engine``."""
        for row in range(ROWS):
            self._c.llama_memory_seq_rm(self._memory, row, self._start, -1)
        self._length = self._start

    def step(self, tokens: list[int]) -> Rows:
        """See ``Engine``."""
        return self._logits([[token] for token in tokens])

    def _logits(self, rows: Prompts) -> Rows:
        """Logits (rows, vocab) after new tokens of each request.

        Raises:
            RuntimeError: When llama.cpp does not take them.
        """
        batch, i = self._batch, 0
        for row, tokens in enumerate(rows):
            for at, token in enumerate(tokens):
                batch.token[i], batch.pos[i] = token, self._length + at
                batch.n_seq_id[i], batch.seq_id[i][0] = 1, row
                batch.logits[i] = at == len(tokens) - 1
                i += 1
        batch.n_tokens = i
        if code := self._c.llama_decode(self._context, batch):
            raise RuntimeError(f"llama_decode: {code}")
        self._length += len(rows[0])
        found = self._c.llama_get_logits(self._context)
        size = len(rows) * self._vocab
        return torch.frombuffer(_memory(found, size), dtype=torch.float32).view(len(rows), -1)


def _memory(pointer: object, floats: int) -> memoryview:
    """What a C pointer to floats points to."""
    import ctypes  # noqa: PLC0415

    array = ctypes.cast(pointer, ctypes.POINTER(ctypes.c_float * floats)).contents
    return memoryview(array)
