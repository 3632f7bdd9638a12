"""The reference serving system: one file a stop, in the order in which a request walks it.

Three processes: client ── HTTP ──▶ gateway (asyncio) ── pipe ──▶ worker (torch).

==============  ===================  ==========================================================
process         file                 what happens there
==============  ===================  ==========================================================
client          client.py            sends the prompt, notes when each token arrives
gateway         gateway.py           HTTP in, tokens out (completions.py, wire.py)
gateway         auth.py              whose request is it?
gateway         validation.py        can it be served at all? (with tokenizer.py)
gateway         waiting.py           waits its turn
gateway         planner.py           which requests run in the next step? (block_manager.py)
gateway         scheduler.py         has the step taken and hands out tokens (worker_process.py)
worker          worker.py            one step: prompts and decodes in one batch (batch.py)
worker          model.py             the forward pass (layers.py, rope.py, linear.py, weights.py)
worker          attention.py         tokens look at those before them
worker          kv_cache.py          keys and values of every token seen, contiguous or paged
worker          sampler.py           logits become one token
gateway         streaming.py         the token leaves as a server-sent event
gateway         metrics.py           what is counted on the way (with meter.py)
==============  ===================  ==========================================================

``compiled.py`` (decode) and ``compiled_prompt.py`` are other ways through the same pass, with
products of their own (``dense.py``, ``row_product.py``), and ``simulate.py`` runs the planner
without a worker. It is a teaching system: one worker, one model. The weights are random, or
those of a Hugging Face Llama (``model_folder.py`` tells how they come in). ``launch.py`` starts
it.
"""
