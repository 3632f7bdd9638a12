"""One clock for three processes: epoch time that never jumps."""

from __future__ import annotations

import os
import time

# ``time_ns`` may be set back while a request is under way; ``perf_counter_ns`` may not, and it
# counts from the same moment in every process. So the distance between the two is taken once,
# by the first process, and inherited by the others through the environment.
_EPOCH_NS = int(
    os.environ.setdefault("SERVING_CLOCK_EPOCH_NS", str(time.time_ns() - time.perf_counter_ns()))
)


def now_ns() -> int:
    """Nanoseconds since 1970, monotonic, comparable between client, gateway and worker."""
    return _EPOCH_NS + time.perf_counter_ns()
