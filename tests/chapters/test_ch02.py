"""Chapter 02: what its page says in words is what its code does."""

from __future__ import annotations

import re

import pytest
import torch

from hooks import source
from snippets.ch02_bits_and_tensors import FLIPS, LLAMA_3_8B, ONE_LAYER, WEIGHT, as_bits
from snippets.evidence.facts.file import load as load_facts
from snippets.loading import load
from snippets.serving.shards import WHOLE
from snippets.weight_file import read_header, read_length, save, write_model
from tests.conftest import ROOT
from tests.diagram.held import problems

CHAPTER = "docs/02-bits-and-tensors.md"


def text() -> str:
    return (ROOT / CHAPTER).read_text(encoding="utf-8")


def fences(language: str) -> list[str]:
    return [fence.body for fence in source.read(CHAPTER, text()).fences_of(language)]


def test_the_bits_on_the_page_are_those_of_the_number() -> None:
    sign, exponent, mantissa = re.findall(
        r"^\| `([01]+)` \| `([01]+)` \| `([01]+)` \|$", text(), re.MULTILINE
    )[0]
    assert sign + exponent + mantissa == f"{as_bits(WEIGHT):032b}"
    assert (int(exponent, 2), 121 - 127) == (121, -6)
    assert (1 + int(mantissa, 2) / 2**23) * 2**-6 == pytest.approx(WEIGHT)


def test_the_table_of_flipped_bits_holds_what_the_experiment_asserts() -> None:
    rows = re.findall(
        r"^\| (\d+) \| (?:부호|지수|가수)[^|]* \| ([^|(]+?)(?: \([^|]*)? \|$", text(), re.MULTILINE
    )
    told = {
        int(bit): float(re.sub(r" × 10<sup>(.+)</sup>", r"e\1", value).replace("−", "-"))
        for bit, value in rows
    }
    assert told == {bit: float(value) for bit, value in FLIPS.items()}


def test_the_real_model_is_counted_as_the_fact_says() -> None:
    facts = load_facts(ROOT / "docs/facts.yaml").facts
    assert LLAMA_3_8B.parameters == facts["W01"].value


def test_the_reader_s_own_code_opens_a_weight_file(tmp_path, monkeypatch, capsys) -> None:
    save({"one": torch.zeros(3, 4), "two": torch.zeros(5, dtype=torch.bfloat16)}, tmp_path / WHOLE)
    monkeypatch.chdir(tmp_path)
    (code,) = [body for body in fences("python") if "open(" in body]
    exec(compile(code, CHAPTER, "exec"), {})
    assert capsys.readouterr().out.splitlines() == [
        "one F32 [3, 4] [0, 48]",
        "two BF16 [5] [48, 58]",
    ]


def test_the_views_on_the_page_have_the_shapes_it_tells() -> None:
    (code,) = [body for body in fences("python") if "matrix" in body]
    space = {"torch": torch}
    exec(compile(code, CHAPTER, "exec"), space)
    told = re.findall(r"^(\w+) = .*shape (\(.*?\)), +stride (\(.*?\))$", code, re.MULTILINE)
    assert len(told) == 5
    for name, shape, stride in told:
        assert (str(tuple(space[name].shape)), str(space[name].stride())) == (shape, stride)


def test_a_file_that_is_cut_short_is_not_loaded(tmp_path) -> None:
    write_model(tmp_path, ONE_LAYER, torch.bfloat16)
    path = tmp_path / WHOLE
    with path.open("rb") as file:
        header = read_header(file, read_length(file))
    assert [entry.begin for entry in header.values()][1:] == [e.end for e in header.values()][:-1]
    with path.open("rb+") as file:
        file.truncate(path.stat().st_size - 1)
    with pytest.raises(AssertionError, match="cut short"):
        load(tmp_path, torch.float32, "ch02.load")


def test_the_drawing_of_a_load_is_held_against_one(tmp_path) -> None:
    write_model(tmp_path, ONE_LAYER, torch.bfloat16)
    _, trace = load(tmp_path, torch.float32, "ch02.load")
    (drawing,) = [body for body in fences("mermaid") if "%% trace" in body]
    assert problems(drawing, trace) == []
    without = drawing.replace("        G --> F\n", "", 1)
    assert ["diagram-edge-missing" in one for one in problems(without, trace)] == [True]
