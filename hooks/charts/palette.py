"""The colours of a chart, and what tells its groups apart in grey."""

from __future__ import annotations

ID = "\ue000"
"""Stands for the id of the picture on its page; no label can hold it, see ``labels.plain``."""

# Colours that nobody would choose: each is replaced by a variable of guide.css, so that one
# picture follows the colour scheme.
INK, SOFT, EDGE, RULE, PAPER = (f"#0a0a{n:02x}" for n in range(5))
HUES = tuple(f"#0b0b{n:02x}" for n in range(1, 7))
HATCHES = tuple(f"#0c0c{n:02x}" for n in range(1, 7))
PALES = tuple(f"#0d0d{n:02x}" for n in range(1, 7))
VARIABLES = {
    **dict(
        zip(
            (INK, SOFT, EDGE, RULE, PAPER),
            ("ink", "ink-soft", "edge", "rule", "paper"),
            strict=True,
        )
    ),
    **{hue: f"series-{n}" for n, hue in enumerate(HUES, 1)},
}
PAINT = {
    **{colour: f"var(--g-{name})" for colour, name in VARIABLES.items()},
    **{
        # Opaque, so that no grid line shows through, and pale, so that the interval stands out.
        pale: f"color-mix(in srgb, var(--g-series-{n}) 48%, var(--g-paper))"
        for n, pale in enumerate(PALES, 1)
    },
    **{colour: f"url(#{ID}-{n})" for n, colour in enumerate(HATCHES, 1)},
}

# What tells groups apart in grey: dashes and shapes on a line, hatching in a bar.
DASHES = ((1, 0), (7, 3), (2, 3), (10, 3, 2, 3), (4, 2), (12, 4))
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
