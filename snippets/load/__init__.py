"""The load client: sends requests to any OpenAI-compatible server and times the answers.

================  ==============================================================================
file              what it holds
================  ==============================================================================
timeline.py       the clock events of one request
metrics.py        TTFT, TPOT, ITL, end-to-end latency: each one difference of two events
summary.py        what many requests give together: percentiles, throughput, goodput
arrivals.py       when requests are due: open load (Poisson)
prompts.py        what they ask
clock.py          one clock a run
endpoint.py       which server, and what may be said about it
sse.py            server-sent events, as they come off the wire
client.py         one request, from the first byte out to the last byte in
drive.py          many of them: open load and closed load
================  ==============================================================================

``python -m snippets.load --endpoint URL --model NAME`` measures a server of yours.
"""
