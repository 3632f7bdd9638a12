"""Attention of new tokens over the cache, in which their own keys and values are by now."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812  its usual name

from .batch import Batch, Group
from .kv_cache import KVCache


def attend(
    heads: tuple[Tensor, Tensor, Tensor], layer: int, batch: Batch, cache: KVCache
) -> Tensor:
    """Store the new keys and values, then let every token look at its own request.

    Args:
        heads: Queries, keys and values, (n, heads, head_dim) each.
        layer: Which layer's cache.
        batch: Whose tokens they are.
        cache: Where keys and values are kept.

    Returns:
        (n, d_model): what each token found.
    """
    q, k, v = heads  # (n, heads, head_dim) each
    cache.append(layer, batch.places, k, v)
    found = [_attend(q[group.rows], layer, group, cache) for group in batch.groups]
    return found[0] if len(found) == 1 else torch.cat(found)  # (n, d_model)


def _attend(q: Tensor, layer: int, group: Group, cache: KVCache) -> Tensor:
    """Attention of one group; queries (requests · new, n_heads, head_dim)."""
    keys, values = cache.read(layer, group.choice, group.length)  # (requests, kv_heads, length, hd)
    if len(q) == group.requests:
        found = one_each(q, keys, values, group.mask)  # (n, n_heads, head_dim)
    else:
        found = F.scaled_dot_product_attention(
            q.transpose(0, 1).unsqueeze(0),  # (1, n_heads, new, head_dim)
            keys,
            values,
            attn_mask=group.mask,
            is_causal=group.causal,
            enable_gqa=True,
        )[0].transpose(0, 1)  # (new, n_heads, head_dim)
    return found.flatten(1)  # (n, d_model)


def one_each(q: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None) -> Tensor:
    """Attention of one new token of each request.

    Query heads that share a key head are its rows: that head is read once, not once a query.
    """
    kv_heads = keys.shape[1]
    rows = q.unflatten(1, (kv_heads, -1))  # (requests, kv_heads, n_heads/kv_heads, head_dim)
    found = F.scaled_dot_product_attention(rows, keys, values, attn_mask=mask)
    return found.flatten(1, 2)  # (requests, n_heads, head_dim)
