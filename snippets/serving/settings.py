"""The command line of ``python -m snippets.serving``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from .config import KEY_VARIABLE, MODELS, Dtype, ModelConfig
from .limits import TOKEN_BUDGET, Limits
from .served import Served, built_in, from_folder


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line, or end the program with a usage message."""
    parser = argparse.ArgumentParser(
        "python -m snippets.serving", description="Serves completions over HTTP."
    )
    models = parser.add_mutually_exclusive_group()
    models.add_argument("--model", choices=sorted(MODELS), default="mini")
    models.add_argument("--model-dir", type=Path, help="a Hugging Face Llama: config.json, …")
    parser.add_argument("--served-model-name", help="with --model-dir; default: its name")
    parser.add_argument("--context-len", type=_positive, help="most tokens, with --model-dir")
    parser.add_argument("--port", type=_port, default=0, help="0: any free port (default)")
    parser.add_argument("--api-key", help=f"default: ${KEY_VARIABLE}, or a new one")
    parser.add_argument("--max-batch", type=_positive, default=4, help="requests a step at most")
    parser.add_argument("--queue-size", type=_positive, default=16, help="requests that may wait")
    parser.add_argument("--threads", type=_positive, default=1, help="CPU threads for torch")
    parser.add_argument("--policy", choices=["continuous", "static"], default="continuous")
    parser.add_argument("--token-budget", type=_positive, default=TOKEN_BUDGET, help="a step")
    parser.add_argument("--dtype", choices=get_args(Dtype), default="fp32", help="of the matrices")
    parser.add_argument("--kv-blocks", type=_positive, help="page the KV cache: blocks it has")
    parser.add_argument("--prefix-caching", action="store_true", help="share equal blocks")
    parser.add_argument("--huge-pages", action="store_true", help="2 MiB pages for the worker")
    parser.add_argument("--compiled", action="store_true", help="compile the steps")
    parser.add_argument("--spans", type=Path, help="file to append the spans of traces to")
    parser.add_argument("--until-eof", action="store_true", help="stop when stdin closes")
    options = parser.parse_args(arguments)
    if options.model_dir is None and (options.served_model_name or options.context_len):
        parser.error("--served-model-name and --context-len go with --model-dir")
    if options.prefix_caching and options.kv_blocks is None:
        parser.error("--prefix-caching goes with --kv-blocks")
    return options


def served_model(options: argparse.Namespace) -> Served:
    """The model that the command line names.

    Raises:
        CheckpointError: When it is in a folder, and cannot be served.
    """
    if options.model_dir is None:
        return built_in(options.model)
    return from_folder(options.model_dir, options.served_model_name, options.context_len)


def limits_of(options: argparse.Namespace, model: ModelConfig) -> Limits:
    """What the scheduler may give away.

    Raises:
        ValueError: When the limits do not go together.
    """
    more = {"token_budget": options.token_budget, "policy": options.policy}
    if options.kv_blocks is None:
        return Limits.contiguous(model, options.max_batch, **more)
    sharing = options.prefix_caching
    return Limits.paged(model, options.max_batch, options.kv_blocks, prefix_caching=sharing, **more)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("must be from 0 to 65535")
    return number
