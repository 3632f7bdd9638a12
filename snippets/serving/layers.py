"""The pieces of a decoder layer, except the attention over the cache."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor
from torch.nn import functional as F  # noqa: N812  its usual name

from .config import ModelConfig
from .linear import Linear
from .rope import rotate
from .weights import LayerWeights


@dataclass(frozen=True)
class Layer:
    """One decoder layer in the form in which it computes."""

    attn_norm: Tensor | None  # (d_model,)
    qkv: Linear  # d_model → d_model + 2 kv_dim
    o: Linear  # d_model → d_model
    mlp_norm: Tensor | None  # (d_model,)
    gate_up: Linear  # d_model → 2 d_ffn
    down: Linear  # d_ffn → d_model

    @classmethod
    def by(cls, linear: Callable[[Tensor], Linear], weights: LayerWeights) -> Layer:
        """Make a layer of its weights, each matrix brought into form by ``linear``."""
        return cls(
            fp32(weights.attn_norm),
            linear(weights.qkv),
            linear(weights.o),
            fp32(weights.mlp_norm),
            linear(weights.gate_up),
            linear(weights.down),
        )

    @property
    def matrices(self) -> tuple[Linear, ...]:
        """All four, in the order in which they are used."""
        return self.qkv, self.o, self.gate_up, self.down

    @property
    def nbytes_before(self) -> int:
        """Bytes of weights that are read before attention."""
        return nbytes(self.attn_norm) + self.qkv.nbytes

    @property
    def nbytes_after(self) -> int:
        """Bytes of weights that are read after attention."""
        return self.o.nbytes + nbytes(self.mlp_norm) + self.gate_up.nbytes + self.down.nbytes


def fp32(gain: Tensor | None) -> Tensor | None:
    """A norm's gain (d_model,), in the dtype in which norms are computed."""
    return None if gain is None else gain.float()  # (d_model,)


def nbytes(gain: Tensor | None) -> int:
    """Bytes of a norm's gain, which may be left out."""
    return 0 if gain is None else gain.nbytes


def rms_norm(x: Tensor, gain: Tensor | None, eps: float) -> Tensor:
    """Scale each row of ``x`` (n, d_model) to root mean square 1, in fp32 whatever comes in."""
    return F.rms_norm(x.float(), (x.shape[-1],), gain, eps).to(x.dtype)  # (n, d_model)


def qkv(
    x: Tensor, layer: Layer, config: ModelConfig, turn: tuple[Tensor, Tensor]
) -> tuple[Tensor, Tensor, Tensor]:
    """Queries, keys and values of ``x`` (n, d_model), queries and keys turned by position."""
    h = rms_norm(x, layer.attn_norm, config.norm_eps)  # (n, d_model)
    heads = layer.qkv(h).view(len(x), -1, config.head_dim)  # (n, n_heads + 2 n_kv_heads, hd)
    turning = config.n_heads + config.n_kv_heads
    turned = rotate(heads[:, :turning], turn)  # (n, n_heads + n_kv_heads, head_dim)
    q, k = turned[:, : config.n_heads], turned[:, config.n_heads :]  # (n, heads, head_dim) each
    return q, k, heads[:, turning:]  # the last: (n, n_kv_heads, head_dim)


def attention_out(x: Tensor, attended: Tensor, layer: Layer) -> Tensor:
    """Add what attention found (n, d_model) to the residual stream ``x`` (n, d_model)."""
    return x + layer.o(attended)  # (n, d_model)


def swiglu(x: Tensor, layer: Layer, config: ModelConfig) -> Tensor:
    """The feed-forward block, added to the residual stream ``x`` (n, d_model)."""
    h = rms_norm(x, layer.mlp_norm, config.norm_eps)  # (n, d_model)
    gate, up = layer.gate_up(h).chunk(2, dim=-1)  # (n, d_ffn) each
    return x + layer.down(F.silu(gate) * up)  # (n, d_model)
