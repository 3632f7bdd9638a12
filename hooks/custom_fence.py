"""What SuperFences has to be told of a fence: its name, its class, and what its header may say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Format = Callable[..., str]


def entry(name: str, css_class: str, format_: Format, *options: str) -> dict[str, Any]:
    """The entry for ``custom_fences``; a header with any other option makes no such fence."""

    def validate(
        language: str,  # noqa: ARG001
        inputs: dict[str, str],
        accepted: dict[str, Any],
        attrs: dict[str, Any],  # noqa: ARG001
        md: Any,  # noqa: ARG001
    ) -> bool:
        accepted.update(inputs)
        return inputs.keys() <= {*options}

    return {"name": name, "class": css_class, "validator": validate, "format": format_}
