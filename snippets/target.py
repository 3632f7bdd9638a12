"""Which server the client's experiment measures: ours, or one that the reader has named.

``python -m snippets run ch08 --endpoint URL --model NAME`` sets these variables for the process
of the experiment, which sees nothing else of the reader's environment.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from .evidence.experiment import Condition
from .evidence.profile import THEIRS, WHOSE
from .load.endpoint import Endpoint
from .serving.launch import serve

URL, MODEL, KEY = "GUIDE_ENDPOINT_URL", "GUIDE_ENDPOINT_MODEL", "GUIDE_ENDPOINT_KEY"
IGNORE_EOS = "GUIDE_ENDPOINT_IGNORE_EOS"
OUR_KEY = "GUIDE_OUR_KEY"
"""Holds the key of a server that the experiment has started itself."""

NOT_OURS = Condition(WHOSE, THEIRS)
"""Marks a record that no profile of this site may hold."""


def settings(endpoint: Endpoint, ignore_eos: bool) -> dict[str, str]:
    """The variables that name a server to the process of an experiment."""
    found = {URL: endpoint.base_url, MODEL: endpoint.model}
    if ignore_eos:
        found[IGNORE_EOS] = "1"
    if key := os.environ.get(endpoint.key_variable):
        found[KEY] = key
    return found


def named(environ: Mapping[str, str] = os.environ) -> Endpoint | None:
    """The server that the reader has named; ``None`` for one of ours."""
    return Endpoint(environ[URL], environ[MODEL], KEY) if URL in environ else None


def ignores_eos(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether answers of a fixed length may be asked for: ours gives them, others may refuse."""
    return URL not in environ or IGNORE_EOS in environ


@contextmanager
def ours(model: str, *, max_batch: int, queue_size: int, token_budget: int) -> Iterator[Endpoint]:
    """A server of our own, seen like any other: an address, a name and a key."""
    with serve(
        model, max_batch=max_batch, queue_size=queue_size, threads=1, token_budget=token_budget
    ) as server:
        os.environ[OUR_KEY] = server.api_key
        yield Endpoint(f"{server.url}/v1", server.model, OUR_KEY)
