"""A folder with a model as Hugging Face lays it out, and the error that says what is wrong in it.

==============================  ==============================================================
``config.json``                 dimensions (``llama_config.py``)
``tokenizer.json``              text ↔ token ids (``hub_tokenizer.py``)
``model.safetensors``           weights, in one file or in several with
``model.safetensors.index.json``  a list of what is where (``shards.py``)
==============================  ==============================================================

All is read and checked before the first weight is; then ``checkpoint.py`` reads the weights.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


class CheckpointError(Exception):
    """A model folder that cannot be served. The text names the file and what is wrong in it."""


def read_json(file: Path) -> dict[str, Any]:
    """The JSON object in ``file``.

    Raises:
        CheckpointError: When it is missing, or is none.
    """
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CheckpointError(f"{file.name}: there is no such file") from None
    except OSError as error:
        raise CheckpointError(f"{file.name}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise CheckpointError(f"{file.name}: not valid JSON") from None
    if not isinstance(document, dict):
        raise CheckpointError(f"{file.name}: not a JSON object")
    return document
