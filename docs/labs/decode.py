# %% [markdown]
# # 실습 2. decode 반복문 손으로 쓰기
#
# 아주 작은 언어 모델을 torch로 적고, decode 반복문을 두 번 씁니다. 한 번은 KV 캐시 없이, 한 번은 KV 캐시로. 두 반복문이 같은 글을 내놓는지, 일은 얼마나 다른지 세어 봅니다. [06장](../06-memory.md)을 읽었다면 바로 시작할 수 있습니다.
#
# 이 실습은 torch 하나면 돌아갑니다. 시간을 재지 않고 연산 횟수와 바이트를 **셉니다**. 그래서 아래의 출력은 기계가 바빠도 바뀌지 않습니다. 삼십 분이면 넉넉합니다.
#
# ## 모델 적기
#
# 층 둘, 헤드 넷짜리 decoder입니다. 가중치는 무작위라 글에는 뜻이 없습니다. 우리가 볼 것은 두 반복문의 글이 **서로 같은지**뿐입니다. 수는 모두 fp64로 둡니다. 더하는 차례가 달라져 생기는 반올림이 토큰 고르기를 뒤집지 않게 하려는 것입니다.

# %%
import torch
from torch.nn.functional import gelu, layer_norm
from torch.utils.flop_counter import FlopCounterMode

VOCAB, WIDTH, LAYERS, HEADS, LONGEST = 256, 64, 2, 4, 512
HEAD = WIDTH // HEADS

generator = torch.Generator().manual_seed(7)


def drawn(*shape):
    """Random weights that keep the size of what goes through them."""
    made = torch.randn(*shape, generator=generator, dtype=torch.float64)
    return made / shape[-1] ** 0.5


embedding = drawn(VOCAB, WIDTH)  # (vocab, width), also for the output
position = drawn(LONGEST, WIDTH)  # (longest, width)
layers = [
    {
        "qkv": drawn(3 * WIDTH, WIDTH),  # (3·width, width)
        "out": drawn(WIDTH, WIDTH),  # (width, width)
        "up": drawn(4 * WIDTH, WIDTH),  # (4·width, width)
        "down": drawn(WIDTH, 4 * WIDTH),  # (width, 4·width)
    }
    for _ in range(LAYERS)
]

# %% [markdown]
# 어텐션은 두 반복문이 함께 씁니다. 새 토큰의 Q를, 지금까지의 모든 K와 견줍니다. 새 토큰이 여럿이면 저마다 **자기보다 뒤의 토큰은 보지 못하게** 가립니다.


# %%
def attention(q, k, v):
    """Every new token looks at all tokens up to itself.

    q and what comes out: (heads, new, head); k and v: (heads, all, head).
    """
    new, total = q.shape[1], k.shape[1]
    scores = q @ k.transpose(1, 2) / HEAD**0.5  # (heads, new, all)
    every = torch.ones(new, total, dtype=torch.bool)  # (new, all)
    ahead = every.triu(total - new + 1)  # (new, all)
    return scores.masked_fill(ahead, float("-inf")).softmax(-1) @ v


# %% [markdown]
# 이제 순전파입니다. `past`가 KV 캐시입니다. 층마다 K와 V를 담은 리스트이고, 비어 있으면 처음부터 시작하는 것입니다. 한 줄 한 줄 읽으며 **캐시를 만지는 곳이 어디인지** 찾아보세요.


# %%
def by_head(x):
    """(new, width) to (heads, new, head)."""
    return x.view(len(x), HEADS, HEAD).transpose(0, 1)


def forward(tokens, past, start=None):
    """Run new tokens; ``past`` grows by their keys and values.

    Returns the logits of the last token, (vocab,).
    """
    if start is None:
        start = past[0][0].shape[1] if past else 0
    end = start + len(tokens)
    x = embedding[tokens] + position[start:end]  # (new, width)
    for number, layer in enumerate(layers):
        normed = layer_norm(x, (WIDTH,))
        parts = (normed @ layer["qkv"].T).chunk(3, -1)  # 3 × (new, width)
        q, k, v = (by_head(part) for part in parts)  # (heads, new, head)
        if len(past) > number:
            k = torch.cat([past[number][0], k], 1)  # (heads, all, head)
            v = torch.cat([past[number][1], v], 1)
            past[number] = (k, v)
        else:
            past.append((k, v))
        mixed = attention(q, k, v).transpose(0, 1).reshape(len(tokens), WIDTH)
        x = x + mixed @ layer["out"].T
        wide = layer_norm(x, (WIDTH,)) @ layer["up"].T  # (new, 4·width)
        x = x + gelu(wide) @ layer["down"].T
    return layer_norm(x[-1], (WIDTH,)) @ embedding.T


