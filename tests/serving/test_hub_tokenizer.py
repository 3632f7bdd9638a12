"""The tokenizer of a real model: text comes back, also token by token, whatever the tokens are."""

import random

import pytest

from snippets.serving.hub_tokenizer import HubTokenizer
from snippets.serving.model_folder import CheckpointError
from snippets.serving.tokenizer import decode

from .model_folders import VOCAB, edit_json, write_model

TEXTS = ["안녕하세요, 세계!", "hello\n\tworld  the quick", "한\N{COMBINING ACUTE ACCENT}🙂🇰🇷", ""]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    write_model(folder)
    return folder


@pytest.fixture(scope="module")
def tokenizer(folder):
    return HubTokenizer(folder, VOCAB)


@pytest.mark.parametrize("text", TEXTS)
def test_text_comes_back_and_begins_with_the_special_token(tokenizer, text):
    first, *rest = tokenizer.encode(text)
    assert first == 0
    assert decode(tokenizer, rest) == text


@pytest.mark.parametrize("text", TEXTS)
def test_streaming_never_splits_a_character(tokenizer, text):
    decoder = tokenizer.decoder()
    pieces = [decoder.feed(token) for token in tokenizer.encode(text)]
    assert "".join(pieces) == text
    assert decoder.finish() == ""
    assert not any("\ufffd" in piece for piece in pieces)


def test_noise_streams_to_the_text_that_it_has_as_a_whole(tokenizer, folder):
    from tokenizers import Tokenizer

    library = Tokenizer.from_file(str(folder / "tokenizer.json"))
    draw = random.Random(0)
    for _ in range(200):
        tokens = [draw.randrange(VOCAB + 20) for _ in range(draw.randrange(30))]
        assert decode(tokenizer, tokens) == library.decode(tokens)


def test_no_token_stands_for_more_characters_than_the_longest(tokenizer):
    texts = [decode(tokenizer, [token]) for token in range(VOCAB)]
    assert max(map(len, texts)) <= tokenizer.longest_token < 40


def test_a_character_cut_short_is_shown_as_such(tokenizer):
    *tokens, _ = tokenizer.encode("🙂")
    assert decode(tokenizer, tokens) == "\ufffd"


@pytest.mark.parametrize(
    ("generation", "config", "ends"),
    [({"eos_token_id": [3, 4]}, 1, {3, 4}), ({}, 5, set()), (None, 5, {5}), (None, [6], {6})],
)
def test_the_generation_config_says_what_ends_an_answer(tmp_path, generation, config, ends):
    write_model(tmp_path)
    file = tmp_path / "generation_config.json"
    file.unlink()
    if generation is not None:
        file.write_text("{}")
        edit_json(file, **generation)
    edit_json(tmp_path / "config.json", eos_token_id=config)
    assert HubTokenizer(tmp_path, VOCAB).end_tokens == ends


def test_a_tokenizer_with_more_ids_than_the_model_is_refused(folder):
    with pytest.raises(CheckpointError) as refused:
        HubTokenizer(folder, 100)
    largest = max(HubTokenizer(folder, VOCAB)._tokenizer.get_vocab().values())
    expected = f"tokenizer.json: makes token id {largest}, but the model ends at 99"
    assert str(refused.value) == expected


def test_a_tokenizer_that_the_library_does_not_know_is_refused(tmp_path):
    write_model(tmp_path)
    (tmp_path / "tokenizer.json").write_text('{"model": {"type": "Surprise"}}')
    with pytest.raises(CheckpointError, match=r"^tokenizer\.json: "):
        HubTokenizer(tmp_path, VOCAB)
