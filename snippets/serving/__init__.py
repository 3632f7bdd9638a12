"""The reference serving system: one file a stop, in the order in which a request walks it.

Three processes: client ── HTTP ──▶ gateway (asyncio) ── pipe ──▶ worker (torch).

==============  ===================  ==========================================================
process         file                 what happens there
==============  ===================  ==========================================================
client          client.py            sends the prompt, notes when each token arrives
gateway         gateway.py           HTTP in, tokens out
gateway         auth.py              whose request is it?
gateway         validation.py        can it be served at all? (with tokenizer.py)
gateway         waiting.py           waits its turn
gateway         scheduler.py         which requests run in the next step? (with worker_process.py)
worker          worker.py            one step: prefill new requests, decode running ones
worker          model.py             the forward pass (layers.py, rope.py, weights.py)
worker          kv_cache.py          keys and values of every token seen
worker          sampler.py           logits become one token
gateway         streaming.py         the token leaves as a server-sent event
==============  ===================  ==========================================================

It is a teaching system: one worker, one model, random weights. ``launch.py`` starts it.
"""
