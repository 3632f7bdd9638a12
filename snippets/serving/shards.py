"""The files with the weights: which there are, and what their headers say is in them.

A safetensors file begins with a header: name, dtype and shape of each tensor, and where its
bytes are. So everything can be checked before a byte of a weight is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from safetensors import SafetensorError, safe_open
from torch import Tensor

from .model_folder import CheckpointError, read_json

WHOLE, INDEX = "model.safetensors", "model.safetensors.index.json"


@dataclass(frozen=True)
class Stored:
    """A tensor in a file that is open: its header, and the way to its content.

    Attributes:
        name: By which the file knows it.
        dtype: safetensors' name of it, such as ``BF16``.
        shape: As stored.
        file: Where it is.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    file: safe_open

    def read(self) -> Tensor:
        """The content, as a view of the file: pages come from disk when they are touched."""
        return self.file.get_tensor(self.name)


@contextmanager
def open_shards(folder: Path) -> Iterator[dict[str, Stored]]:
    """Open all files with weights and read their headers; by tensor name.

    Raises:
        CheckpointError: When a file is missing or damaged, or is not what the index says.
    """
    index = _index(folder)
    with ExitStack() as stack:
        stored: dict[str, Stored] = {}
        for name in sorted(set(index.values())) if index else [WHOLE]:
            file = stack.enter_context(_open(folder / name))
            for tensor in file.keys():  # noqa: SIM118  it is no mapping
                at = file.get_slice(tensor)
                if tensor in stored or (index and index.get(tensor) != name):
                    raise CheckpointError(f"{name}: has tensor '{tensor}' against the index")
                stored[tensor] = Stored(tensor, at.get_dtype(), tuple(at.get_shape()), file)
        for tensor, name in index.items():
            if tensor not in stored:
                raise CheckpointError(f"{name}: tensor '{tensor}' of the index is not in it")
        yield stored


def _index(folder: Path) -> Mapping[str, str]:
    """Tensor name → file name; empty when everything is in one file."""
    if (folder / WHOLE).exists():
        return {}
    shards = sorted(path.name for path in folder.glob("model-*.safetensors"))
    if not (folder / INDEX).exists():
        wanted = f"{INDEX}: there is no such file, but {shards[0]} needs it" if shards else None
        raise CheckpointError(wanted or f"{WHOLE}: there is no such file")
    files = read_json(folder / INDEX).get("weight_map")
    if not isinstance(files, dict) or not files:
        raise CheckpointError(f"{INDEX}: 'weight_map' is not a list of tensors")
    for name in files.values():
        # A name with a path in it would let a downloaded file reach out of its folder.
        if not isinstance(name, str) or Path(name).name != name:
            raise CheckpointError(f"{INDEX}: {name!r} is not the name of a file")
    return files


def _open(path: Path) -> safe_open:
    try:
        return safe_open(path, framework="pt")
    except FileNotFoundError:
        raise CheckpointError(f"{path.name}: there is no such file") from None
    except OSError as error:
        raise CheckpointError(f"{path.name}: cannot be read: {error}") from None
    except SafetensorError as error:
        raise CheckpointError(f"{path.name}: damaged or cut short: {error}") from None
