"""A replay as the player reads it. Every text is ready: the browser formats nothing."""

from __future__ import annotations

import json
from typing import Any

from .replay import Played, Replay, Stop


def to_json(replay: Replay) -> str:
    """The JSON of ``data-replay``, on one line.

    A request whose times are withheld keeps its order and its counts; its times are 0 and its
    texts empty.
    """
    body = {
        "paths": {name: path.value for name, path in replay.paths.items()},
        "requests": [_request(one, replay.scale_us) for one in replay.played],
    }
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _request(one: Played, scale_us: float) -> dict[str, Any]:
    trace = one.request.trace
    timed = trace.withheld is None
    return {
        "id": trace.id,
        "label": one.request.label,
        "withheld": trace.withheld,
        "length": _us(scale_us) if timed else 0,
        "badges": {
            name: {"text": badge.text, "count": badge.count}
            | ({"difference": badge.difference} if badge.difference else {})
            for name, badge in one.badges.items()
        },
        "stops": [_stop(stop, timed) for stop in one.stops],
    }


def _stop(stop: Stop, timed: bool) -> dict[str, Any]:
    at, length, until = _us(stop.at_us), _us(stop.for_us), _us(stop.until_us)
    # Mostly a stop is one span, and its end is told already.
    gaps = timed and abs(until - at - length) > 1
    return {
        "lit": stop.lit,
        "at": at if timed else 0,
        "for": length if timed else 0,
        **({"until": until} if gaps else {}),
        "phase": stop.phase.value,
        "path": stop.path.value,
        "say": stop.say,
        "text": stop.text if timed else "",
    }


def _us(us: float) -> int:
    """Whole microseconds: a screen has fewer points than a request has of them."""
    return round(us)
