"""A real model behind the gateway: text in, the text that Hugging Face's library makes out."""

import subprocess
import sys

import pytest
import torch

from snippets.serving.child import ROOT, ServerStartError
from snippets.serving.completion import Ask
from snippets.serving.hub_tokenizer import HubTokenizer
from snippets.serving.launch import serve
from snippets.serving.settings import parse

from .conftest import official
from .model_folders import VOCAB, edit_json, edit_weights, write_model

PROMPTS = ["안녕하세요", "the quick brown fox", "🙂"]


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    return folder, write_model(folder, shard="30KB", tie_word_embeddings=False)


@pytest.fixture(scope="module")
def server(real):
    with serve("org/tiny", model_dir=real[0], max_batch=3) as running:
        yield running


def expected(real, prompt, n):
    """What the library generates after the prompt, as text; ending at the end of text."""
    folder, model = real
    tokenizer = HubTokenizer(folder, VOCAB)
    ids = torch.tensor([tokenizer.encode(prompt)])
    with torch.inference_mode():
        made = model.generate(ids, max_new_tokens=n, do_sample=False, eos_token_id=None)
    from tokenizers import Tokenizer

    library = Tokenizer.from_file(str(folder / "tokenizer.json"))
    return library.decode(made[0, ids.shape[1] :].tolist())


def test_answers_are_those_of_the_library_also_together(real, server):
    answers = server.complete(*(Ask(prompt, 30) for prompt in PROMPTS))
    assert [one.text for one in answers] == [expected(real, prompt, 30) for prompt in PROMPTS]
    assert len({one.text for one in answers}) == len(PROMPTS)


def test_the_official_client_sees_its_name_and_its_tokens(real, server):
    with official(server) as client:
        assert client.models.retrieve("org/tiny").id == "org/tiny"
        answer = client.completions.create(
            model="org/tiny",
            prompt=PROMPTS[0],
            max_tokens=5,
            temperature=0,
            extra_body={"ignore_eos": True},
        )
    tokens = HubTokenizer(real[0], VOCAB).encode(PROMPTS[0])
    assert answer.usage.prompt_tokens == len(tokens)
    assert answer.choices[0].text == expected(real, PROMPTS[0], 5)


def test_the_end_token_of_the_model_ends_an_answer(tmp_path, real, server):
    folder, model = real
    ids = torch.tensor([HubTokenizer(folder, VOCAB).encode(PROMPTS[1])])
    with torch.inference_mode():
        made = model.generate(ids, max_new_tokens=5, do_sample=False, eos_token_id=None)
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    edit_json(tmp_path / "generation_config.json", eos_token_id=int(made[0, -1]))
    with serve("tiny", model_dir=tmp_path) as ending:
        (one,) = ending.complete(Ask(PROMPTS[1], 30, ignore_eos=False))
    assert one.finish_reason == "stop"
    assert len(one.arrivals_s) <= 5


def test_a_shorter_context_can_be_asked_for(real):
    run = start(real[0], "--context-len", "129")
    assert run.stderr == "config.json: the context is at most 128 tokens, not 129\n"
    assert (run.returncode, run.stdout) == (1, "")


def start(folder, *more):
    command = [sys.executable, "-m", "snippets.serving", "--model-dir", str(folder), *more]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )


def test_a_folder_that_is_none_is_one_clear_line(tmp_path):
    run = start(tmp_path / "nothing")
    assert (run.returncode, run.stderr) == (1, "config.json: there is no such file\n")


def test_weights_that_do_not_fit_end_the_worker_with_one_clear_line(tmp_path):
    write_model(tmp_path)
    edit_weights(tmp_path, lambda tensors: tensors.pop("model.norm.weight"))
    with pytest.raises(ServerStartError) as failed, serve("tiny", model_dir=tmp_path):
        pass
    assert str(failed.value) == (
        "ended with exit code 1 at start\n"
        "safetensors: tensor 'model.norm.weight' is missing\n"
        "the worker ended before it was ready"
    )


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--context-len", "9"], "--served-model-name and --context-len go with --model-dir"),
        (["--prefix-caching"], "--prefix-caching goes with --kv-blocks"),
        (["--model", "nano", "--model-dir", "x"], "not allowed with argument --model"),
    ],
)
def test_options_that_would_be_ignored_are_refused(options, complaint, capsys):
    with pytest.raises(SystemExit):
        parse(options)
    assert complaint in capsys.readouterr().err
