# %% [markdown]
# # 실습 3. 주장 하나를 깨뜨리기
#
# "배치를 키우면 그만큼 느려진다", "적게 적으면 그만큼 빠르다". 그럴듯한 두 주장을 잴 수 있는 꼴로 고치고, 여러분의 기계에서 나온 숫자로 판정합니다. 판정은 코드가 아니라 구간이 내립니다.
#
# 어떤 주장이든 다섯 걸음입니다. 고치고, 예상하고, 재는 눈금부터 재고, 재고, 조건을 바꿔 봅니다. 이 안내서의 주장 상자도 무엇이 나오면 반박인지부터 적었습니다. 삼십 분이면 넉넉합니다.

# %%
import sys
from pathlib import Path

folders = [Path.cwd(), *Path.cwd().parents]
found = [one for one in folders if (one / "snippets").is_dir()]
assert found, "snippets 폴더가 없습니다. 실습 묶음을 풀어 그 안에서 여세요"
sys.path.insert(0, str(found[0]))

# %%
from itertools import cycle

import torch

from snippets.evidence.guard import Guard
from snippets.evidence.paired import compare
from snippets.evidence.stopwatch import stopwatch

torch.manual_seed(0)
torch.set_num_threads(1)

# %% [markdown]
# ## 첫째 걸음: 잴 수 있는 꼴로 고치기
#
# "배치를 키우면 그만큼 느려진다"는 잴 수 없습니다. 무엇을 무엇으로 나눈 값인지, 얼마부터 "그만큼"인지, 어떤 조건인지가 없습니다. 빈칸을 채웁니다.
#
# - **무엇 ÷ 무엇**: 행렬 하나에 열 여덟을 곱한 시간 ÷ 같은 행렬에 열 하나를 곱한 시간.
# - **얼마부터**: 늘어난 일의 배율에서 위아래로 `SLACK` 안이면 "그만큼"이라고 부르겠습니다.
# - **조건**: fp32, 스레드 하나, 캐시에 다 들지 않는 행렬들을 돌려 가며.
#
# 문턱은 **재기 전에** 정합니다. 재고 나서 정하면 어떤 주장이든 살릴 수 있습니다.

# %%
SLACK = 0.25


def verdict(result, expected):
    """지지, 반박 or 판정불가: the interval decides, not its middle."""
    low, high = expected * (1 - SLACK), expected * (1 + SLACK)
    if result.reason:
        return "판정불가"
    if low <= result.low and result.high <= high:
        return "지지"
    if result.high < low or result.low > high:
        return "반박"
    return "판정불가 (구간이 문턱에 걸쳐 있습니다)"


# %% [markdown]
# ## 둘째 걸음: 예상 적기
#
# 여러분의 예상을 적으세요. 0은 아직 적지 않았다는 뜻입니다. 이 페이지는 여러분의 예상을 모르므로 비워 두었습니다.

# %%
my_guess = 0

# %% [markdown]
# ## 셋째 걸음: 눈금부터 재기
#
# 같은 것을 두 번 재면 비가 꼭 1일까요? 아닙니다. **같은 것끼리의 비가 흩어지는 폭**보다 작은 차이는 보인 것이 아닙니다. `compare`는 기준을 다른 이름으로 한 번 더 재서 그 폭을 알아내고, 남의 프로그램이 끼어든 회차는 버립니다.


# %%
def product(height, columns, dtype=torch.float32, copies=4):
    """Times the product of a (height, height) matrix with columns."""
    matrices = [torch.rand(height, height).to(dtype) for _ in range(copies)]
    x = torch.rand(height, columns).to(dtype)  # (height, columns)
    turn = cycle(matrices)
    return stopwatch(lambda: next(turn) @ x)


def ratio(one, other):
    """Time of ``one`` over time of ``other``, taken in turn."""
    pair = {"other": other, "one": one}
    return compare(pair, rounds=8, guard=Guard(patience_s=3))["one"]


def show(name, result):
    if result.reason:
        print(f"{name}: 판정불가 ({result.reason})")
    else:
        interval = f"[{result.low:.2f}–{result.high:.2f}]"
        print(f"{name}: {result.value:.2f} {interval}")


large = product(4096, 1)
same = ratio(large, large)
show("같은 일 ÷ 같은 일", same)
if not same.reason:
    print(f"이보다 작은 차이는 가려내지 못합니다: {same.resolution:.1%}")

# %% [markdown]
# ## 넷째 걸음: 재고 판정하기

# %%
few = ratio(product(4096, 8), large)
show("열 8 ÷ 열 1", few)
print("“열이 는 만큼 느려진다”:", verdict(few, expected=8))
if my_guess:
    print("내 예상:", my_guess)

