"""The pieces of a decoder layer, except the attention over the cache."""

from __future__ import annotations

from torch import Tensor
from torch.nn import functional as F  # noqa: N812  its usual name

from .config import ModelConfig
from .rope import rotate
from .weights import LayerWeights


def rms_norm(x: Tensor, gain: Tensor | None, eps: float) -> Tensor:
    """Scale each row of ``x`` (n, d_model) to root mean square 1."""
    return F.rms_norm(x, (x.shape[-1],), gain, eps)  # (n, d_model)


def qkv(
    x: Tensor, layer: LayerWeights, config: ModelConfig, turn: tuple[Tensor, Tensor]
) -> tuple[Tensor, Tensor, Tensor]:
    """Queries, keys and values of ``x`` (n, d_model), queries and keys turned by position."""
    h = rms_norm(x, layer.attn_norm, config.norm_eps)  # (n, d_model)
    heads = (len(x), -1, config.head_dim)
    q = F.linear(h, layer.q).view(heads)  # (n, n_heads, head_dim)
    k = F.linear(h, layer.k).view(heads)  # (n, n_kv_heads, head_dim)
    v = F.linear(h, layer.v).view(heads)  # (n, n_kv_heads, head_dim)
    return rotate(q, turn), rotate(k, turn), v


def attention_out(x: Tensor, attended: Tensor, layer: LayerWeights) -> Tensor:
    """Add what attention found (n, d_model) to the residual stream ``x`` (n, d_model)."""
    return x + F.linear(attended, layer.o)  # (n, d_model)


def swiglu(x: Tensor, layer: LayerWeights, config: ModelConfig) -> Tensor:
    """The feed-forward block, added to the residual stream ``x`` (n, d_model)."""
    h = rms_norm(x, layer.mlp_norm, config.norm_eps)  # (n, d_model)
    gated = F.silu(F.linear(h, layer.gate)) * F.linear(h, layer.up)  # (n, d_ffn)
    return x + F.linear(gated, layer.down)  # (n, d_model)
