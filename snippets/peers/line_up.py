"""All engines of one model: started, held against each other, and kept ready."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..serving.config import MODELS, ModelConfig
from ..serving.weights import random_weights
from . import gguf_file
from .agree import CHECKED, Answers, answers, check, distance
from .case import THREADS, Case
from .engine import Engine, decode_s, prefill_s
from .gguf_file import Kind
from .host import EngineDiedError, Host
from .hugging_face import Forward, Generate
from .llama import Llama
from .ours import Ours

OURS, OURS8, EAGER = "ours", "ours8", "eager"
GENERATE, FORWARD = "generate", "forward"
LLAMA, LLAMA8 = "llama", "llama8"

BITS = {OURS: 16, OURS8: 8, EAGER: 16, GENERATE: 16, FORWARD: 16, LLAMA: 16, LLAMA8: 8}
"""Engine → bits of a weight. The ends of figures' ids are these names."""


@dataclass(frozen=True)
class LineUp:
    """Engines that are ready and agree.

    Attributes:
        config: Of the model.
        hosts: By name.
        about: Name → how it computes, and how far its logits are off.
    """

    config: ModelConfig
    hosts: dict[str, Host]
    about: dict[str, str]

    def ready(self, case: Case) -> None:
        """Let everybody read the prompts of a case."""
        prompts = case.prompts(self.config.vocab)
        for host in self.hosts.values():
            host.ask(partial(_ready, prompts=prompts))

    def decode_s(self, name: str, rows: int, steps: int) -> float:
        """One sample: seconds a step."""
        return self.hosts[name].ask(partial(decode_s, rows=rows, steps=steps))

    def prefill_s(self, name: str, case: Case) -> float:
        """One sample: seconds a prompt."""
        return self.hosts[name].ask(partial(prefill_s, prompts=case.prompts(self.config.vocab)))


@contextmanager
def line_up(model: str, folder: Path, compiled: bool = True) -> Iterator[LineUp]:
    """Start all engines with the same weights and see that they agree.

    Args:
        model: A name in ``serving.config.MODELS``.
        folder: Where the files for llama.cpp go.
        compiled: Whether ours compiles what can be (``--compiled``).

    Raises:
        DisagreementError: When one of them computes something else.
        EngineDiedError: When one of them cannot run.
    """
    config = MODELS[model]
    files = _files(config, folder)
    with ExitStack() as stack:

        def start(host: Host) -> Host:
            stack.callback(host.close)
            return host

        hosts = {
            OURS: start(Host(partial(Ours, model, "bf16", THREADS, compiled))),
            OURS8: start(Host(partial(Ours, model, "int8", THREADS, compiled))),
            EAGER: start(Host(partial(Ours, model, "bf16", THREADS))),
            GENERATE: start(Host(partial(Generate, model, THREADS))),
            FORWARD: start(Host(partial(Forward, model, THREADS))),
            LLAMA: start(_llama(files["BF16"], config)),
            LLAMA8: start(_llama(files["Q8_0"], config)),
        }
        yield LineUp(config, hosts, _agreement(model, hosts))


def _files(config: ModelConfig, folder: Path) -> dict[Kind, Path]:
    weights = random_weights(config)
    files: dict[Kind, Path] = {"BF16": folder / "bf16.gguf", "Q8_0": folder / "q8_0.gguf"}
    for kind, file in files.items():
        gguf_file.write(file, config, weights, kind)
    return files


def _llama(file: Path, config: ModelConfig) -> Host:
    """With the matrices laid out for its fastest kernels, unless that ends its process."""
    make = partial(Llama, file, config.vocab, THREADS)
    host = Host(partial(make, repack=True))
    try:
        host.ask(partial(answers, prompts=CHECKED.prompts(config.vocab)))
    except EngineDiedError as died:
        host.close()
        return Host(partial(make, repack=False, why=f"켜면 {died.how}로 끝남"))
    return host


def _agreement(model: str, hosts: dict[str, Host]) -> dict[str, str]:
    """How each engine computes; raises as ``line_up``."""
    job = partial(answers, prompts=CHECKED.prompts(MODELS[model].vocab))
    reference = Host(partial(Ours, model, "fp32", THREADS))
    try:
        right: Answers = reference.ask(job)
    finally:
        reference.close()
    about = {}
    for name, host in hosts.items():
        off = distance(host.ask(job), right)
        check(f"{model} {name}", off, BITS[name])
        about[name] = f"{host.ask(_about)} (로짓이 fp32와 {off:.1%} 다름)"
    return about


def _about(engine: Engine) -> str:
    return engine.about


def _ready(engine: Engine, prompts: list[list[int]]) -> None:
    engine.fill(prompts)
