"""Where the worker's model comes from: one of ours with random weights, or a real one."""

from __future__ import annotations

from .checkpoint import load_weights
from .config import MODELS, ModelConfig
from .llama_config import read_config
from .messages import WorkerSetup
from .weights import Weights, random_weights


def parameters(setup: WorkerSetup) -> tuple[ModelConfig, Weights]:
    """Dimensions and weights of the model in ``setup``.

    Raises:
        CheckpointError: When its folder does not hold them.
    """
    if setup.folder is None:
        config = MODELS[setup.model]
        return config, random_weights(config, setup.seed)
    config = read_config(setup.folder, setup.model, setup.context_len)
    return config, load_weights(setup.folder, config)