# %% [markdown]
# 판정이 무엇이든 아직 기뻐하거나 실망할 때가 아닙니다. 지금 판정한 것은 **이 조건에서의** 주장입니다.
#
# ## 다섯째 걸음: 조건을 바꿔 뒤집기
#
# 두 조건에서 같은 주장을 다시 판정합니다. 하나는 열이 이미 많을 때(행렬도 1024로 줄였습니다. 4096이면 오래 걸립니다), 하나는 행렬이 아주 작을 때입니다. 둘 다 행렬이 캐시에 들 수 있어 첫 조건과 두 가지가 다릅니다. 05장의 루프라인을 떠올려 보세요. 어느 쪽에서 주장이 살아날까요? 먼저 고르고 나서 돌리세요.

# %%
many = ratio(product(1024, 4096), product(1024, 512))
show("큰 배치: 열 4096 ÷ 열 512", many)
print("“열이 는 만큼 느려진다”:", verdict(many, expected=8))

small = ratio(product(64, 8), product(64, 1))
show("작은 행렬: 열 8 ÷ 열 1", small)
print("“열이 는 만큼 느려진다”:", verdict(small, expected=8))

# %% [markdown]
# 세 줄의 판정을 나란히 보세요. 문장은 같고, 나눈 것도 같은 배율입니다. 그런데 판정이 갈렸다면 **주장이 틀린 것이 아니라 덜 적힌 것**입니다. 조건 없는 주장은 참도 거짓도 아닙니다.
#
# 갈린 까닭을 설명하고 싶어질 텐데, 그 설명은 또 다른 주장입니다. "열이 적을 때는 메모리를 기다린다"를 말하려면 [실습 1](roofline.py)처럼 대역폭을 따로 재야 합니다.
#
# ## 둘째 주장: 적게 적으면 그만큼 빠르다
#
# fp32는 수 하나를 네 바이트에, bf16은 두 바이트에 적습니다. 그렇다면 시간도 그 비로 줄까요? 같은 걸음을 밟습니다. 나누는 순서에 주의하세요. fp32를 bf16으로 나눴으니 1보다 크면 bf16이 빠른 것입니다.

# %%
one = ratio(large, product(4096, 1, torch.bfloat16, copies=8))
show("열 1: fp32 ÷ bf16", one)
print("“바이트가 준 만큼 빠르다”:", verdict(one, expected=2))

batch = ratio(product(1024, 512), product(1024, 512, torch.bfloat16))
show("열 512: fp32 ÷ bf16", batch)
print("“바이트가 준 만큼 빠르다”:", verdict(batch, expected=2))

# %% [markdown]
# 두 줄이 기계마다 가장 다르게 나오는 곳입니다. bf16을 위한 회로가 있는 CPU에서는 바이트가 준 것보다 훨씬 빨라지기도 하고, 없는 CPU에서는 오히려 느려지기도 합니다. "훨씬 빠르다"도 이 주장에는 **반박**입니다. 주장이 "그만큼"이라고 했으니까요. 결과가 마음에 든다고 문턱을 옮기지 마세요.
#
# ## 여러분의 주장
#
# 마지막은 여러분 차례입니다. 어디선가 본 "몇 배 빠르다"를 하나 골라 빈칸을 채우세요.
#
# 1. 무엇을 무엇으로 나눈 값인가요? 나누는 쪽(기준)은 그 말을 한 사람이 정말로 쓴 것인가요?
# 2. 문턱은 얼마인가요? 재기 전에 적었나요?
# 3. 어떤 조건에서 뒤집힐 것 같나요? 그 조건도 쟀나요?
#
# <details><summary>판정불가만 나온다면</summary>
#
# 다른 프로그램이 CPU를 쓰고 있거나 흩어짐이 큽니다. 브라우저와 동기화 프로그램을 닫고, 노트북이라면 전원을 꽂고, `rounds`를 늘려 보세요. 그래도 판정불가라면 그것이 이 기계가 이 질문에 줄 수 있는 답입니다. 문턱을 넓히는 것은 답이 아니라 다른 질문입니다.
#
# </details>
#
# <details><summary>작은 행렬에서는 왜 그런가요?</summary>
#
# 64×64 행렬은 곱셈이 적어서 torch의 함수를 부르는 비용이 시간의 대부분일 수 있습니다. 그 비용은 열이 늘어도 그대로입니다. 그래서 "배치를 키워도 느려지지 않는다"고 나오더라도, 그 까닭은 큰 행렬에서 그렇게 나올 때와 다릅니다. **같은 숫자가 다른 까닭에서 나올 수 있습니다.**
#
# </details>
#
# ## 🔎 이 실습이 지지하지 않는 결론
#
# - 행렬 하나의 비로 서버의 지연을 말할 수 없습니다. 서버에는 큐와 스케줄러가 있습니다.
# - 이 기계에서 나온 판정은 이 기계의 것입니다. 반박된 주장이 다른 기계에서는 지지될 수 있습니다.
# - 판정불가는 "차이가 없다"가 아닙니다. 모른다는 뜻입니다.
