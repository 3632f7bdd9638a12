"""Other people's engines beside ours: same weights, same threads, same work, in turn.

================  ==============================================================================
file              what it holds
================  ==============================================================================
case.py           the work: decode one row or sixteen, read a prompt
engine.py         what is asked of an engine, and how its work is timed
ours.py           the engine that serves in this guide
hugging_face.py   ``transformers``: its own ``generate``, and a bare loop
llama.py          llama.cpp, through its C interface
tensors.py        one set of weights by the names that the others use
gguf_file.py      those weights as a file for llama.cpp
host.py           an engine in a process of its own
line_up.py        all engines of one model, started and held against each other
agree.py          whether they compute the same thing; without that, no figure
shares.py         how much of what the machine can do an engine uses
findings.py       from rounds to figures
races.py          who takes part in each race, and which figures come of it
goals.py          what our engine has to reach beside them
batching.py       static against continuous batching, through the gateway
================  ==============================================================================

Only the process that runs an engine imports its package.
"""
