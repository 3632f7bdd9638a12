"""The layers as torch's compiler sees them: everything but the attention, and the head."""

from __future__ import annotations

from collections.abc import Callable

from torch import Tensor, dtype, nn

from .config import ModelConfig
from .layers import Layer, attention_out, qkv, swiglu
from .linear import Linear
from .weights import Weights

Form = Callable[[Tensor], Linear]
"""Makes a product of a matrix (n_out, n_in)."""

Attend = Callable[[int, Tensor, Tensor, Tensor], Tensor]
"""Layer, queries, keys and values (n, heads, head_dim each) → what was found, (n, d_model)."""


class Trunk(nn.Module):
    """The same layers as in ``Model.forward``, of the same pieces, without marks."""

    def __init__(
        self, config: ModelConfig, weights: Weights, activations: dtype, form: Form
    ) -> None:
        """Bring each matrix into form by ``form``."""
        super().__init__()
        self._config = config
        embedding = weights.embedding.to(activations)  # (vocab, d_model)
        self._embedding = nn.Parameter(embedding, requires_grad=False)
        self._layers = [Layer.by(form, one) for one in weights.layers]
        # The compiler takes as constants only what it finds in modules.
        self._matrices = nn.ModuleList(matrix for one in self._layers for matrix in one.matrices)

    def hidden(self, tokens: Tensor, turn: tuple[Tensor, Tensor], attend: Attend) -> Tensor:
        """What the last layer makes of ``tokens`` (n,): (n, d_model)."""
        x = self._embedding[tokens]  # (n, d_model)
        for i, layer in enumerate(self._layers):
            found = attend(i, *qkv(x, layer, self._config, turn))  # (n, d_model)
            x = attention_out(x, found, layer)  # (n, d_model)
            x = swiglu(x, layer, self._config)  # (n, d_model)
        return x
