"""Records that something has damaged, or somebody has made up: never shown, always told."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hooks import whole_file
from hooks.labs import record as lab
from snippets.evidence.record import RecordError, _digest, load, publish
from tests.evidence.test_record import record

WHOLE = record().to_json().encode()
BROKEN = "기록 파일이 깨져 있습니다"
EDITED = "기록의 지문이 맞지 않습니다 (손으로 고친 기록)"
SHAPE = "기록의 모양이 맞지 않습니다: 1곳"


def with_(**changes: object) -> bytes:
    return json.dumps(json.loads(WHOLE) | changes).encode()


def signed(change: Callable[[dict], object]) -> bytes:
    """A record that somebody has changed who knows how the digest is made."""
    body = json.loads(WHOLE)
    body.pop("digest")
    change(body)
    return json.dumps(body | {"digest": _digest(body)}).encode()


def figure(**changes: object) -> bytes:
    return signed(lambda body: body["figures"]["ch01.n"].update(changes))


BAD = {
    "cut off near its end": (WHOLE[:-3], BROKEN),
    "two in one file": (WHOLE + WHOLE, BROKEN),
    "a page of zeros after a power cut": (b"\0" * 512, BROKEN),
    "a merge conflict": (b"<<<<<<< HEAD\n" + WHOLE, BROKEN),
    "a mark in front": (b"\xef\xbb\xbf" + WHOLE, BROKEN),
    "without a digest": (with_(digest=None), EDITED),
    "the digest of another": (with_(digest="0" * 64), EDITED),
    "a field more": (with_(x=1), EDITED),
    "of an older schema": (with_(schema_version=1), "기록의 판이 1입니다 (지금은 2)"),
    "signed, with a field more": (signed(lambda body: body.update(x=1)), SHAPE),
    "signed, without figures": (signed(lambda body: body.pop("figures")), SHAPE),
    "signed, a word for a value": (figure(value="많음"), SHAPE),
    "signed, a value without end": (figure(value=float("nan")), SHAPE),
    "signed, a claim type that is none": (figure(claim_type="rumour"), SHAPE),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_record_is_refused(name: str, tmp_path: Path) -> None:
    content, said = BAD[name]
    (tmp_path / "ch01.json").write_bytes(content)
    with pytest.raises(RecordError) as error:
        load(tmp_path / "ch01.json")
    assert str(error.value) == said


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b"{}", b"\xb0\xa1", b'{"seal": 1}'])
def test_the_outputs_of_a_lab_that_are_damaged(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "decode.json").write_bytes(content)
    with pytest.raises(RecordError) as error:
        lab.load(tmp_path / "decode.json")
    assert str(error.value) == BROKEN


def full(*_: object, **__: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_disk_that_fills_leaves_the_last_record_and_no_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "ch01.json"
    publish(record(3), file)
    monkeypatch.setattr("snippets.evidence.record.Record.to_json", full)
    with pytest.raises(OSError, match="No space left on device"):
        publish(record(4), file)
    assert file.read_bytes() == WHOLE
    assert [path.name for path in tmp_path.iterdir()] == ["ch01.json"]


def test_a_disk_that_fills_leaves_the_last_kept_file_and_no_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "fonts/a.woff2"
    whole_file.write(file, b"old")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        with pytest.raises(OSError, match="No space left on device"):
            whole_file.write(file, b"new")
    assert [(path.name, path.read_bytes()) for path in file.parent.iterdir()] == [
        ("a.woff2", b"old")
    ]
