# %% [markdown]
# # 실습 1. 내 기계의 루프라인 재기
#
# 메모리를 읽는 속도와 행렬을 곱하는 속도를 재서 지붕을 그리고, 아직 재지 않은 일의 시간을 먼저 예측합니다. 그런 다음 재서 맞춰 봅니다. [05장](../05-bottlenecks.md)의 식이면 충분합니다.
#
# 05장의 지붕은 그 페이지를 만든 기계의 것이었습니다. 이 실습에서는 **지금 이 코드를 돌리는 기계**의 지붕을 그립니다. 삼십 분이면 넉넉합니다.
#
# 차례는 넷입니다.
#
# 1. 이 기계가 지금 조용한지 봅니다.
# 2. 지붕의 두 숫자와 몇 가지 일을 번갈아 잽니다.
# 3. 지붕으로 시간을 예측하고, 잰 시간과 견줍니다.
# 4. 조건을 하나씩 바꿔 예측을 깨 봅니다.
#
# ## 준비
#
# 이 안내서의 잡음 감시를 가져다 씁니다. `snippets` 폴더가 있는 곳을 찾아 파이썬에 알려 주는 것이 첫 셀의 일입니다.

# %%
import sys
from pathlib import Path

folders = [Path.cwd(), *Path.cwd().parents]
found = [one for one in folders if (one / "snippets").is_dir()]
assert found, "snippets 폴더가 없습니다. 실습 묶음을 풀어 그 안에서 여세요"
sys.path.insert(0, str(found[0]))

# %%
import time
from itertools import cycle
from statistics import median

import torch

from snippets.evidence.counters import between, read
from snippets.evidence.guard import Guard, is_clean
from snippets.evidence.passes import passes
from snippets.evidence.stopwatch import stopwatch

torch.manual_seed(0)
THREADS = 1

# %% [markdown]
# ## 먼저 묻기: 이 기계는 지금 조용한가
#
# 옆자리 프로그램이 CPU를 쓰고 있으면 모든 시간이 함께 느려집니다. 그런데 느려진 시간들은 서로 비슷해서, 흩어짐만 보아서는 알 수 없습니다. 그래서 시간을 보지 않고 **다른 프로그램이 쓴 CPU**를 봅니다.

# %%
before = read()
time.sleep(1)
usage = between(before, read())
print("다른 프로그램이 쓴 CPU:", f"{usage.foreign_cpus:.2f}개")
print("지금은", "조용합니다" if is_clean(usage) else "조용하지 않습니다")

# %% [markdown]
# 조용하지 않다고 나와도 계속해도 됩니다. 아래의 측정은 회차마다 같은 것을 보고, 남이 끼어든 회차를 버립니다. 너무 많이 버려지면 숫자 대신 **판정불가**라고 적습니다. 그때는 다른 프로그램을 닫고 다시 돌리세요.
#
# ## 무엇을 잴지 적기
#
# 일 하나를 세 가지로 적습니다. 연산 횟수, 메모리에서 옮기는 바이트, 그리고 실제로 하는 일입니다. 앞의 둘은 재지 않고 셉니다.
#
# 지붕을 정하는 일이 둘 있습니다.
#
# - `읽기`: 큰 벡터를 처음부터 끝까지 읽습니다. 곱셈이 있지만 옮기는 바이트에 견주면 적습니다.
# - `곱하기`: 캐시에 드는 행렬끼리 곱합니다. 한 번 읽은 수를 여러 번 씁니다.
#
# 나머지는 예측해 볼 일입니다. 행렬 하나에 열 b개를 곱합니다. 행렬이 캐시에 남아 있으면 메모리를 읽지 않은 셈이 되므로, 여러 벌을 만들어 돌려 가며 씁니다.

# %%
DTYPE = torch.float32
WIDTH = 4096
COLUMNS = (1, 4, 16, 64, 256)


def product(turn, columns):
    """One product of work: operations, bytes, and a call that does it."""
    height = width = WIDTH
    x = torch.rand(width, columns).to(DTYPE)  # (width, columns)
    size = x.element_size()
    nbytes = size * (height * width + width * columns + height * columns)
    return 2 * height * width * columns, nbytes, lambda: next(turn) @ x


vector = torch.rand(2**26)  # (67108864,), 256 MiB
square = torch.rand(1024, 1024).to(DTYPE)  # (1024, 1024)
copies = 16 // DTYPE.itemsize  # 256 MiB in all at WIDTH 4096
weights = [torch.rand(WIDTH, WIDTH).to(DTYPE) for _ in range(copies)]
turn = cycle(weights)  # one for all: no call meets the matrix of the call before it

work = {
    "읽기": (2 * len(vector), vector.nbytes, lambda: vector.dot(vector)),
    "곱하기": (2 * 1024**3, 3 * square.nbytes, lambda: square @ square),
}
work |= {f"열 {b}": product(turn, b) for b in COLUMNS}

for name, (flop, nbytes, _) in work.items():
    print(f"{flop / nbytes:7.2f} FLOP/B  {name}")

# %% [markdown]
# 열이 늘어도 행렬의 바이트는 그대로입니다. 그래서 연산 강도는 열의 수와 나란히 늘어납니다. fp32는 수 하나가 네 바이트라서 bf16일 때보다 강도가 낮습니다.
#
# ## 번갈아 재기
#
# 하나를 다 재고 다음 것을 재면, 그사이 기계가 달라졌을 때 지붕과 일이 서로 다른 기계의 것이 됩니다. 그래서 한 회차 안에서 순서를 섞어 모두 한 번씩 잽니다.

# %%
takes = {name: stopwatch(run, THREADS) for name, (_, _, run) in work.items()}
taken = passes(takes, rounds=8, guard=Guard(patience_s=3))
print(taken.account)

