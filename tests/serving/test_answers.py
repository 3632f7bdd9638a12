"""What the server answers, asked through the official OpenAI client."""

import pytest

from snippets.serving.completion import Ask

ASKS = [
    Ask("안녕하세요", 24),
    Ask("a", 24),
    Ask("The quick brown fox", 24, temperature=1.0, seed=1),
    Ask("The quick brown fox", 24, temperature=1.0, seed=2),
    Ask(tuple(range(40)), 24, temperature=0.7, seed=3),
    Ask("0123456789" * 6, 24),
]


def ask(api, **fields):
    fields = {"model": "nano", "prompt": "가나", "max_tokens": 8, "temperature": 0} | fields
    return api.completions.create(extra_body={"ignore_eos": True}, **fields)


def test_a_completion_has_text_reason_and_usage(api):
    answer = ask(api)
    assert answer.object == "text_completion"
    assert answer.choices[0].finish_reason == "length"
    assert answer.choices[0].text
    usage = answer.usage
    assert (usage.prompt_tokens, usage.completion_tokens, usage.total_tokens) == (6, 8, 14)


@pytest.mark.parametrize("prompt", ["가나", ["가나"], list("가나".encode())])
def test_a_prompt_is_text_or_token_ids(api, prompt):
    assert ask(api, prompt=prompt).choices[0].text == ask(api).choices[0].text


def test_a_stream_has_a_chunk_a_token_and_the_same_text(api):
    *chunks, last = list(ask(api, stream=True, stream_options={"include_usage": True}))
    assert len(chunks) == 8
    assert "".join(chunk.choices[0].text for chunk in chunks) == ask(api).choices[0].text
    reasons = [chunk.choices[0].finish_reason for chunk in chunks]
    assert reasons == [None] * 7 + ["length"]
    assert (last.choices, last.usage.completion_tokens) == ([], 8)
    assert len({chunk.id for chunk in chunks}) == 1


def test_a_seed_repeats_an_answer(api):
    def text(seed):
        return ask(api, temperature=1, seed=seed, max_tokens=30).choices[0].text

    assert text(5) == text(5)
    assert text(5) != text(6)


def test_the_end_of_text_token_ends_an_answer_unless_it_is_ignored(api):
    # With random weights any token comes up sooner or later; look for a seed that makes it.
    for seed in range(40):
        fields = {"model": "nano", "prompt": "가", "max_tokens": 100, "seed": seed}
        answer = api.completions.create(**fields, temperature=2)
        if answer.choices[0].finish_reason == "stop":
            break
    assert answer.choices[0].finish_reason == "stop"
    assert answer.usage.completion_tokens < 100
    longer = api.completions.create(**fields, temperature=2, extra_body={"ignore_eos": True})
    assert longer.usage.completion_tokens == 100
    assert longer.choices[0].text.startswith(answer.choices[0].text.rstrip("\ufffd"))


def test_together_and_alone_requests_get_the_same_tokens(server):
    together = server.complete(*ASKS)
    alone = [server.complete(one)[0] for one in ASKS]
    assert [one.text for one in together] == [one.text for one in alone]
    assert {len(one.arrivals_s) for one in together} == {24}
    assert len({one.text for one in together}) == len(ASKS)


@pytest.mark.parametrize("temperature", [1e-46, 5e-324])
def test_a_temperature_that_is_0_in_fp32_is_greedy(api, temperature):
    assert ask(api, temperature=temperature).choices[0].text == ask(api).choices[0].text


def test_values_that_ask_for_nothing_are_accepted(api):
    nothing = {"n": 1, "best_of": 1, "echo": False, "top_p": 1, "user": "someone"}
    nothing |= {"presence_penalty": 0, "frequency_penalty": 0.0, "stream": False}
    nothing |= dict.fromkeys(["logprobs", "suffix", "stop", "logit_bias", "stream_options"])
    assert ask(api, **nothing).choices[0].text == ask(api).choices[0].text
    nulls = dict.fromkeys(nothing)
    assert ask(api, **nulls).choices[0].text == ask(api).choices[0].text


def test_the_list_of_models(api):
    assert [model.id for model in api.models.list()] == ["nano"]
    assert api.models.retrieve("nano").id == "nano"


def test_times_of_a_completion_follow_from_its_arrivals(server):
    (one,) = server.complete(Ask("가", 3))
    first, _, last = one.arrivals_s
    assert (one.ttft_s, one.e2e_s, one.tpot_s) == (first, last, (last - first) / 2)
    assert 0 < first <= last
    assert server.complete(Ask("가", 1))[0].tpot_s is None
    assert one.trace_id is None
