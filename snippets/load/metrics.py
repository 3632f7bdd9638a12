"""Latencies of one request, each defined once: the difference of two clock events.

Names are vLLM's (``vllm bench serve``), and so are the definitions. Other tools use the same
names for other quantities; each docstring says which. All results are in seconds.

==========  ===================================================  ================================
function    from … to                                            vLLM's name
==========  ===================================================  ================================
``ttft``    sent → first token                                   TTFT
``tpot``    first token → end, divided by the tokens after it    TPOT, one value a request
``itl``     chunk → next chunk                                   ITL, one value a gap
``e2e``     sent → end                                           E2EL
``delay``   scheduled → sent                                     (none: it is left out)
==========  ===================================================  ================================
"""

from __future__ import annotations

from itertools import pairwise

from .timeline import Timeline


def ttft(request: Timeline) -> float:
    """Time to first token: from ``sent_s`` to the first chunk with a token.

    The clock starts when the client turns to the request, so connecting and the server's queue
    are inside, while waiting for the client itself (``delay``) is not. GenAI-Perf and AIPerf
    take the first response, AIPerf's newer documentation the first that is not empty. A first
    token that completes no character counts here although its text is still empty.
    """
    return request.chunks_s[0] - request.sent_s


def tpot(request: Timeline) -> float | None:
    """Time per output token after the first: ``(e2e - ttft) / (tokens - 1)``.

    One value a request. ``None`` for a single token, after which there is nothing to divide;
    vLLM counts it as 0 in its goodput. AIPerf calls this quantity ITL. MLPerf's limits on TPOT
    mean it too.
    """
    if request.tokens == 1:
        return None
    return (e2e(request) - ttft(request)) / (request.tokens - 1)


def itl(request: Timeline) -> tuple[float, ...]:
    """Inter-token latencies: the gaps between one chunk with a token and the next.

    One value a gap; a summary pools the gaps of all requests, so long answers weigh more. A
    chunk that only ends the answer makes no gap, where vLLM's client counts one. With several
    tokens a chunk (speculative decoding) the gaps are those of chunks, which AIPerf calls ICL;
    SGLang divides each by the accept length, GenAI-Perf's README by the tokens of the later
    chunk. GenAI-Perf's code computes one value a request instead, which is ``tpot`` here.
    """
    return tuple(later - earlier for earlier, later in pairwise(request.chunks_s))


def e2e(request: Timeline) -> float:
    """End-to-end latency: from ``sent_s`` to the chunk that ends the answer."""
    return request.ended_s - request.sent_s


def delay(request: Timeline) -> float:
    """How much later than planned the request was sent.

    In an open load this is the load client's own lateness. It belongs to no latency above, so
    it has to be shown: a client that falls behind makes a server look better than it is.
    """
    return request.sent_s - request.scheduled_s