seconds = {}
if taken.clean:
    seconds = {name: median(taken.column(name).samples) for name in work}
else:
    print("판정불가: 조용한 회차가 너무 적습니다")

# %% [markdown]
# ## 지붕 그리기
#
# `읽기`에서 메모리 대역폭 B를, `곱하기`에서 연산 속도 P를 얻습니다. 둘의 비가 릿지 포인트입니다.

# %%
if seconds:
    bandwidth = work["읽기"][1] / seconds["읽기"]  # B/s
    peak = work["곱하기"][0] / seconds["곱하기"]  # FLOP/s
    print(f"{bandwidth / 1e9:8.1f} GB/s    메모리 대역폭")
    print(f"{peak / 1e9:8.1f} GFLOP/s 연산 속도")
    print(f"{peak / bandwidth:8.1f} FLOP/B  릿지 포인트")
else:
    print("판정불가: 잰 값이 없어 지붕을 그리지 않습니다")

# %% [markdown]
# **다음 셀을 보기 전에 적어 보세요.** 위의 연산 강도 표에서 릿지보다 왼쪽에 있는 일은 무엇무엇인가요? 열이 하나에서 네 개로 늘면 시간은 얼마나 늘까요? 열이 많은 쪽에서는 어떨까요?
#
# ## 예측하고 맞춰 보기
#
# 예측은 한 줄입니다. 연산에 드는 시간과 옮기는 데 드는 시간 가운데 긴 쪽입니다.

# %%
if not seconds:
    print("판정불가: 견줄 값이 없습니다")
for b in COLUMNS if seconds else ():
    flop, nbytes, _ = work[f"열 {b}"]
    computing, moving = flop / peak, nbytes / bandwidth
    predicted, measured = max(computing, moving), seconds[f"열 {b}"]
    share = predicted / measured
    print(f"열 {b}: {'연산' if computing > moving else '메모리'} 쪽")
    print(f"  예측 {1e3 * predicted:.1f} ms, 잰 값 {1e3 * measured:.1f} ms")
    bar = "█" * round(20 * min(share, 1))
    print(f"  {bar:·<20} {share:.0%}")

# %% [markdown]
# 몫이 전부에 가까우면 예측이 맞은 것입니다. 비어 있는 만큼이 **루프라인이 말하지 않은 것**입니다. 루프라인은 상한이지 예측이 아니라고 한 05장의 말이 여기서 보입니다. 막대가 짧은 줄에서는 메모리도 연산 장치도 다 쓰지 못했습니다. 커널이 그 모양을 잘 다루지 못했거나, 호출하는 비용이 컸거나, 같은 바이트를 여러 번 옮긴 것입니다. 이 표만으로는 셋 가운데 무엇인지 가를 수 없습니다.
#
# 지붕도 잰 값입니다. 그래서 몫이 전부를 조금 넘는 일은 있을 수 있습니다. 막대는 끝에서 멈추니 숫자를 보세요. 많이 넘었다면 빠른 것이 아니라 잘못 잰 것입니다. 바이트를 더 셌거나, 행렬이 캐시에 들어 있었거나, 지붕을 낮게 잰 것입니다.
#
# ## 직접 깨 보기
#
# 하나만 바꾸고, 무엇이 달라질지 먼저 적고, 위에서부터 다시 돌리세요.
#
# 1. `DTYPE = torch.bfloat16`. 연산 강도 표는 어떻게 바뀌나요? 릿지 포인트는요? `읽기`는 fp32 그대로라 바뀌지 않습니다.
# 2. `WIDTH = 512`. 이때 나온 "지붕까지의 몫"을 믿어도 될까요?
# 3. `THREADS`를 코어의 수로. 두 지붕이 같은 배율로 올라가나요?
#
# <details><summary>1번의 답</summary>
#
# 수 하나의 바이트가 반으로 주니 같은 일의 연산 강도가 그만큼 오릅니다. 이건 셈이라서 어느 기계에서나 같습니다. 릿지 포인트는 P가 얼마나 달라지느냐에 달렸고, 그건 기계마다 다릅니다. 행렬 유닛이 있는 CPU라면 P가 크게 올라 릿지가 오른쪽으로 가고, 없다면 bf16이 fp32보다 느려지기도 합니다. 잰 것이 답입니다.
#
# </details>
#
# <details><summary>2번의 답</summary>
#
# 믿기 어렵습니다. 모두 합쳐도 대개 캐시에 들어갑니다. 그러면 메모리를 읽지 않으므로 메모리의 지붕을 뚫고 올라가기도 합니다. 반대로 일이 너무 작아서 호출하는 비용이 시간을 다 쓸 수도 있습니다. 어느 쪽이든 "메모리에서 옮긴 바이트"라고 센 것이 더는 사실이 아닙니다. 숫자가 틀린 것이 아니라 **조건이 깨진 것**입니다.
#
# </details>
#
# <details><summary>3번의 답</summary>
#
# 코어는 저마다 연산 장치를 가지고 있지만 메모리로 가는 길은 나눠 씁니다. 그래서 P가 B보다 더 오르기 쉽고, 그러면 릿지 포인트는 오른쪽으로 갑니다. 가상 머신에서는 코어 둘이 물리 코어 하나를 나눠 쓰기도 해서 P도 기대만큼 오르지 않을 수 있습니다.
#
# </details>
#
# ## 🔎 이 실습이 지지하지 않는 결론
#
# - 여기서 그린 지붕은 torch의 두 연산으로 닿아 본 높이입니다. 이 기계의 최댓값이 아닙니다.
# - 스레드 하나의 지붕으로 기계 전체를 말할 수 없습니다.
# - CPU의 지붕으로 GPU의 지붕을 말할 수 없습니다. 식은 같지만 두 숫자가 다릅니다.