# %% [markdown]
# ## 캐시 없는 반복문
#
# 토큰을 하나 얻을 때마다 지금까지의 글 전체를 처음부터 다시 넣습니다. 짧고 틀릴 데가 없습니다. 그래서 이것이 **정답지**입니다.


# %%
def without_cache(prompt, count):
    tokens, passed = list(prompt), 0
    for _ in range(count):
        logits = forward(tokens, past=[])
        passed += len(tokens)
        tokens.append(int(logits.argmax()))
    return tokens[len(prompt) :], passed


# %% [markdown]
# ## 캐시로 쓰는 반복문
#
# 프롬프트를 한 번에 넣는 것이 prefill입니다. 그다음부터는 **방금 나온 토큰 하나만** 넣습니다. 지난 토큰의 K와 V는 `past`에 있습니다.


# %%
def with_cache(prompt, count):
    past = []
    logits = forward(prompt, past)  # prefill
    passed, made = len(prompt), [int(logits.argmax())]
    while len(made) < count:
        logits = forward(made[-1:], past)  # decode
        passed += 1
        made.append(int(logits.argmax()))
    return made, passed, past


# %% [markdown]
# ## 같은 글이 나오나
#
# 같지 않으면 다음 셀은 실패하고, 이 페이지도 만들어지지 않습니다.

# %%
prompt = list(b"The request arrives.")
COUNT = 64

plain, plain_passed = without_cache(prompt, COUNT)
cached, cached_passed, past = with_cache(prompt, COUNT)
assert plain == cached

print("두 반복문의 글이 같습니다:", cached[:8], "…")
print("모델을 지나간 토큰, 캐시 없이:", plain_passed)
print("모델을 지나간 토큰, 캐시로:  ", cached_passed)

# %% [markdown]
# 두 수를 식으로도 구해 보세요. 프롬프트가 p개이고 n개를 만든다면 캐시 없이는 p + (p + 1) + … + (p + n − 1), 캐시로는 p + (n − 1)입니다. 앞의 것은 n의 제곱으로, 뒤의 것은 n에 비례해 늘어납니다.

# %%
p, n = len(prompt), COUNT
assert plain_passed == n * p + n * (n - 1) // 2
assert cached_passed == p + n - 1

# %% [markdown]
# ## 연산은 얼마나 다른가
#
# 지나간 토큰의 수가 곧 연산의 수는 아닙니다. 어텐션은 문맥이 길수록 일이 늘어나니까요. torch에 행렬 곱의 연산을 세는 도구가 있습니다. 만드는 토큰의 수를 바꿔 가며 세어 봅니다.


# %%
def flop(run):
    with FlopCounterMode(display=False) as counter:
        run()
    return counter.get_total_flops()


print("토큰 | 캐시 없이 | 캐시로 | 비")
for count in (8, 32, 128):
    redone = flop(lambda count=count: without_cache(prompt, count))
    kept = flop(lambda count=count: with_cache(prompt, count))
    row = f"{redone / 1e6:8.0f}M | {kept / 1e6:5.0f}M"
    print(f"{count:4} | {row} | {redone / kept:2.0f}")

# %% [markdown]
# 비가 만드는 토큰의 수와 함께 커집니다. **KV 캐시는 연산을 메모리와 바꿉니다.** 그러면 메모리로 무엇을 냈는지도 세어야 합니다.

# %%
held = sum(k.nbytes + v.nbytes for k, v in past)
tokens = p + n - 1  # the last token that was made was never put back in
by_formula = 2 * LAYERS * WIDTH * tokens * 8  # K and V, fp64
assert held == by_formula
print(f"토큰 {tokens}개의 KV 캐시: {held:,} B")

