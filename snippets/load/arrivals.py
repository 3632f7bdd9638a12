"""When requests are due.

In an *open* load requests come when they come, however busy the server is, like those of many
people who do not know of each other. In a *closed* load a fixed number of clients each wait
for an answer before they ask again; a slow server then slows the load down with it, and so
hides how slow it is. Open load needs a plan; closed load makes its own (``drive.closed_load``).
"""

from __future__ import annotations

import random
from itertools import accumulate


def poisson(rate: float, n: int, seed: int) -> tuple[float, ...]:
    """Due times of ``n`` requests, in seconds after the start.

    Gaps are exponential with mean ``1 / rate``, so arrivals form a Poisson process: the next
    request is as likely now as it was a moment ago. The same seed gives the same plan.

    Args:
        rate: Requests per second, on average.
        n: How many.
        seed: Of the random numbers.

    Raises:
        ValueError: When the rate is not positive.
    """
    if rate <= 0:
        raise ValueError(f"a rate is positive, not {rate}")
    draw = random.Random(seed)  # noqa: S311  a simulation, not a secret
    return tuple(accumulate(draw.expovariate(rate) for _ in range(n)))
