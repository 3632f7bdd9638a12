"""``python -m snippets.load``: measures a server that speaks OpenAI's completions API."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator, Sequence

from .arrivals import poisson
from .drive import Outcome, closed_load, open_load
from .endpoint import Endpoint, identify
from .prompts import made_up
from .summary import METRICS, Objective, Run, can_show, percentile

WARM_UP = 2
"""Requests that are sent first and not counted: somebody pays for what happens only once."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the load and print a table; exit code 1 when no request was answered."""
    options = _options(arguments)
    try:
        endpoint = Endpoint(options.endpoint, options.model, options.key_variable)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    server, run, outcomes = asyncio.run(_measure(endpoint, options))
    print(server)
    if not run.answered:
        print(f"no request was answered: {outcomes[0]}", file=sys.stderr)
        return 1
    objective = Objective(options.slo_ttft, options.slo_tpot, options.slo_e2e)
    print("\n".join(_table(run, objective)))
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m snippets.load", description=__doc__)
    parser.add_argument("--endpoint", required=True, help="such as http://127.0.0.1:8000/v1")
    parser.add_argument("--model", required=True)
    parser.add_argument("--key-variable", default="OPENAI_API_KEY", help="holds the API key")
    load = parser.add_mutually_exclusive_group()
    load.add_argument("--rate", type=float, default=1.0, help="open load, requests per second")
    load.add_argument("--clients", type=int, help="closed load with so many clients")
    parser.add_argument("--requests", type=int, default=50)
    parser.add_argument("--words", type=int, default=64, help="length of a prompt")
    parser.add_argument("--max-tokens", type=int, default=32)
    parser.add_argument("--ignore-eos", action="store_true", help="vLLM, SGLang, llama.cpp, ours")
    parser.add_argument("--seed", type=int, default=0)
    for name in ("ttft", "tpot", "e2e"):
        parser.add_argument(f"--slo-{name}", type=float, help="seconds; for goodput")
    return parser.parse_args(arguments)


async def _measure(
    endpoint: Endpoint, options: argparse.Namespace
) -> tuple[str, Run, list[Outcome]]:
    n = options.requests + WARM_UP
    asks = made_up(n, options.words, options.max_tokens, options.seed, options.ignore_eos)
    async with endpoint.http(timeout_s=30) as http:
        server = await identify(endpoint, http)
    await closed_load(endpoint, asks[:WARM_UP], clients=1)
    asks = asks[WARM_UP:]
    if options.clients:
        run, outcomes = await closed_load(endpoint, asks, options.clients)
    else:
        due_s = poisson(options.rate, len(asks), options.seed)
        run, outcomes = await open_load(endpoint, asks, due_s)
    return f"{server.name}: {server.text}", run, outcomes


def _table(run: Run, objective: Objective) -> Iterator[str]:
    failed = ", ".join(f"{n} × {status or 'broken off'}" for status, n in run.failed.items())
    yield f"answered {len(run.answered)}, failed {failed or 0}, {run.duration_s:.1f} s"
    yield f"{run.output_throughput:.1f} output tokens/s (counted by {run.counted})"
    yield f"{run.request_throughput:.2f} requests/s, goodput {run.goodput(objective):.2f}"
    for name in METRICS:
        values = run.values(name)
        if values:
            yield f"{name:6}{_spread(values)}"


def _spread(values: Sequence[float]) -> str:
    shown = [f"p{p} {1e3 * percentile(values, p):.1f}" for p in (50, 90, 99) if _shown(p, values)]
    return "  ".join([*shown, f"max {1e3 * max(values):.1f}"]) + f" ms  (n={len(values)})"


def _shown(percent: float, values: Sequence[float]) -> bool:
    return percent == 50 or can_show(percent, len(values))


if __name__ == "__main__":
    sys.exit(main())
