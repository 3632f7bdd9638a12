"""Several ranks that share one piece of work: appendix C.

``link.py`` is what a rank can do, ``ring.py`` adds up over ranks, ``split.py`` cuts a model,
``launch.py`` starts ranks with torchrun, and ``together.py`` times what they do at once.
"""