# %% [markdown]
# 06장의 식 그대로입니다. 이 모델은 쿼리 헤드마다 KV 헤드가 있어서(MHA) 폭을 통째로 곱했습니다.
#
# ## 캐시의 버그는 소리가 나지 않는다
#
# 이제 일부러 틀려 봅니다. 캐시를 쓰면서 **위치를 세는 것을 잊어**, 새 토큰이 늘 첫 자리에 있다고 합시다(`start=0`). 오류가 날까요?

# %%
past = []
forward(prompt, past)
right = forward([65], list(past))
wrong = forward([65], list(past), start=0)
assert right.shape == wrong.shape
print("모양은 같습니다:", tuple(wrong.shape))
print("같은 토큰을 고르나:", bool(right.argmax() == wrong.argmax()))
print(f"로짓의 가장 큰 차이: {(right - wrong).abs().max():.2f}")

# %% [markdown]
# 아무 오류도 나지 않습니다. 모양이 맞고, 수가 나오고, 글이 나옵니다. 다만 **다른 모델의 글**입니다. 캐시를 고칠 때마다 정답지와 견주는 까닭입니다. 이 안내서의 서빙 시스템도 같은 시험을 받습니다.
#
# 가장 큰 차이가 작아 보여도, 토큰이 우연히 같게 나와도 안심할 일은 아닙니다. 토큰은 다음 토큰의 입력이 되므로 한 번 어긋나면 그 뒤가 모두 달라질 수 있습니다.
#
# ## 직접 해 보기
#
# 1. `with_cache`에서 prefill을 두 번에 나눠 넣어 보세요. 앞의 열 토큰을 먼저, 나머지를 나중에 넣습니다. 글이 그대로인가요?
# 2. `attention`에서 가리는 줄을 지워 보세요. 두 반복문의 글은 어디서부터 어긋날까요?
# 3. KV 헤드를 둘로 줄여(GQA) 보세요. `held`는 얼마가 되어야 하나요?
#
# <details><summary>1번의 답</summary>
#
# 그대로입니다. `forward(prompt[:10], past)` 다음에 `forward(prompt[10:], past)`를 부르면 됩니다. 토큰마다 보는 K와 V가 같기 때문입니다. 긴 프롬프트를 나눠 처리하는 chunked prefill이 이 성질에 기댑니다. `attention`의 가리개가 `total - new + 1`에서 시작하는 것도 그래서입니다.
#
# </details>
#
# <details><summary>2번의 답</summary>
#
# 두 반복문의 로짓이 서로 달라집니다. 캐시 없는 반복문에서는 지난 토큰이 나중 토큰을 보고 K와 V가 매번 바뀝니다. 캐시에 든 K와 V는 그 토큰이 들어온 때의 것이라 바뀌지 않습니다. **가리개가 있으니 지난 토큰의 K와 V가 변하지 않고, 변하지 않으니 남겨 둘 수 있습니다.** 둘은 한 몸입니다. prefill이 끝나고 나오는 첫 토큰까지는 두 반복문이 같습니다.
#
# </details>
#
# <details><summary>3번의 답</summary>
#
# 쿼리 헤드는 넷이고 KV 헤드가 둘이면 `held`는 꼭 반이 되어야 합니다. `qkv`의 K와 V 몫을 반으로 줄이고, `chunk`를 `split`으로 바꾸고, `by_head`가 헤드의 수를 받게 하고, `attention`을 부르기 전에 K와 V를 `repeat_interleave(2, 0)`으로 늘려 맞춥니다. `by_formula`의 `WIDTH`도 반으로 고쳐야 합니다. 캐시에는 **늘리기 전의 것**을 남겨야 합니다. 늘린 것을 남기면 답은 같지만 아낀 것이 없습니다.
#
# </details>
#
# ## 🔎 이 실습이 지지하지 않는 결론
#
# - 연산이 줄어든 만큼 시간이 줄어든다고는 말하지 않았습니다. 이만큼 작은 모델에서는 torch의 연산을 부르는 비용이 시간을 다 쓸 수 있습니다. 시간은 06장에서 더 큰 모델로 잽니다.
# - `torch.cat`으로 캐시를 늘리면 토큰마다 캐시 전체를 새 자리에 옮겨 적습니다. 서빙 시스템은 그러지 않습니다.
# - 무작위 가중치의 글로 모델의 품질을 말할 수 없습니다.
