import pytest

from snippets.serving.tokenizer import BOS, BYTES, EOS, decode

TEXTS = ["안녕하세요, 세계!", "hello\n\tworld", "한\N{COMBINING ACUTE ACCENT}🙂🇰🇷", ""]


@pytest.mark.parametrize("text", TEXTS)
def test_text_comes_back_as_it_was(text):
    assert decode(BYTES, BYTES.encode(text)) == text


@pytest.mark.parametrize("text", TEXTS)
def test_streaming_never_splits_a_character(text):
    decoder = BYTES.decoder()
    pieces = [decoder.feed(token) for token in BYTES.encode(text)]
    assert "".join(pieces) == text
    assert decoder.finish() == ""
    assert [piece for piece in pieces if piece] == list(text)


def test_a_korean_syllable_is_three_tokens_and_appears_with_the_third():
    decoder = BYTES.decoder()
    assert [decoder.feed(token) for token in BYTES.encode("가")] == ["", "", "가"]


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ([BOS, 65, 300, EOS], "<bos>A<300>"),
        ([0xEA, 0xB0, 300, 0x80], "\ufffd<300>\ufffd"),
        ([0xEA, 0xB0], "\ufffd"),
        ([0x1B, 0x00, 0x7F], "␛␀\ufffd"),
    ],
)
def test_noise_is_shown_and_harmless(tokens, text):
    assert decode(BYTES, tokens) == text
