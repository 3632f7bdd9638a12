"""Facts: figures from outside, read from ``docs/facts.yaml`` and checked row by row."""
